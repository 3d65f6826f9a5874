// For Hummingbird 2: problem documents as responses, and a route with a gate. Only its syntax is checked.
import CollaborationModels
import Hummingbird
import SchemaRuntime

struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let problem as ProblemDocument {
      return Response(
        status: HTTPResponse.Status(code: problem.status), headers: [.contentType: ProblemDocument.contentType],
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: problem.json())))
    }
  }
}

func addRoutes(to router: Router<BasicRequestContext>, gate: PayloadGate) {
  router.add(middleware: ProblemMiddleware())
  router.put("users/:id") { request, context in
    let contentLength = request.headers[.contentLength].flatMap { Int($0) }
    try gate.admit(contentType: request.headers[.contentType], contentLength: contentLength)
    let body = try await request.body.collect(upTo: gate.limits.maximumByteCount)
    let update = try gate.decode(
      UserInfoUpdate.self, from: body.readableBytesView, contentType: request.headers[.contentType])
    return try await store(update)
  }
}

func store(_ update: UserInfoUpdate) async throws -> HTTPResponse.Status { .noContent }
