// Long lists of names and values are looked up by hash: a linear search for every member or element of a payload would
// take time proportional to the size of the schema.
extension Program {
  /// The longest run that is searched linearly.
  static let longestSearch = 16

  /// The indices of a run's rows by the hashes of their names. If several names have the same hash, the first is
  /// stored, so the result must be compared, and on a mismatch the run must be searched.
  struct NameTable: Sendable {
    fileprivate(set) var indices: [Int: Int] = [:]

    static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(name))
      return hasher.finalize()
    }
  }

  /// The indices of a run's values by their hashes.
  struct ValueTable: Sendable {
    fileprivate(set) var indices: [Int: [Int]] = [:]
    /// Whether the values include arrays or objects. If not, an array or object need not be hashed.
    fileprivate(set) var hasContainers = false
  }

  /// Builds the tables of all long runs.
  mutating func addTables() {
    for step in steps {
      switch step.instruction {
      case .object(.properties(let run)), .object(.additionalProperties(_, let run, _)): addNameTable(of: run)
      case .anyType(.enumeration(let run)): addValueTable(of: run)
      case .anyType, .number, .length, .text, .array, .object, .inPlace: break
      }
    }
  }

  private mutating func addNameTable(of run: Instruction.Run) {
    guard run.count > Self.longestSearch, nameTables[run.start] == nil else { return }
    var table = NameTable()
    for index in run.range {
      let hash = withName(rows[index].name) { NameTable.hash($0) }
      if table.indices[hash] == nil { table.indices[hash] = index }
    }
    nameTables[run.start] = table
  }

  private mutating func addValueTable(of run: Instruction.Run) {
    guard run.count > Self.longestSearch else { return }
    var table = ValueTable()
    for index in run.range {
      table.indices[values[index].valueHash, default: []].append(index)
      table.hasContainers = table.hasContainers || [.array, .object].contains(values[index].type)
    }
    valueTables[run.start] = table
  }

  /// The bytes of a name.
  func withName<Result>(_ name: Instruction.Constant, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = Int(nameStarts[Int(name)])
    let end = Int(nameStarts[Int(name) + 1])
    return nameBytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }
}
