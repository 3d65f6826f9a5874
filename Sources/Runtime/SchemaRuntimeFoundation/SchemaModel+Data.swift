public import Foundation
public import SchemaRuntime

extension WritableModel {
  /// The value as JSON text in UTF-8.
  /// - Throws: ``SchemaError/unwritable(_:)`` if a number is not finite.
  public func jsonData() throws(SchemaError) -> Data { Data(try json()) }

  /// The value as JSON text in UTF-8.
  /// - Throws: ``SchemaError/unwritable(_:)`` if a number is not finite.
  public func jsonData(_ options: JSONFormat...) throws(SchemaError) -> Data {
    Data(try JSONValue(self).json(JSONFormat(options)))
  }
}
