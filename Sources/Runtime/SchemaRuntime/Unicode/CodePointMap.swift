/// Maps every code point to a small number, for properties that are looked up for each scalar.
///
/// Built from runs of ``UnicodeData`` on first use, and kept.
struct CodePointMap: Sendable {
  /// The first code point of each run, ascending, starting with 0.
  private var starts: [UInt32] = []
  private var values: [UInt8] = []

  init(_ runs: StaticString) {
    UnicodeDataReader(runs).forEachRun { range, value in
      starts.append(range.lowerBound)
      values.append(value)
    }
  }

  subscript(_ code: UInt32) -> UInt8 {
    let run = max(starts.partitioningIndex { $0 > code } - 1, 0)
    return run < values.count ? values[run] : 0
  }
}

extension CodePointMap {
  fileprivate static let generalCategories = CodePointMap(UnicodeData.generalCategoryRuns)
  fileprivate static let bidiClasses = CodePointMap(UnicodeData.bidiClassRuns)
  fileprivate static let joiningTypes = CodePointMap(UnicodeData.joiningTypeRuns)
  fileprivate static let identifierClasses = CodePointMap(UnicodeData.identifierClassRuns)
  fileprivate static let combiningClasses = CodePointMap(UnicodeData.combiningClassRuns)
}

// Properties from ``UnicodeData``, with its version, not the standard library's.
extension Unicode.Scalar {
  var category: GeneralCategory { GeneralCategory(rawValue: CodePointMap.generalCategories[value]) ?? .unassigned }
  var bidiClass: BidiClass { BidiClass(rawValue: CodePointMap.bidiClasses[value]) ?? .leftToRight }
  var joiningType: JoiningType { JoiningType(rawValue: CodePointMap.joiningTypes[value]) ?? .nonJoining }
  var identifierClass: IdentifierClass {
    IdentifierClass(rawValue: CodePointMap.identifierClasses[value]) ?? .disallowed
  }
  /// Canonical_Combining_Class; 0 for a starter.
  var combiningClass: UInt8 { CodePointMap.combiningClasses[value] }

  /// Whether the scalar combines with the preceding one: General_Category Mark.
  var isMark: Bool {
    switch category {
    case .spacingMark, .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}
