import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime
import SchemaValidation

/// Compares annotations, which do not affect verdicts.
struct WordsComparison {
  let matching: SchemaMatching

  var changes: [Change] {
    matching.counterparts.flatMap { pair -> [Change] in
      let before = matching.old.graph[pair.old]
      let after = matching.new.graph[pair.new]
      var seen: Set<String> = []
      let names = (after.keywords.written.keys + before.keywords.written.keys).filter { seen.insert($0).inserted }
      return names.compactMap { name in
        let (old, new) = (before.keywords.written[name], after.keywords.written[name])
        guard old != new, Self.isSilent(name, before, matching.old), Self.isSilent(name, after, matching.new) else {
          return nil
        }
        let verb = old == nil ? "added" : new == nil ? "removed" : "changed"
        let isKnown = after.dialect.keyword(named: name) != nil || before.dialect.keyword(named: name) != nil
        let rule = isKnown ? ChangeRule.keyword(name, .changed) : .named(.unknownKeywordChanged)
        return Change(
          rule: rule, schema: matching.new.schemaName(of: pair.new),
          old: matching.old.graph.location(of: pair.old, keyword: old == nil ? nil : name),
          new: matching.new.graph.location(of: pair.new, keyword: new == nil ? nil : name),
          message: "\(name.quoted) is \(verb)" + (isKnown ? "" : "; it is an unknown keyword, which is not checked"),
          isAddition: rule.effect == .addition)
      }
    }
  }

  /// Whether a keyword cannot affect verdicts in a schema, even if the schema does not contain it.
  private static func isSilent(_ name: String, _ node: SchemaNode, _ version: SchemaComparison.Version) -> Bool {
    let options = version.configuration.compilerOptions
    switch name {
    case _ where KeywordRoles.definitions.contains(name): return false
    case "format":
      let format = node.keywords.format.flatMap(Format.init(keyword:))
      return format.map { !node.dialect.assertsFormat && !options.assertedFormats.contains($0) } ?? true
    case "contentEncoding", "contentMediaType": return !options.assertsContent
    default: break
    }
    let roles = KeywordRoles.standard
    return !node.writtenAsserting.contains(name) && !roles.isUnknown(name, in: node.dialect)
  }
}
