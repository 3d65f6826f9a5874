import CollaborationServer
import Foundation

// For Scripts/price.py: `echo-server PORT` or `echo-server PORT --validate`.

let arguments = CommandLine.arguments
guard arguments.count >= 2, let port = Int(arguments[1]) else {
  FileHandle.standardError.write(Data("usage: echo-server PORT [--validate]\n".utf8))
  exit(2)
}
do {
  let server = try EchoServer(port: port, validates: arguments.contains("--validate"))
  withExtendedLifetime(server) { dispatchMain() }
} catch {
  FileHandle.standardError.write(Data("echo-server: \(error)\n".utf8))
  exit(2)
}
