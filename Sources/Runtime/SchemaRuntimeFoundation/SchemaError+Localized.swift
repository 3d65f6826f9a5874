public import Foundation
public import SchemaRuntime

// Without these, `localizedDescription` would be "SchemaError error 1".

extension SchemaError: LocalizedError {
  /// The same as `description`: each issue with its location, and what would help.
  public var errorDescription: String? { description }
}

extension JSONSyntaxError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension JSONWriteError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
