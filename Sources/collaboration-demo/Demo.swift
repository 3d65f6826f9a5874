import CollaborationSQLite
import Foundation

/// A scripted session on the runtime library: two people meet in a call, exchange their cards, draw on a whiteboard and
/// leave a voice message. Prints every payload with its verdict, and stores data in SQLite.
@main
struct Demo {
  static func main() async { exit(await run(CommandLine.arguments.dropFirst())) }

  /// - Returns: the exit code: 0 on success, 1 if something failed, 2 for invalid arguments.
  private static func run(_ arguments: ArraySlice<String>) async -> Int32 {
    let asksForHelp = arguments.contains("--help") || arguments.contains("-h")
    if asksForHelp || arguments.count > 1 || arguments.first?.hasPrefix("-") == true {
      let help = """
        collaboration-demo [FILE]

        Plays a session of five collaboration systems and prints each payload with its verdict. The attributes of its
        users are stored in the SQLite file FILE, which is created if necessary; default: a temporary file.

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
    // A separate store that knows only the file.
    try await UsersAct.readBack(SQLiteUserInfoStore(path: path, options: .demo), &transcript)
    print("\n\(transcript.payloadCount) payloads")
  }
}
