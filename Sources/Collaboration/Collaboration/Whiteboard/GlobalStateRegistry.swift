// Only for Foundation's coders: application types are Codable, and the runtime has no coders.
import Foundation
import SchemaRuntime

/// The type that an application registered for the global state of its rooms.
///
/// It belongs to one ``WhiteboardSDK``, not to the process, so two libraries in one application are independent.
final class GlobalStateRegistry: Sendable {
  private struct Entry {
    var type: ObjectIdentifier
    var read: @Sendable (JSONObject) throws(WhiteboardFailure) -> any Sendable
  }

  private let entry = Mutex<Entry?>(nil)

  /// - Returns: false if values of the type are not objects; then no type is registered.
  func register<State: Codable & Sendable>(_ type: State.Type) -> Bool {
    guard ObjectProbe.isObject(type) else {
      clear()
      return false
    }
    entry.withLock { entry in
      entry = Entry(type: ObjectIdentifier(type)) { object throws(WhiteboardFailure) in
        try object.decoded(as: State.self)
      }
    }
    return true
  }

  func clear() { entry.withLock { $0 = nil } }

  /// Returns the state as a value of the registered type; nil if none is registered.
  func read(_ object: JSONObject) throws(WhiteboardFailure) -> (any Sendable)? {
    guard let entry = entry.withLock({ $0 }) else { return nil }
    return try entry.read(object)
  }

  func read<State: Codable & Sendable>(
    _ object: JSONObject, as type: State.Type
  ) throws(WhiteboardFailure) -> State {
    try requireRegistration(of: type)
    return try object.decoded(as: type)
  }

  func requireRegistration<State>(of type: State.Type) throws(WhiteboardFailure) {
    let isRegistered = entry.withLock { $0?.type == ObjectIdentifier(type) }
    guard isRegistered else { throw .globalStateNotRegistered("\(type)") }
  }
}

extension JSONObject {
  /// Decodes the object as a generated model, which validates it, or as any other Codable type.
  func decoded<Target: Decodable>(as type: Target.Type) throws(WhiteboardFailure) -> Target {
    let text: [UInt8]
    do { text = try JSONWriter.text { $0.write(self) } } catch { throw .invalidPayload(.unwritable(error)) }
    if let model = type as? any SchemaModel.Type {
      let value: any SchemaModel
      do { value = try model.init(json: text) } catch { throw .invalidPayload(error) }
      guard let value = value as? Target else { throw .globalStateMismatch("expected \(type), found \(model)") }
      return value
    }
    do { return try JSONDecoder().decode(type, from: Data(text)) } catch { throw .globalStateMismatch("\(error)") }
  }

  /// Creates an object from a generated model, which is validated, or from any other Codable value.
  init<Source: Encodable>(encoding value: Source) throws(WhiteboardFailure) {
    let text: [UInt8]
    if let model = value as? any WritableModel {
      do {
        try model.validate()
        text = try model.json()
      } catch { throw .invalidPayload(error) }
    } else {
      let encoder = JSONEncoder()
      // The order of the members does not depend on the run.
      encoder.outputFormatting = .sortedKeys
      do { text = Array(try encoder.encode(value)) } catch { throw .globalStateMismatch("\(error)") }
    }
    do {
      guard let object = try JSONValue(parsing: text).object else {
        throw WhiteboardFailure.globalStateMismatch("expected a type with members, found \(Source.self)")
      }
      self = object
    } catch let error as JSONSyntaxError {
      throw .invalidPayload(.syntax(error))
    } catch let error as WhiteboardFailure {
      throw error
    } catch {
      throw .globalStateMismatch("\(error)")
    }
  }
}

/// A decoder that finds out which kind of JSON value a type reads first.
private struct ObjectProbe: Decoder, SingleValueDecodingContainer {
  private struct Found: Error { var isObject: Bool }

  /// Whether values of a type are JSON objects.
  static func isObject<Target: Decodable>(_ type: Target.Type) -> Bool {
    // URLs and decimal numbers also have a form with members, which JSON coders do not use.
    if type is any ElementaryValue.Type { return false }
    if let model = type as? any SchemaModel.Type {
      // A model of another kind rejects an object for its type.
      do { _ = try model.init(json: "{}") } catch { return !error.rejectsRootType }
      return true
    }
    do { _ = try Target(from: ObjectProbe()) } catch { return (error as? Found)?.isObject ?? true }
    // A type without members reads nothing.
    return true
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Found(isObject: true)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Found(isObject: false) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A type that wraps another one is what the other one is. The elementary types read from this container as well.
    if Value.self is any ElementaryValue.Type { throw Found(isObject: false) }
    return try Value(from: ObjectProbe())
  }
}

private protocol ElementaryValue {}
extension Bool: ElementaryValue {}
extension String: ElementaryValue {}
extension Double: ElementaryValue {}
extension Float: ElementaryValue {}
extension Int: ElementaryValue {}
extension Int8: ElementaryValue {}
extension Int16: ElementaryValue {}
extension Int32: ElementaryValue {}
extension Int64: ElementaryValue {}
extension UInt: ElementaryValue {}
extension UInt8: ElementaryValue {}
extension UInt16: ElementaryValue {}
extension UInt32: ElementaryValue {}
extension UInt64: ElementaryValue {}
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) extension Int128: ElementaryValue {}
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) extension UInt128: ElementaryValue {}
extension Date: ElementaryValue {}
extension URL: ElementaryValue {}
extension UUID: ElementaryValue {}
extension Data: ElementaryValue {}
extension Decimal: ElementaryValue {}

extension SchemaError {
  /// Whether the kind of the value itself, not one of its members, violates the schema.
  fileprivate var rejectsRootType: Bool {
    guard case .invalid(let issues) = self else { return false }
    return issues.contains { issue in
      guard issue.instanceLocation == JSONPointer() else { return false }
      if case .type = issue.kind { return true }
      if case .enumeration = issue.kind { return true }
      return false
    }
  }
}
