package import JSONSchema

/// URIs and anchors of more than one schema.
package enum ClashingIdentifier: FactRule {
  package static let id = "clashing-identifier"
  package static let summary = "an '$id' or an anchor that another schema already has"
  package static let explanation = """
    If two schemas have the same URI, or two schemas in one resource have the same anchor, the target of a reference
    depends on the order in which a tool reads them.
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
