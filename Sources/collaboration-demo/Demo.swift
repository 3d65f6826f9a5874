import CollaborationSQLite
import Foundation

/// A scripted session on the runtime library: two people meet in a call, exchange their cards, draw on a whiteboard and
/// leave a voice message. Everything that goes out or comes in is printed with its verdict; what is stored is in SQLite.
@main
struct Demo {
  static func main() async { exit(await run(CommandLine.arguments.dropFirst())) }

  /// - Returns: the exit code: 0 when all was played, 1 when something failed, 2 for arguments that have no meaning.
  private static func run(_ arguments: ArraySlice<String>) async -> Int32 {
    let asksForHelp = arguments.contains("--help") || arguments.contains("-h")
    if asksForHelp || arguments.count > 1 || arguments.first?.hasPrefix("-") == true {
      let help = """
        collaboration-demo [FILE]

        Plays a session of five collaboration systems and prints each payload with its verdict. The attributes of its
        users are stored in the SQLite file FILE, which is made where there is none; without FILE, in a new temporary one.

        """
      (asksForHelp ? FileHandle.standardOutput : .standardError).write(Data(help.utf8))
      return asksForHelp ? 0 : 2
    }
    let path = arguments.first ?? FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID()).sqlite").path
    do {
      try await play(storedIn: path)
      return 0
    } catch {
      FileHandle.standardError.write(Data("collaboration-demo: \(error)\n".utf8))
      return 1
    }
  }

  static func play(storedIn path: String) async throws {
    var transcript = Transcript()
    let store = try SQLiteUserInfoStore(path: path, options: .demo)
    try await UsersAct.play(store, &transcript)
    try await CallAct.play(&transcript)
    try await WhiteboardAct.play(&transcript)
    try await VoiceAct.play(&transcript)

    transcript.act("Read back from \(path)")
    // A store of its own, which knows nothing but the file.
    try await UsersAct.readBack(SQLiteUserInfoStore(path: path, options: .demo), &transcript)
    print("\n\(transcript.payloadCount) payloads")
  }
}
