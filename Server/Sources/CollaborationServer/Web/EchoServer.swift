import CollaborationModels
import SchemaRuntime

/// A server for measurements: it answers every request with its body.
public final class EchoServer: Sendable {
  /// What the server does with a body first, as with a query for user attributes.
  public enum Work: String, CaseIterable, Sendable {
    case none, validate
    /// Validates as well.
    case decode
  }

  private struct Application: WebApplication {
    let work: Work
    let gate = PayloadGate()

    func refusal(of head: RequestHead) -> Response? { nil }

    func response(to failure: RequestFailure, _ head: RequestHead) -> Response { Response(status: failure.status) }

    func respond(to head: RequestHead, body: [UInt8]) async -> Response {
      do throws(ProblemDocument) {
        switch work {
        case .none: break
        case .validate:
          try gate.admit(contentType: head.contentType, contentLength: body.count)
          var reader = gate.makeReader()
          guard UserInfoFetch.isValid(body, using: &reader) else {
            throw ProblemDocument(status: 422, title: "Unprocessable Content", detail: "the payload is invalid")
          }
        case .decode: _ = try gate.decode(UserInfoFetch.self, from: body, contentType: head.contentType)
        }
        return Response(json: body)
      } catch {
        return Response(error)
      }
    }

    func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler { ClosedSocket() }

    func stalled() {}
  }

  private let web: WebServer

  /// - Throws: ``WebServerError`` if it cannot listen.
  public init(port: Int, work: Work) throws(WebServerError) {
    var options = WebServer.Options()
    options.port = port
    web = try WebServer(options, Application(work: work))
  }
}
