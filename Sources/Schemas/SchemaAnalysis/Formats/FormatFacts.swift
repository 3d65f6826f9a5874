package import SchemaRuntime

/// Properties of a format apart from its check: one row of the table in `FormatFacts+Rows.swift`.
package struct FormatFacts: Sendable {
  /// The first draft of JSON Schema that defines the format; nil if OpenAPI's registry does.
  ///
  /// Each draft includes the formats of its predecessors, except that draft-04 and draft-06 lack some of draft-03. Since 2019-09 a vocabulary defines them, and the meta-schema
  /// of a dialect determines whether it asserts them.
  package var draft: Draft?
  /// A noun phrase for texts of the format: `a date and time with time zone`.
  package var words: String
  /// The range of lengths in Unicode scalars.
  package var lengths = 0...Int.max
  /// Whether texts are ASCII, so that they have as many bytes as scalars.
  package var isASCII = true
  /// A regular expression that only matches texts of the format: ordinary texts if each count is minimal, and longer
  /// ones if the format has them.
  package var shape: String
  /// Another such expression, for less ordinary texts; nil if the shape has texts of all kinds.
  package var otherShape: String?
  /// A regular expression that all texts of the format match; nil if it would say little.
  package var envelope: String?
  /// Typical texts.
  package var examples: [String]
  /// The shortest texts, and other short ones.
  package var shortExamples: [String]
  /// Texts that almost have the format.
  package var counterexamples: [String]
  /// Formats that include all texts of this one.
  package var wider: [Format] = []
  /// Swift types other than `String` that may represent it, as named by `types` in the configuration.
  package var swiftTypes: [String] = []
  /// Whether it is a format of numbers, too.
  package var isOfNumbers = false
  /// The locations where inference recognizes the format.
  package var recognition = Recognition.never

  /// Drafts that define formats that their predecessors do not.
  package enum Draft: String, Sendable, CaseIterable {
    case draft3 = "draft-03"
    case draft4 = "draft-04"
    case draft6 = "draft-06"
    case draft7 = "draft-07"
    case draft2019 = "2019-09"
  }

  /// The locations where inference recognizes texts of a format.
  package enum Recognition: Hashable, Sendable {
    /// Nearly any word has the format, or few schemas use it.
    case never
    /// In values that contain a text such as `://`, which texts of the format usually have.
    case values(holding: String = "")
    /// In values, and in names of members that are data.
    case valuesAndNames(holding: String = "")
  }
}

extension Format {
  /// The format's row.
  package var facts: FormatFacts { FormatFacts.table[Int(rawValue)] }

  /// A typical text of the format.
  ///
  /// - Parameter draw: returns a number from 0 up to but not including its argument.
  package func ordinaryText(draw: (Int) -> Int) -> String? {
    FormatFacts.drafts[Int(rawValue)]?.text(longest: 0, limit: 1_000, draw: draw)
  }

  /// The part of the row that is needed for every string.
  private var recognition: FormatFacts.Recognition { FormatFacts.recognitions[Int(rawValue)] }

  /// Whether inference may recognize names of members as texts of this format.
  package var isRecognizedInNames: Bool {
    if case .valuesAndNames = recognition { true } else { false }
  }

  /// Whether inference recognizes a text as one of this format.
  package func isRecognized(_ utf8: UnsafeBufferPointer<UInt8>, isName: Bool) -> Bool {
    switch recognition {
    case .never: false
    case .values(let mark): !isName && isValid(utf8) && utf8.holds(mark)
    case .valuesAndNames(let mark): isValid(utf8) && utf8.holds(mark)
    }
  }
}

extension FormatFacts {
  /// The rows in the order of the formats.
  fileprivate static let table = Format.allCases.map(row)
  fileprivate static let drafts = table.map { PatternDraft($0.shape) }
  fileprivate static let recognitions = table.map(\.recognition)

  /// The distinct Swift types that may represent formats.
  package static let swiftTypes = table.flatMap(\.swiftTypes).reduce(into: [String]()) { types, type in
    if !types.contains(type) { types.append(type) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func holds(_ text: String) -> Bool {
    text.isEmpty || indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
