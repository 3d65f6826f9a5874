import CodegenProject
package import CommandLineTool
import Foundation
import SchemaRuntime

/// `codegen lsp`: a language server on standard input and output.
package struct LSP: Command {
  package static let name = "lsp"
  package static let abstract = "run as a language server for editors"
  package static let discussion = """
    Runs a language server, which an editor starts and talks to over standard input and output (Language Server
    Protocol 3.17). The server supports schemas, OpenAPI and AsyncAPI documents, and codegen.json, in JSON and
    YAML. It also checks payloads that name their schema, either in the member '$schema' or in a comment: '#
    yaml-language-server: $schema=PATH'.
    The diagnostics are the findings of 'codegen lint' and, after a pause in typing, the messages of 'codegen
    generate'. The configuration in a folder applies to all files in this folder.
    Documentation/Editors-and-CI.md shows how to set up an editor.
    """
  package static let examples = """
    # what an editor runs
    codegen lsp
    """

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    context.terminal.pauseProgress()
    let server = LanguageServer(workingDirectory: context.workingDirectory)
    var framing = MessageFraming()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let output = context.terminal.output
    func send(_ messages: [JSONValue]) {
      for message in messages { output.write(MessageFraming.framed(message)) }
      output.flush()
    }
    while true {
      var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&request, 1, Int32(server.delay ?? -1))
      if isReady < 0, errno == EINTR { continue }
      if isReady == 0 {
        send(server.work())
        continue
      }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return .no }
      framing.append(buffer[..<count])
      do throws(MessageFraming.Failure) {
        while let message = try framing.next() {
          send(server.receive(message))
          if let code = server.exitCode { return code }
        }
      } catch {
        throw CommandFailure("expected messages of the Language Server Protocol on standard input")
      }
    }
  }
}
