/// Why a server cannot start.
public struct WebServerError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String
}
