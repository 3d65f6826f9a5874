import JSONSchema
import Mustache
import SchemaRuntime
import SchemaValidation

/// Builds the contexts of the Swift templates: finished text and Booleans, each key listed in Templates/README.md.
struct ModelContext {
  /// The version that generated files name.
  static let version = "0.1.0"

  let accessLevel: String

  private var importWords: String { accessLevel == "internal" ? "internal import" : accessLevel + " import" }
  private var access: String { accessLevel == "internal" ? "" : accessLevel + " " }

  /// One schema's file.
  func model(_ file: FilePlan, _ emitter: ModelEmitter) -> TemplateValue {
    let types = file.types.map { type in
      let emitted = emitter.emit(type)
      return TemplateValue.object([
        "declaration": .text(emitted.declaration), "coding": .text(emitted.coding),
        "decoding": .text(emitted.decoding), "validation": .text(emitted.validation),
      ])
    }
    return .object([
      "version": .text(Self.version), "runtime": "Version1", "source": .text(SwiftText.visible(file.sourcePath)),
      "import": .text(importWords), "needsFoundation": .flag(needsFoundation(file)), "types": .list(types),
    ])
  }

  /// Whether a type of Foundation stands in the file.
  private func needsFoundation(_ file: FilePlan) -> Bool {
    file.types.contains { type in
      let references: [TypeReference]
      switch type.kind {
      case .structure(let plan):
        if case .typed(let additional) = plan.additional {
          references = plan.members.map(\.type) + [additional]
        } else {
          references = plan.members.map(\.type)
        }
      case .union(let plan): references = plan.cases.map(\.type)
      case .wrapper(let reference): references = [reference]
      case .enumeration: references = []
      }
      return references.contains { $0.holds(["Date", "UUID", "URL"]) }
    }
  }

  /// The file that carries the program.
  func program(_ program: Program) -> TemplateValue {
    let schemas = program.json.array ?? []
    let lines = schemas.enumerated().map { index, schema in
      TemplateValue.object(["text": .text(Self.ascii(schema.text()) + (index < schemas.count - 1 ? "," : ""))])
    }
    let texts = schemas.map { $0.text() }
    return .object([
      "version": .text(Self.version), "lines": .list(lines), "delimiter": .text(Self.delimiter(for: texts)),
      "patterns": .list(program.patterns.enumerated().map { pattern($0, $1) }),
      "hasValues": .flag(program.values.contains { $0.array != nil || $0.object != nil }),
    ])
  }

  /// A pattern: its automaton as static data, so that no payload pays for compiling it; the compiled pattern of
  /// the program where there is no automaton.
  private func pattern(_ index: Int, _ pattern: Pattern) -> TemplateValue {
    let automaton = pattern.automaton.flatMap { $0.byteCount <= Self.largestLiteral ? $0 : nil }
    let rows = automaton.map { Self.rows($0.literal) } ?? []
    return .object([
      "name": .text("pattern\(index)"), "hasAutomaton": .flag(!rows.isEmpty), "index": .text(String(index)),
      "source": .text("`" + SwiftText.visible(pattern.source).filter { $0 != "\n" } + "`"),
      "rows": .list(
        rows.enumerated().map { .object(["text": .text($1 + ($0 < rows.count - 1 ? "\\" : ""))]) }),
    ])
  }

  /// Bytes of the largest automaton that is emitted: as large as one may be.
  private static let largestLiteral = PatternOptions().maximumAutomatonByteCount

  /// The content of a string literal in lines of some hundred characters; escapes are not divided.
  private static func rows(_ literal: String) -> [String] {
    var rows: [String] = []
    var row = ""
    var isEscaped = false
    for character in literal {
      row.append(character)
      isEscaped = character == "\\" && !isEscaped
      if row.count >= 100, !isEscaped {
        rows.append(row)
        row = ""
      }
    }
    return row.isEmpty ? rows : rows + [row]
  }

  /// The file that lists all schemas.
  func catalog(_ plan: TypePlan) -> TemplateValue {
    let schemas = plan.files.compactMap { file in
      file.types.first.map { root in
        TemplateValue.object([
          "name": .text(SwiftText.literal(file.name)), "type": .text(root.name.qualified),
        ])
      }
    }
    return .object([
      "version": .text(Self.version), "import": .text(importWords), "access": .text(access), "schemas": .list(schemas),
    ])
  }

  /// JSON text without a character beyond ASCII.
  static func ascii(_ json: String) -> String {
    var result = ""
    for unit in json.utf16 {
      if unit < 0x7f, let scalar = Unicode.Scalar(unit) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }

  /// As many number signs as no text can end a raw literal with.
  private static func delimiter(for texts: [String]) -> String {
    var delimiter = "#"
    while texts.contains(where: { $0.contains("\"\"\"" + delimiter) || $0.contains("\\" + delimiter) }) {
      delimiter += "#"
    }
    return delimiter
  }
}
