import CollaborationServer
import Foundation

// Options, and then the server until SIGINT or SIGTERM.

signal(SIGPIPE, SIG_IGN)
Memory.prepare()
let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch try ServerCommand(arguments) {
  case .help: print(ServerCommand.helpText)
  case .token(let request): print(try request.token())
  case .serve(let options): try await serve(options)
  }
} catch {
  FileHandle.standardError.write(Data("collaboration-server: \(error)\n".utf8))
  exit(2)
}

/// Serves until a signal.
func serve(_ options: ServeOptions) async throws {
  let server = try await options.start(releaseMemory: Memory.release)
  FileHandle.standardOutput.write(Data("listening on port \(server.port)\n".utf8))
  let memory = Task { await Memory.releaseRegularly() }
  await Termination.request()
  memory.cancel()
  await server.stop()
}
