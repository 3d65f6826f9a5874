import CodegenProject
import Foundation
import JSONSchema
import SchemaRuntime

/// The description of the implementation that the protocol requests at the start.
enum BowtieImplementation {
  /// The project's URL, which is also the base of its vocabulary and schemas.
  private static let homepage = "https://schemata.dev/"

  static var metadata: JSONValue {
    [
      "language": "swift",
      "name": "schemata",
      "version": .string(Release.version),
      "dialects": .array(dialects.map { .string($0) }),
      "homepage": .string(homepage),
      "issues": .string(homepage + "issues"),
      "source": .string(homepage + "source"),
      "os": .string(operatingSystem),
      "os_version": .string(ProcessInfo.processInfo.operatingSystemVersionString),
      "language_version": .string(languageVersion),
    ]
  }

  /// The URIs of our dialects as in their meta-schemas, newest first. Up to draft-07 they end in an empty fragment.
  static var dialects: [String] {
    Dialect.all.reversed().map { $0.draft <= .draft7 ? $0.uri + "#" : $0.uri }
  }

  private static var operatingSystem: String {
    #if os(Linux)
      "linux"
    #elseif os(macOS)
      "macos"
    #else
      "unknown"
    #endif
  }

  /// The version of the compiler, which only conditional compilation can determine.
  private static var languageVersion: String {
    #if compiler(>=6.5)
      "6.5 or later"
    #elseif compiler(>=6.4)
      "6.4"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
