import SchemaAnalysis
import SchemaRuntime

// The demands of a test of a string's text that holds, or fails.
extension Gathering {
  mutating func demand(_ test: TextTest) {
    demands.mentioned.formUnion(.string)
    switch test {
    case .pattern(let index): demands.string.patterns.append(index)
    case .format(let format): demands.string.formats.append(format)
    // Only the evaluator knows.
    case .customFormat: break
    case .content(let encoding, let mediaType, let schema):
      demands.string.contents.append(
        StringDemands.Content(encoding: encoding, mediaType: mediaType, schema: schema))
    }
  }

  mutating func violate(_ test: TextTest) {
    switch test {
    case .pattern(let index): demands.string.otherPatterns.append(index)
    case .format(let format): demands.string.otherFormats.append(format)
    // Any text with other content will do; the evaluator checks.
    case .content, .customFormat: break
    }
  }
}
