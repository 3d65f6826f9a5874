import JSONSchema
import SchemaRuntime
import SchemaValidation

extension ValidatorEmitter {
  /// Adds a choice whose branches are distinguished by a tag or by type: only the branch that can match is checked.
  ///
  /// Every branch requires the tag and no two admit the same tag value, so the others cannot match. The verdict is
  /// that of the program, which checks them all. This avoids checking every branch at every level of nested unions.
  ///
  /// - Returns: whether it was added; if not, the branches must be checked in turn.
  func addDispatch(_ instruction: Instruction, of type: TypeDeclaration?, to writer: inout CodeWriter) -> Bool {
    guard let type, let (dispatch, branches) = dispatch(of: instruction, in: type) else { return false }
    switch dispatch {
    case .tag(let member, let values, _): addTagDispatch(member, values, branches, to: &writer)
    case .types(let types): addTypeDispatch(types, branches, to: &writer)
    case .members, .validators: return false
    }
    return true
  }

  /// Returns how to find the branch of a choice, and the branches; nil if they must be checked in turn.
  func dispatch(of instruction: Instruction, in type: TypeDeclaration) -> (
    UnionShape.Dispatch, branches: [Program.SchemaID]
  )? {
    guard case .union(let plan) = type.kind, !plan.isUntyped else { return nil }
    guard let run = Self.branches(of: instruction) else { return nil }
    let branches = program.rows(of: run).map(\.schema)
    // The dispatch has no entries for branches that the plan omits: null and false.
    guard plan.cases.compactMap({ $0.schema.flatMap { indexes[$0] } }) == branches else { return nil }
    switch plan.dispatch {
    case .tag(_, _, true), .types: return (plan.dispatch, branches)
    case .tag(_, _, false), .members, .validators: return nil
    }
  }

  private static func branches(of instruction: Instruction) -> Instruction.Run? {
    switch instruction {
    case .inPlace(.oneOf(let run)), .inPlace(.anyOf(let run)): run
    case .anyType, .number, .length, .text, .array, .object, .inPlace: nil
    }
  }

  private func addTagDispatch(
    _ member: String, _ values: [[JSONValue]?], _ branches: [Program.SchemaID], to writer: inout CodeWriter
  ) {
    writer.add("guard let tag = json.firstMember(\(SwiftText.literal(member))) else { return false }")
    var isFirst = true
    for (index, tags) in values.enumerated() {
      guard let tags else { continue }
      let condition = Check.any(of: tags.map { equality("tag", $0, known: nil) }).source
      writer.block((isFirst ? "if " : "else if ") + condition) { addGuard(branches[index], on: "json", to: &$0) }
      isFirst = false
    }
    let open = values.firstIndex { $0 == nil }
    writer.block("else") { writer in
      if let open { addGuard(branches[open], on: "json", to: &writer) } else { writer.add("return false") }
    }
  }

  private func addTypeDispatch(_ types: [Set<JSONType>], _ branches: [Program.SchemaID], to writer: inout CodeWriter) {
    for (index, types) in types.enumerated() {
      let condition = Self.typeCheck(TypeSet(Array(types)), on: "json").source
      writer.block((index == 0 ? "if " : "else if ") + condition) { addGuard(branches[index], on: "json", to: &$0) }
    }
    writer.block("else") { $0.add("return false") }
  }
}
