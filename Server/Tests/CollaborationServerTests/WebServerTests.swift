import Foundation
import Synchronization
import Testing

@testable import CollaborationServer

/// The thread of the connections: what happens if it is stuck, and its limits.
@Suite struct WebServerTests {
  /// Answers on the server's thread, and is stuck there for a path until the test opens the gate.
  private final class StuckApplication: WebApplication {
    let gate = DispatchSemaphore(value: 0)
    let stalls = Mutex(0)

    func refusal(of head: RequestHead) -> Response? {
      if head.path == "/stuck" { gate.wait() }
      return Response(status: 200)
    }
    func response(to failure: RequestFailure, _ head: RequestHead) -> Response { Response(status: failure.status) }
    func respond(to head: RequestHead, body: [UInt8]) async -> Response { Response(status: 200) }
    func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler { ClosedSocket() }
    func stalled() { stalls.withLock { $0 += 1 } }
  }

  @Test("a thread that is stuck is reported once each time, and its server stops waiting for it")
  func reportsStalls() async throws {
    let application = StuckApplication()
    let server = try WebServer(WebServer.Options(), application)
    for count in 1...2 {
      let connection = try RawConnection(port: server.port)
      connection.send(Array("GET /stuck HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
      while application.stalls.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(20)) }
      if count == 2 {
        let hasEnded = await stop(server, within: 0)
        #expect(!hasEnded)
      }
      application.gate.signal()
      #expect(try await connection.response().status == 200)
    }
    #expect(application.stalls.withLock { $0 } == 2)
    #expect(await stop(server, within: 5))
  }

  /// Answers a message of a number and a size with so many messages of so many KiB, and a small one.
  private struct GenerousApplication: WebApplication {
    struct Handler: WebSocketHandler {
      let socket: WebSocket

      func receive(_ message: UnsafeBufferPointer<UInt8>) {
        let numbers = String(decoding: message, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        for _ in 0..<numbers[0] { socket.send([UInt8](repeating: UInt8(ascii: "x"), count: numbers[1] << 10)) }
        socket.send(Array("end".utf8))
      }
      func closed() {}
    }

    func refusal(of head: RequestHead) -> Response? { nil }
    func response(to failure: RequestFailure, _ head: RequestHead) -> Response { Response(status: failure.status) }
    func respond(to head: RequestHead, body: [UInt8]) async -> Response { Response(status: 200) }
    func open(_ socket: WebSocket, _ head: RequestHead) -> any WebSocketHandler { Handler(socket: socket) }
    func stalled() {}
  }

  @Test("sockets that do not read are closed when too much waits for all together, and leave something for others")
  func limitsWaitingOutput() async throws {
    var options = WebServer.Options()
    (options.maximumWaiting, options.maximumWaitingTotal) = (1 << 30, 8 << 20)
    let server = try WebServer(options, GenerousApplication())
    // More than the buffers of the system hold.
    let silent = try await RawSocket(port: server.port, path: "/")
    silent.connection.send(RawFrame.masked(.text, Array("64 1024".utf8)))
    let reading = try await RawSocket(port: server.port, path: "/")
    for _ in 0..<3 {
      reading.connection.send(RawFrame.masked(.text, Array("1 256".utf8)))
      #expect(try await reading.text().utf8.count == 256 << 10)
      #expect(try await reading.text() == "end")
    }
    #expect(try await silent.closeCode() == 1013)
    // What has waited counts no longer.
    reading.connection.send(RawFrame.masked(.text, Array("3 1024".utf8)))
    for _ in 0..<3 { #expect(try await reading.text().utf8.count == 1 << 20) }
    #expect(await stop(server, within: 5))
  }

  private func stop(_ server: WebServer, within seconds: Int) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: server.stop(within: seconds)) }
    }
  }

  @Test("the metrics and the log say that the thread was stuck")
  func countsStalls() async throws {
    let (lines, gate) = (LogLines(), DispatchSemaphore(value: 0))
    var configuration = CollaborationServer.Configuration()
    configuration.port = 0
    let log = ServerLog { line in
      lines.append(line)
      if String(decoding: line, as: UTF8.self).contains("/stuck") { gate.wait() }
    }
    let server = try CollaborationServer(configuration, log: log)
    let connection = try RawConnection(port: server.port)
    connection.send(Array("GET /stuck HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
    while !lines.text.contains(#""event":"stalled""#) { try await Task.sleep(for: .milliseconds(20)) }
    gate.signal()
    #expect(try await connection.response().status == 404)
    #expect(try await get("/metrics", server.port).body.contains("\nweb_thread_stalls_total 1\n"))
    await server.stop()
  }

  @Test("a signal ends the process although its thread is stuck")
  func endsStuckProcesses() async throws {
    // Nobody reads the log, so that the thread waits for ever once the pipe is full.
    let process = try ServerProcess(["--log", "debug", "--requests", "1000000"], readsLog: false)
    var connections: [RawConnection] = []
    repeat {
      let connection = try RawConnection(port: process.port)
      let request = Array("GET /nothing HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8)
      for _ in 0..<200 { connection.send(request) }
      connections.append(connection)
    } while await connections[connections.count - 1].answers(200)
    process.terminate()
    #expect(try await process.waitForEnd() == 1)
  }

  @Test("connections beyond the limit are answered with 503, and as many as before are served again afterwards")
  func limitsConnections() async throws {
    try await TestServer.run(isOpen: true) {
      $0.maximumConnections = 3
    } _: { server in
      do {
        let connections = try (0..<3).map { _ in try RawConnection(port: server.server.port) }
        for connection in connections {
          connection.send(Array("GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n".utf8))
          #expect(try await connection.response().status == 200)
        }
        let response = try await server.send("GET", "/health")
        #expect(response.status == 503 && response.fields["retry-after"] == "1")
        #expect(response.fields["content-type"] == "application/problem+json")
      }
      var status = 503
      while status == 503 { status = try await server.send("GET", "/health").status }
      #expect(status == 200)
    }
  }

  @Test("a process that may open 128 files serves fewer connections, says so, and rests while others wait")
  func respectsOpenFiles() async throws {
    let process = try ServerProcess([], openFiles: 128)
    var idle: [RawConnection] = try (0..<200).map { _ in try RawConnection(port: process.port) }
    try await Task.sleep(for: .milliseconds(500))
    let before = process.processorTime
    try await Task.sleep(for: .seconds(1))
    // Far below the second of a thread that spins.
    #expect(process.processorTime - before < 0.5)
    idle = Array(idle.prefix(10))
    var response = try? await get("/health", process.port)
    while response?.status != 200 { response = try? await get("/health", process.port) }
    process.terminate()
    #expect(try await process.waitForEnd() == 0)
    #expect(process.log.contains("the limit of open files permits 32"))
  }

  private func get(_ path: String, _ port: Int) async throws -> RawResponse {
    let connection = try RawConnection(port: port)
    connection.send(Array("GET \(path) HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".utf8))
    return try await connection.response()
  }
}
