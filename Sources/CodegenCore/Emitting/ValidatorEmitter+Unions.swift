import JSONSchema
import SchemaRuntime

extension ValidatorEmitter {
  /// A choice whose branches a tag or the type tells apart: the one branch that can match is asked, and no other.
  ///
  /// Every branch requires the tag and no two admit one value of it, so that the others cannot match: the
  /// verdict is that of the program, which asks them all. It keeps nested unions from asking every branch of
  /// every level.
  /// - Returns: whether it was printed; otherwise the branches have to be asked in turn.
  func addDispatch(_ instruction: Instruction, of type: TypeDeclaration?, to writer: inout CodeWriter) -> Bool {
    guard let type, let (dispatch, branches) = dispatch(of: instruction, in: type) else { return false }
    switch dispatch {
    case .tag(let member, let values): addTagDispatch(member, values, branches, to: &writer)
    case .types(let types): addTypeDispatch(types, branches, to: &writer)
    case .members, .validators: return false
    }
    return true
  }

  /// How the branch of a choice is known, and the branches; nil where they have to be asked in turn.
  func dispatch(of instruction: Instruction, in type: TypeDeclaration) -> (UnionShape.Dispatch, branches: [Int])? {
    guard case .union(let plan) = type.kind, let run = Self.branches(of: instruction) else { return nil }
    let branches = program.rows(of: run).map { Int($0.schema) }
    // Branches that the plan leaves out, null or false, have no place in its dispatch.
    guard plan.cases.compactMap({ $0.schema.flatMap { indexes[$0] } }) == branches else { return nil }
    switch plan.dispatch {
    case .tag, .types: return (plan.dispatch, branches)
    case .members, .validators: return nil
    }
  }

  private static func branches(of instruction: Instruction) -> Instruction.Run? {
    switch instruction {
    case .inPlace(.oneOf(let run)), .inPlace(.anyOf(let run)): run
    case .anyType, .number, .length, .string, .array, .object, .inPlace: nil
    }
  }

  private func addTagDispatch(
    _ member: String, _ values: [[JSONValue]?], _ branches: [Int], to writer: inout CodeWriter
  ) {
    writer.add("guard let tag = json.firstMember(\(SwiftText.literal(member))) else { return false }")
    var isFirst = true
    for (place, tags) in values.enumerated() {
      guard let tags else { continue }
      let conditions = tags.map { equality("tag", $0, known: nil) }
      let condition = conditions.count == 1 ? conditions[0] : conditions.map { "(\($0))" }.joined(separator: " || ")
      writer.block((isFirst ? "if " : "else if ") + condition) { addGuard(branches[place], on: "json", to: &$0) }
      isFirst = false
    }
    let open = values.firstIndex { $0 == nil }
    writer.block("else") { writer in
      if let open { addGuard(branches[open], on: "json", to: &writer) } else { writer.add("return false") }
    }
  }

  private func addTypeDispatch(_ types: [Set<JSONType>], _ branches: [Int], to writer: inout CodeWriter) {
    for (place, types) in types.enumerated() {
      let condition = Self.typeCondition(TypeSet(types), on: "json")
      writer.block((place == 0 ? "if " : "else if ") + condition) { addGuard(branches[place], on: "json", to: &$0) }
    }
    writer.block("else") { $0.add("return false") }
  }
}
