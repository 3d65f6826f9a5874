#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Ends the process with a message; libFuzzer keeps the input.
package func reportFinding(_ message: String) -> Never {
  let line = Array("FINDING: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  abort()
}

/// Reports a finding unless `condition` holds.
@inline(__always)
package func check(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { reportFinding(message()) }
}

/// Reports a finding if two answers to the same question differ.
@inline(__always)
package func checkEqual<Value: Equatable>(_ first: Value, _ second: Value, _ message: @autoclosure () -> String) {
  if first != second { reportFinding("\(message()): \(first) and \(second)") }
}
