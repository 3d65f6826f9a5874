import CollaborationModels
import SchemaRuntime

/// A server for measurements: it answers every request with its body, with or without reading it.
public final class EchoServer: Sendable {
  private struct Application: WebApplication {
    let gate: PayloadGate?

    func refusal(of head: RequestHead) -> Response? { nil }

    func respond(to head: RequestHead, body: [UInt8]) async -> Response {
      guard let gate else { return Response(json: body) }
      do throws(ProblemDocument) {
        _ = try gate.decode(UserInfoFetch.self, from: body, contentType: head.contentType)
        return Response(json: body)
      } catch {
        return Response(error)
      }
    }

    func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler { ClosedSocket() }
  }

  private let web: WebServer

  /// - Parameter validates: whether bodies are validated and decoded as a query for user attributes.
  /// - Throws: ``WebServerError`` if it cannot listen.
  public init(port: Int, validates: Bool) throws(WebServerError) {
    var options = WebServer.Options()
    options.port = port
    web = try WebServer(options, Application(gate: validates ? PayloadGate() : nil))
  }
}
