// For Vapor 4: problem documents as responses, and a route with a gate. Only its syntax is checked.
import CollaborationModels
import SchemaRuntime
import Vapor

struct ProblemMiddleware: AsyncMiddleware {
  func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
    do {
      return try await next.respond(to: request)
    } catch let problem as ProblemDocument {
      return Response(
        status: HTTPResponseStatus(statusCode: problem.status),
        headers: ["Content-Type": ProblemDocument.contentType], body: Response.Body(data: Data(problem.json())))
    }
  }
}

func addRoutes(to app: Application, gate: PayloadGate) {
  app.middleware.use(ProblemMiddleware())
  app.on(.PUT, "users", ":id", body: .collect(maxSize: "1mb")) { request in
    let update = try gate.decode(
      UserInfoUpdate.self, from: (request.body.data ?? ByteBuffer()).readableBytesView,
      contentType: request.headers.first(name: .contentType))
    return try await store(update)
  }
}

func store(_ update: UserInfoUpdate) async throws -> HTTPStatus { .noContent }
