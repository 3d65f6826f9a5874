package import JSONSchema

/// URIs and anchors that two schemas have.
package enum ClashingIdentifier: FactRule {
  package static let id = "clashing-identifier"
  package static let summary = "a '$id' or an anchor that another schema has already"
  package static let explanation = """
    A reference names one schema. When two schemas of a bundle have one URI, or two of a resource have one anchor,
    where a reference leads depends on the order in which a tool reads files.
    """
  package static let severity = Diagnostic.Severity.error
  package static let bad = """
    {
      "$ref": "#size",
      "$defs": {
        "width": { "$anchor": "size", "type": "integer" },
        "height": { "$anchor": "size", "type": "number" }
      }
    }
    """
  package static let good = """
    {
      "$ref": "#width",
      "$defs": {
        "width": { "$anchor": "width", "type": "integer" },
        "height": { "$anchor": "height", "type": "number" }
      }
    }
    """
}
