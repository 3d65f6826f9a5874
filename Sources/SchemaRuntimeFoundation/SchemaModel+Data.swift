public import Foundation
public import SchemaRuntime

extension SchemaModel {
  /// Parses, validates and decodes a payload.
  public init(json data: Data, limits: JSONLimits = JSONLimits()) throws(SchemaError) {
    try self.init(json: [UInt8](data), limits: limits)
  }

  /// Whether a payload is JSON that satisfies the schema and has no equal names in one object.
  public static func isValid(_ data: Data, limits: JSONLimits = JSONLimits()) -> Bool {
    isValid([UInt8](data), limits: limits)
  }
}

extension WritableModel {
  /// The value as compact JSON text.
  /// - Throws: ``SchemaError/unwritable(_:)`` if a number is not finite.
  public func jsonData() throws(SchemaError) -> Data { Data(try json()) }
}

extension JSONValue {
  /// The value of a JSON text. If names in an object are equal, the last value is kept.
  public init(parsing data: Data, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    try self.init(parsing: [UInt8](data), limits: limits)
  }
}
