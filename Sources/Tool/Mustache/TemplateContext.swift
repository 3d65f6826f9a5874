/// Where names are looked up: a value, or one of the objects of a table.
struct TemplateContext {
  private let value: TemplateValue
  /// The members, if the value is an object.
  private let members: [(TemplateName, TemplateValue)]
  /// The names and values, if the value is a table.
  private let names: [TemplateName]
  private let values: [TemplateValue]
  /// The index of the table's object.
  var row = 0

  init(_ value: TemplateValue) {
    self.value = value
    if case .object(let object) = value { members = object.members } else { members = [] }
    let objects: TemplateTable? = if case .table(let table) = value { table } else { nil }
    (names, values) = (objects?.names ?? [], objects?.values ?? [])
  }

  /// What `.` refers to.
  var innermost: TemplateValue {
    if case .table(let table) = value { .object(table.row(row)) } else { value }
  }

  // MARK: - Members

  func forEachName(_ body: (TemplateName.Print, Int) -> Void) {
    for index in members.indices { body(members[index].0.print, index) }
    for index in names.indices { body(names[index].print, index) }
  }

  func name(at index: Int) -> TemplateName { names.isEmpty ? members[index].0 : names[index] }

  func member(at index: Int) -> TemplateValue {
    names.isEmpty ? members[index].1 : values[row * names.count + index]
  }

  func isTruthy(at index: Int) -> Bool { member(at: index).isTruthy }

  func isScalar(at index: Int) -> Bool { member(at: index).isScalar }
}
