import Foundation

/// Sockets and limits of the system.
enum Listening {
  /// Descriptors of the process for other things than connections.
  private static let reservedDescriptors = 64

  /// Returns a listening socket that does not block, and its port. An address with several protocols is IPv4.
  static func open(address: String?, port: Int) throws(WebServerError) -> (descriptor: Int32, port: Int) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(address, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    let place = "\(address ?? "any address"), port \(port)"
    guard failure == 0 else {
      throw WebServerError(description: "cannot listen on \(place): \(String(cString: gai_strerror(failure)))")
    }
    let candidates = sequence(first: list, next: { $0?.pointee.ai_next }).compactMap(\.self).map(\.pointee)
    var code = EADDRNOTAVAIL
    for candidate in candidates.filter({ $0.ai_family == AF_INET }) + candidates.filter({ $0.ai_family == AF_INET6 }) {
      let descriptor = socket(candidate.ai_family, streamType, 0)
      guard descriptor >= 0 else {
        code = errno
        continue
      }
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      if bind(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0, listen(descriptor, 1_024) == 0 {
        prepare(descriptor)
        return (descriptor, Self.port(of: descriptor))
      }
      code = errno
      close(descriptor)
    }
    throw WebServerError(description: "cannot listen on \(place): \(String(cString: strerror(code)))")
  }

  /// Returns a connection that does not block, and the address of its client; nil if there is none, with `errno`.
  static func accept(_ listener: Int32) -> (descriptor: Int32, peer: String)? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        let descriptor = Foundation.accept(listener, pointer, &size)
        guard descriptor >= 0 else { return nil }
        prepare(descriptor)
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        var text = [CChar](repeating: 0, count: 64)
        getnameinfo(pointer, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        let peer = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // An IPv4 address on a socket for both protocols.
        return (descriptor, peer.hasPrefix("::ffff:") ? String(peer.dropFirst(7)) : peer)
      }
    }
  }

  /// Returns how many connections the process may open: at most `wanted`. Raises its limit of descriptors for that.
  static func permittedConnections(_ wanted: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(descriptorLimit, &limit) == 0 else { return wanted }
    let extra = reservedDescriptors + EventLoop.refusedConnections
    let needed = rlim_t(wanted + extra)
    if limit.rlim_cur < needed {
      var raised = limit
      raised.rlim_cur = min(needed, limit.rlim_max)
      if setrlimit(descriptorLimit, &raised) == 0 { limit = raised }
    }
    return limit.rlim_cur >= needed ? wanted : max(1, Int(limit.rlim_cur) - extra)
  }

  /// Returns a pipe whose ends do not block.
  static func pipe() throws(WebServerError) -> (output: Int32, input: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else {
      throw WebServerError(description: "cannot open a pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { prepare(end) }
    return (ends[0], ends[1])
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private static func port(of descriptor: Int32) -> Int {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
      // The port is at the same offset in the addresses of both protocols.
      return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }

  #if os(Linux)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let streamType = SOCK_STREAM
    private static let descriptorLimit = RLIMIT_NOFILE
  #endif
}
