/// A type with more digits than `Double` that encoders and decoders know, such as Foundation's `Decimal`.
///
/// Generated types that contain one name it (``SchemaModel/exactNumber``), so that no digit is lost on the way through
/// Codable.
public protocol ExactNumber: Codable, Sendable {
  /// Creates exactly the number of a node; nil if the type does not have it.
  init?(exactly node: UnsafeJSONNode)

  /// Writes the value, followed by a comma, as ``JSONWriter`` requires.
  func write(to writer: inout JSONWriter)
}

extension ExactNumber {
  /// The value as JSON text; nil if it has none.
  var text: [UInt8]? { try? JSONWriter.text(estimate: 64) { write(to: &$0) } }
}

extension CodingGuide {
  /// The types to try first when reading a value; without a guide, all are tried.
  struct Expectation {
    let guide: CodingGuide?
    /// The type of numbers with more digits than `Double`.
    let exactNumber: (any ExactNumber.Type)?

    var types: TypeSet { guide?.types ?? CodingGuide.anything }
    func member(_ name: String) -> Self { Self(guide: guide?.member(name), exactNumber: exactNumber) }
    var elements: Self { Self(guide: guide?.elements, exactNumber: exactNumber) }
  }
}
