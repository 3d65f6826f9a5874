import Foundation
import SchemaRuntime

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The status and body of a response.
struct HTTPAnswer: Sendable {
  var status: Int
  var body: [UInt8]
}

/// The reason why there is no response.
enum HTTPFailure: Error, Hashable, Sendable {
  case timedOut
  case cancelled
  /// The body is longer than the limit.
  case tooLong(limit: Int)
  /// No connection, or a broken one, with the system's words.
  case failed(String)
}

/// Sends requests with `URLSession`: no cookies, no cache, no redirects. A redirect would hand the token to whoever it
/// names; its response is returned like any other.
final class HTTPTransport: Sendable {
  private let session: URLSession
  private let exchanges: HTTPExchanges

  init(maximumResponseBytes: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = Self.noTimeout
    configuration.timeoutIntervalForResource = Self.noTimeout
    exchanges = HTTPExchanges(maximumResponseBytes: maximumResponseBytes)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  /// The deadline of a call is the limit: the session's own would end a request after 60 seconds. The library below
  /// takes no more than 24 days.
  private static let noTimeout: TimeInterval = 14 * 24 * 60 * 60

  // The session keeps its delegate until it is invalidated.
  deinit { session.invalidateAndCancel() }

  func send(_ request: URLRequest, until deadline: ContinuousClock.Instant) async throws(HTTPFailure) -> HTTPAnswer {
    guard !Task.isCancelled else { throw .cancelled }
    var request = request
    request.timeoutInterval = Self.noTimeout
    let task = session.dataTask(with: request)
    let timer = Task { [exchanges] in
      do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
      exchanges.finish(task, .failure(.timedOut))
    }
    defer { timer.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        exchanges.begin(task, continuation)
        task.resume()
        // A cancellation, or a deadline, before this point has found nothing to end.
        if Task.isCancelled { exchanges.finish(task, .failure(.cancelled)) }
        if ContinuousClock.now >= deadline { exchanges.finish(task, .failure(.timedOut)) }
      }
    } onCancel: {
      exchanges.finish(task, .failure(.cancelled))
    }
    return try result.get()
  }
}

/// The requests that wait for a response, by the number of their task.
private final class HTTPExchanges: NSObject, URLSessionDataDelegate, Sendable {
  typealias Answer = Result<HTTPAnswer, HTTPFailure>

  private struct Exchange {
    var continuation: CheckedContinuation<Answer, Never>
    var body: [UInt8] = []
  }

  private let maximumResponseBytes: Int
  private let exchanges = Mutex<[Int: Exchange]>([:])

  init(maximumResponseBytes: Int) { self.maximumResponseBytes = maximumResponseBytes }

  func begin(_ task: URLSessionTask, _ continuation: CheckedContinuation<Answer, Never>) {
    exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
  }

  /// Ends a wait. Only the first answer counts.
  func finish(_ task: URLSessionTask, _ answer: Answer) {
    let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    if case .failure = answer { task.cancel() }
    exchange.continuation.resume(returning: answer)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    if response.expectedContentLength > Int64(maximumResponseBytes) {
      completionHandler(.cancel)
      return finish(dataTask, .failure(.tooLong(limit: maximumResponseBytes)))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = exchanges.withLock { exchanges in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      let isTooLong = exchange.body.count + data.count > maximumResponseBytes
      if !isTooLong { exchange.body += data }
      exchanges[dataTask.taskIdentifier] = exchange
      return isTooLong
    }
    if isTooLong { finish(dataTask, .failure(.tooLong(limit: maximumResponseBytes))) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    finish(task, .success(HTTPAnswer(status: response.statusCode, body: [])))
    completionHandler(nil)
    task.cancel()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { return finish(task, .failure(.failed(error.localizedDescription))) }
    guard let response = task.response as? HTTPURLResponse else {
      return finish(task, .failure(.failed("expected a response of HTTP")))
    }
    let body = exchanges.withLock { $0[task.taskIdentifier]?.body ?? [] }
    finish(task, .success(HTTPAnswer(status: response.statusCode, body: body)))
  }
}
