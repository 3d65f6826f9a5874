/// A verb of a tool: a type with its help, its options and operands, and its implementation.
///
///     struct Greet: Command {
///       static let name = "greet"
///       static let abstract = "greet people"
///       static let discussion = "Prints a greeting for every NAME."
///       static let examples = """
///         # greet two people
///         codegen greet Ada Grace
///         """
///
///       @Option("--loud", "use capital letters") var isLoud: Bool
///       @Operand("NAME", .text) var people: [String]
///
///       func run(in context: CommandContext) -> ExitCode { … }
///     }
package protocol Command {
  static var name: String { get }
  /// One line for the list of verbs.
  static var abstract: String { get }
  static var discussion: String { get }
  /// Command lines, each after a line `# purpose`.
  static var examples: String { get }

  init()

  /// Runs the command; options and operands are set.
  func run(in context: CommandContext) throws -> ExitCode
}

/// Options that several commands share, as a property of each.
package protocol OptionGroup {}

/// The environment of a command.
package struct CommandContext {
  package let tool: Tool
  package let terminal: Terminal
  /// Absolute.
  package let workingDirectory: String
  /// The command line, without the name of the tool.
  package let arguments: [String]
}

extension Command {
  static var options: [Parameter] { Self().parameters.filter(\.isOption) }
  static var operands: [Parameter] { Self().parameters.filter { !$0.isOption } }

  /// Options and operands in the order of their declarations, including those of groups.
  var parameters: [Parameter] { Self.parameters(of: self) }

  private static func parameters(of value: Any) -> [Parameter] {
    Mirror(reflecting: value).children.flatMap { child in
      if let declared = child.value as? any ParameterDeclaration { return [declared.parameter] }
      return child.value is any OptionGroup ? parameters(of: child.value) : []
    }
  }
}
