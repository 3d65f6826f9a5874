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

  func register<State: Codable & Sendable>(_ type: State.Type) {
    entry.withLock { entry in
      entry = Entry(type: ObjectIdentifier(type)) { object throws(WhiteboardFailure) in
        try object.decoded(as: State.self)
      }
    }
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
      do { text = Array(try JSONEncoder().encode(value)) } catch { throw .globalStateMismatch("\(error)") }
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
