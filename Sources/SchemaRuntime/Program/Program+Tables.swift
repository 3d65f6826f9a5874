// Long lists of names and values are looked up: to go through them would take, for every member or element of a
// payload, as long as the schema is.
extension Program {
  /// Names and values up to which a run is gone through instead.
  static let longestSearch = 16

  /// The places of a run's rows by the hashes of their names. Of names with one hash the first stands for all, so that
  /// what is found has to be compared, and another name has to be searched for.
  struct NameTable: Sendable {
    fileprivate(set) var places: [Int: Int] = [:]

    static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(name))
      return hasher.finalize()
    }
  }

  /// The places of a run's values by their hashes.
  struct ValueTable: Sendable {
    fileprivate(set) var places: [Int: [Int]] = [:]
    /// Whether there are arrays or objects among the values; otherwise none needs to be hashed to know that it is not.
    fileprivate(set) var hasContainers = false
  }

  /// Makes the tables of all long runs.
  mutating func addTables() {
    for step in steps {
      switch step.instruction {
      case .object(.properties(let run)), .object(.additionalProperties(_, let run, _)): addNameTable(of: run)
      case .anyType(.enumeration(let run)): addValueTable(of: run)
      case .anyType, .number, .length, .string, .array, .object, .inPlace: break
      }
    }
  }

  private mutating func addNameTable(of run: Instruction.Run) {
    guard run.count > Self.longestSearch, nameTables[run.start] == nil else { return }
    var table = NameTable()
    for place in run.range {
      let hash = withName(rows[place].name) { NameTable.hash($0) }
      if table.places[hash] == nil { table.places[hash] = place }
    }
    nameTables[run.start] = table
  }

  private mutating func addValueTable(of run: Instruction.Run) {
    guard run.count > Self.longestSearch else { return }
    var table = ValueTable()
    for place in run.range {
      table.places[values[place].valueHash, default: []].append(place)
      table.hasContainers = table.hasContainers || [.array, .object].contains(values[place].type)
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
