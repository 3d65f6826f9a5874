#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Memory that ends with an unreadable page: the first byte read past a text at its end stops the process.
///
/// A sanitizer finds the same mistakes, but not in C code that was compiled without it, and not in every run.
package final class GuardedBytes {
  private let base: UnsafeMutableRawPointer
  private let usable: Int
  private let whole: Int

  /// Memory for texts of up to `capacity` bytes; nil if the system provides none.
  package init?(capacity: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    usable = (max(capacity, 1) + page - 1) / page * page
    whole = usable + page
    let memory = mmap(nil, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    base = memory
    guard mprotect(base + usable, page, PROT_NONE) == 0 else { return nil }
  }

  deinit { munmap(base, whole) }

  /// Calls `body` with a copy of `text` whose last byte is the last readable one.
  package func withText<Result>(_ text: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result)
    rethrows
    -> Result
  {
    precondition(text.count <= usable, "the text fits into the memory asked for")
    let start = (base + (usable - text.count)).assumingMemoryBound(to: UInt8.self)
    let copy = UnsafeMutableBufferPointer(start: start, count: text.count)
    _ = copy.update(fromContentsOf: text)
    return try body(UnsafeBufferPointer(copy))
  }
}
