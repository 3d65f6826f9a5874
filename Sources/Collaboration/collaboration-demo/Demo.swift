import Collaboration
import Foundation

/// A scripted session on the runtime library: two people meet in a call, exchange their cards, draw on a whiteboard and
/// leave a voice message. Prints every payload with its verdict. The services are in this process, with a store in SQLite,
/// or on a server.
@main
struct Demo {
  static func main() async { exit(await run(CommandLine.arguments.dropFirst())) }

  /// - Returns: the exit code: 0 on success, 1 if something failed, 2 for invalid arguments.
  private static func run(_ arguments: ArraySlice<String>) async -> Int32 {
    let asksForHelp = arguments.contains("--help") || arguments.contains("-h")
    let server = arguments.count == 2 && arguments.first == "--server" ? arguments.last : nil
    if asksForHelp || server == nil && (arguments.count > 1 || arguments.first?.hasPrefix("-") == true) {
      let help = """
        collaboration-demo [FILE | --server URL]

        Plays a session of five collaboration systems and prints each payload with its verdict. The attributes of its
        users are stored in the SQLite file FILE, which is created if necessary; default: a temporary file. With
        --server, all services are on a server that asks for no tokens, such as http://127.0.0.1:8080.

        """
      (asksForHelp ? FileHandle.standardOutput : .standardError).write(Data(help.utf8))
      return asksForHelp ? 0 : 2
    }
    let path = arguments.first ?? FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID()).sqlite").path
    do {
      try await play(server.map { try Services(server: $0) } ?? Services(storingIn: path))
      return 0
    } catch {
      FileHandle.standardError.write(Data("collaboration-demo: \(error)\n".utf8))
      return 1
    }
  }

  static func play(_ services: Services) async throws {
    var transcript = Transcript()
    try await UsersAct.play(services.openStore(), &transcript)
    try await CallAct.play(services.calls, &transcript)
    try await WhiteboardAct.play(services.rooms, &transcript)
    try await VoiceAct.play(services.messages, &transcript)

    transcript.act("Read back from \(services.place)")
    // A separate store that knows only the file, or the server.
    try await UsersAct.readBack(services.openStore(), &transcript)
    print("\n\(transcript.payloadCount) payloads")
  }
}
