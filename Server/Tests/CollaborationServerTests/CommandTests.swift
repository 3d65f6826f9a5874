import Testing

@testable import CollaborationServer

/// The command line: where data is kept, and mistakes.
@Suite struct CommandTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let file: String?
    let testDescription: String
  }

  @Test(
    "user attributes are kept in a file, unless something else is asked for",
    arguments: [
      Place(arguments: [], file: "users.sqlite", testDescription: "by default"),
      Place(arguments: ["serve", "--data", "a/b.sqlite"], file: "a/b.sqlite", testDescription: "in another file"),
      Place(arguments: ["--data", ":memory:"], file: nil, testDescription: "in memory"),
    ])
  func keepsData(_ place: Place) throws {
    guard case .serve(let options) = try ServerCommand(place.arguments) else {
      Issue.record("expected the options of a server")
      return
    }
    #expect(options.configuration.data == place.file)
    #expect(options.roomFile == "rooms.sqlite")
    #expect(options.database == nil)
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    let arguments: String
    let message: String
    var testDescription: String { arguments }
  }

  @Test(
    "a mistake is answered with what was expected and what was found",
    arguments: [
      Mistake(arguments: "--nothing", message: "there is no option --nothing; see collaboration-server help"),
      Mistake(arguments: "listen", message: "expected an option, found 'listen'; see collaboration-server help"),
      Mistake(arguments: "--port", message: "expected a value after --port"),
      Mistake(arguments: "--port 70000", message: "expected a number from 0 to 65535 after --port, found '70000'"),
      Mistake(arguments: "--log all", message: "expected debug, info, warning or error after --log, found 'all'"),
      Mistake(arguments: "--data a --postgresql dbname=b", message: "expected --data or --postgresql, found both"),
      Mistake(arguments: "--rooms a --postgresql dbname=b", message: "expected --rooms or --postgresql, found both"),
      Mistake(arguments: "--token-key missing", message: "missing: the key cannot be read"),
      Mistake(
        arguments: "--jwks missing", message: "expected --issuer with --jwks: the claim iss of its tokens"),
      Mistake(arguments: "--jwks missing --issuer i", message: "missing: the keys cannot be read"),
      Mistake(
        arguments: "--issuer i", message: "expected --token-key or --jwks with --issuer and --audience, found none"),
      Mistake(arguments: "--tenant org", message: "expected ORGANIZATION/APP after --tenant, found 'org'"),
      Mistake(arguments: "--memory 1", message: "expected a number from 64 to 1000000 after --memory, found '1'"),
      Mistake(
        arguments: "token --user ana", message: "expected --token-key and --user; see collaboration-server help"),
    ])
  func explains(_ mistake: Mistake) {
    #expect(throws: ServerCommandError(description: mistake.message)) {
      _ = try ServerCommand(mistake.arguments.split(separator: " ").map(String.init))
    }
  }
}
