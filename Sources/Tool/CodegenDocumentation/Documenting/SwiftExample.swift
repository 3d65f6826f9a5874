import CodegenCore
import JSONSchema
import SchemaRuntime

/// Writes a payload as the Swift expression for the same value of the generated type, in lines. Where there is none, the
/// page shows how to read the payload.
struct SwiftExample {
  private let expressions: SwiftExpressions
  private static let lineLength = 64

  init(_ expressions: SwiftExpressions) { self.expressions = expressions }

  /// Returns the expression for a value of a type; nil if there is none.
  func tokens(for value: JSONValue, of type: TypeDeclaration) -> [CodeToken]? {
    guard let expression = expressions.expression(value, of: type) else { return nil }
    var layout = Layout()
    layout.add(expression, level: 0, column: "let value = ".count)
    return [CodeToken(text: "let", kind: .keyword), CodeToken(text: " value = ", kind: .plain)] + layout.tokens
  }

  /// Splits an expression into lines; a short one stays on one line.
  private struct Layout {
    private(set) var tokens: [CodeToken] = []

    mutating func add(_ expression: SwiftExpression, level: Int, column: Int) {
      switch expression {
      case .words(let words): add(words)
      case .list(let head, let parts, let close):
        add(head)
        // A single part stays on the opening line: `.mail(UserInfo(`.
        let isAlone = parts.count == 1 && parts[0].label.isEmpty && close == ")"
        let isShort = isAlone || column + expression.source.count <= SwiftExample.lineLength
        for (index, part) in parts.enumerated() {
          if index > 0 { addPlain(isShort ? ", " : ",") }
          if !isShort { addPlain(Self.lineBreak(level + 1)) }
          add(part.label)
          let (head, label) = (Self.width(head), Self.width(part.label))
          add(part.1, level: isAlone ? level : level + 1, column: isAlone ? column + head : (level + 1) * 2 + label)
        }
        addPlain((isShort ? "" : Self.lineBreak(level)) + close.text)
      }
    }

    private mutating func add(_ words: [SwiftExpression.Word]) {
      tokens += words.map { CodeToken(text: $0.source.text, kind: Self.kind($0.kind)) }
    }

    private mutating func addPlain(_ text: String) { tokens.append(CodeToken(text: text, kind: .plain)) }

    private static func kind(_ kind: SwiftExpression.Word.Kind) -> CodeToken.Kind {
      switch kind {
      case .plain: .plain
      case .keyword: .keyword
      case .number: .number
      case .string: .string
      case .type: .type
      }
    }

    private static func lineBreak(_ level: Int) -> String { "\n" + String(repeating: "  ", count: level) }

    private static func width(_ words: [SwiftExpression.Word]) -> Int { words.reduce(0) { $0 + $1.source.count } }
  }
}
