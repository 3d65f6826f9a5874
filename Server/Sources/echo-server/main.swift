import CollaborationServer
import Foundation

// For Scripts/price.py.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let port = arguments.first.flatMap({ Int($0) }),
  let work = arguments.last.flatMap({ EchoServer.Work(rawValue: $0) })
else {
  FileHandle.standardError.write(Data("usage: echo-server PORT none|validate|decode\n".utf8))
  exit(2)
}
do {
  let server = try EchoServer(port: port, work: work)
  withExtendedLifetime(server) { dispatchMain() }
} catch {
  FileHandle.standardError.write(Data("echo-server: \(error)\n".utf8))
  exit(2)
}
