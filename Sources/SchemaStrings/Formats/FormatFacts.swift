package import SchemaRuntime

/// What tools know of a format beyond its check: one row of the table in `FormatFacts+Rows.swift`.
package struct FormatFacts: Sendable {
  /// The first draft of JSON Schema that defines the format; nil for one of other origin.
  ///
  /// Each draft defines the formats of its predecessors as well. Since 2019-09 a vocabulary defines them, and the
  /// meta-schema of a dialect says whether it asserts them.
  package var draft: Draft?
  /// What a text of the format is, in the middle of a sentence: `a point in time with its zone`.
  package var words: String
  /// The numbers of Unicode scalars that texts have at least and at most.
  package var lengths = 0...Int.max
  /// Whether texts are ASCII, so that they have as many bytes as scalars.
  package var isASCII = true
  /// A regular expression that matches some texts of the format and no others: ordinary texts where each count is the
  /// least, and longer ones where the format has them.
  package var shape: String
  /// What people expect to see.
  package var examples: [String]
  /// The shortest texts, and others of few characters.
  package var shortExamples: [String]
  /// Texts that are nearly of the format.
  package var counterexamples: [String]
  /// Formats that all texts of this one have as well.
  package var wider: [Format] = []
  /// Swift types other than `String` that may stand for it, as `formats.types` of the configuration names them.
  package var swiftTypes: [String] = []
  /// Where inference takes texts for ones of the format.
  package var recognition = Recognition.never

  /// Drafts that define formats which their predecessors do not.
  package enum Draft: String, Sendable, CaseIterable {
    case draft4 = "draft-04"
    case draft6 = "draft-06"
    case draft7 = "draft-07"
    case draft2019 = "2019-09"
  }

  /// Where texts are recognised, by which inference goes.
  package enum Recognition: Hashable, Sendable {
    /// Nearly any word is of the format, or few schemas mean it.
    case never
    /// In values that hold a text such as `://`, without which people seldom mean the format.
    case values(holding: String = "")
    /// In values, and in names of members that are data.
    case valuesAndNames(holding: String = "")
  }
}

extension Format {
  /// The format's row.
  package var facts: FormatFacts { FormatFacts.table[Int(rawValue)] }

  /// A text of the format such as payloads hold.
  ///
  /// - Parameter draw: a number from 0 up to, and without, its argument.
  package func ordinaryText(draw: (Int) -> Int) -> String? {
    FormatFacts.drafts[Int(rawValue)]?.text(longest: 0, limit: 1_000, draw: draw)
  }

  /// The row's part that is asked of every string, without the rest.
  private var recognition: FormatFacts.Recognition { FormatFacts.recognitions[Int(rawValue)] }

  /// Whether inference may take names of members for texts of this format.
  package var isRecognisedInNames: Bool {
    if case .valuesAndNames = recognition { true } else { false }
  }

  /// Whether inference takes a text for one of this format.
  package func isRecognised(_ utf8: UnsafeBufferPointer<UInt8>, isName: Bool) -> Bool {
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

  /// The Swift types that may stand for formats, each once.
  package static let swiftTypes = table.flatMap(\.swiftTypes).reduce(into: [String]()) { types, type in
    if !types.contains(type) { types.append(type) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func holds(_ text: String) -> Bool {
    text.isEmpty || indices.contains { self[$0...].starts(with: text.utf8) }
  }
}
