import Dispatch
import Foundation

/// Signals of the operating system.
enum Signals {
  /// Waits for the first of some signals, which then no longer end the process.
  static func next(_ numbers: [Int32]) async {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    for await _ in signals { break }
    for source in sources { source.cancel() }
  }
}
