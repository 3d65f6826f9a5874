import JSONSchema
import SchemaRuntime

/// Where an API description keeps what its references lead to.
struct BundleHost {
  private let format: Format

  private enum Format {
    case openAPI, swagger, asyncAPI
  }

  init(_ root: JSONValue) {
    format = root["swagger"] != nil ? .swagger : root["asyncapi"] != nil ? .asyncAPI : .openAPI
  }

  /// The members that contain objects by name, with their locations.
  private var sections: [String: [String]] {
    let names =
      switch format {
      case .openAPI:
        [
          "schemas", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links",
          "callbacks",
        ]
      case .swagger: ["definitions", "parameters", "responses"]
      case .asyncAPI:
        [
          "schemas", "servers", "channels", "operations", "messages", "securitySchemes", "parameters", "replies",
          "correlationIds",
        ]
      }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, format == .swagger ? [$0] : ["components", $0]) })
  }

  /// The object that has the schemas.
  var schemas: JSONPointer { JSONPointer(format == .swagger ? ["definitions"] : ["components", "schemas"]) }

  /// All objects that have something by name.
  var all: [JSONPointer] { sections.sorted { $0.key < $1.key }.map { JSONPointer($0.value) } }

  /// Returns the object that has values like that at a path; nil if there is none, as for path items.
  func container(of path: [String]) -> JSONPointer? {
    guard let name = path.last else { return nil }
    switch name {
    case "schema", "payload": return schemas
    case "requestBody", "message", "channel", "reply", "correlationId":
      let plural = ["requestBody": "requestBodies", "reply": "replies"][name] ?? name + "s"
      return sections[plural].map { JSONPointer($0) }
    default: return path.dropLast().last.flatMap { sections[$0] }.map { JSONPointer($0) }
    }
  }

  /// Whether a member of an object is a literal value, whatever it looks like.
  static func isLiteral(_ name: String, in path: [String]) -> Bool {
    // There, these are names.
    let named = [
      "schemas", "definitions", "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes",
      "links", "callbacks", "servers", "channels", "operations", "messages", "properties", "paths",
    ]
    if let around = path.last, named.contains(around) { return false }
    return ["example", "value", "default", "enum", "const"].contains(name)
  }
}
