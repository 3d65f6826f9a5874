/// What `\p{…}` names: a property of code points, as ECMA-262 lists them (tables 66 to 68 of the 2023 edition).
///
/// Made while parsing. The data are those of the Swift standard library, so the version of Unicode is the
/// toolchain's; the names are in `UnicodeProperty+Names.swift`.
enum UnicodeProperty: Sendable {
  case any
  case ascii
  case assigned
  case categories(GeneralCategorySet)
  case fixed(ScalarSet)
  case binary(@Sendable (Unicode.Scalar.Properties) -> Bool)

  enum LookUp {
    case found(UnicodeProperty)
    case unknown
    /// In the lists of ECMA-262, but the standard library does not offer its data.
    case unsupported
  }

  static func lookUp(name: String, value: String?) -> LookUp {
    if let value {
      switch name {
      case "General_Category", "gc":
        return GeneralCategorySet(name: value).map { .found(.categories($0)) } ?? .unknown
      case "Script", "sc", "Script_Extensions", "scx": return .unsupported
      default: return .unknown
      }
    }
    if let categories = GeneralCategorySet(name: name) { return .found(.categories(categories)) }
    if let row = binaryProperties.first(where: { $0.name == name || $0.alias == name }) { return .found(row.property) }
    return name == "Extended_Pictographic" || name == "ExtPict" ? .unsupported : .unknown
  }

  var scalars: ScalarSet {
    switch self {
    case .any: .all
    case .ascii: ScalarSet([0...0x7f])
    case .assigned: GeneralCategorySet(.unassigned).scalars.complement
    case .categories(let categories): categories.scalars
    case .fixed(let set): set
    case .binary(let holds):
      ScalarSet(ScalarRuns.scan(surrogates: false) { holds($0.properties) }.filter(\.value).map(\.range))
    }
  }
}

/// A set of general categories, one bit each.
struct GeneralCategorySet: OptionSet, Sendable {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ category: Unicode.GeneralCategory) {
    rawValue = 1 << UInt32(Self.order.firstIndex(of: category) ?? 0)
  }

  init?(name: String) {
    guard let row = Self.names.first(where: { $0.names.contains(name) }) else { return nil }
    self = row.categories
  }

  var scalars: ScalarSet {
    ScalarSet(Self.runs.filter { contains(GeneralCategorySet($0.value)) }.map(\.range))
  }

  /// The category of every code point, read from the standard library once, at the first use of any category.
  private static let runs = ScalarRuns.scan(surrogates: .surrogate) { $0.properties.generalCategory }
}

/// Reading a property of all code points, as runs of equal values.
enum ScalarRuns {
  struct Run<Value> {
    var range: ClosedRange<UInt32>
    var value: Value
  }

  /// The runs of `property`; surrogates, which are no scalars, have the value given for them.
  ///
  /// Planes 4 to 13 hold nothing and planes 15 and 16 are for private use. There only the first code point and
  /// the noncharacters at the end are asked, which saves two thirds of the time.
  static func scan<Value: Equatable>(
    surrogates surrogateValue: Value, _ property: (Unicode.Scalar) -> Value
  ) -> [Run<Value>] {
    var runs: [Run<Value>] = []
    func append(_ range: ClosedRange<UInt32>, _ value: Value) {
      if let last = runs.last, last.value == value {
        runs[runs.count - 1].range = last.range.lowerBound...range.upperBound
      } else {
        runs.append(Run(range: range, value: value))
      }
    }
    for plane in UInt32(0)...16 {
      var next = plane << 16
      let end = next + 0xffff
      if plane >= 4, plane != 14, let scalar = Unicode.Scalar(next) {
        append(next...end - 2, property(scalar))
        next = end - 1
      }
      while next <= end {
        append(next...next, Unicode.Scalar(next).map(property) ?? surrogateValue)
        next += 1
      }
    }
    return runs
  }
}

extension ScalarRuns.Run: Sendable where Value: Sendable {}
