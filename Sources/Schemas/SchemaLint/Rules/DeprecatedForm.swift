package import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Names and forms of keywords from older dialects.
package enum DeprecatedForm: FactRule, SchemaRule {
  package static let id = "deprecated-form"
  package static let summary = "a keyword form from an older dialect than the schema's"
  package static let explanation = """
    Some old forms still work (`definitions` and `dependencies` since 2019-09), some have no meaning (`id` since
    draft-06, `extends` since draft-04), and some are errors (an array under `items` in 2020-12, a Boolean
    `exclusiveMaximum` since draft-06).

    `--fix` writes the new form. It does not rename schemas to which other files may refer: those in a document with
    `$id`, and those in a folder that is only partly linted.
    """
  package static let severity = Diagnostic.Severity.warning
  package static let bad = ##"{ "$ref": "#/definitions/name", "definitions": { "name": { "type": "string" } } }"##
  package static let good = ##"{ "$ref": "#/$defs/name", "$defs": { "name": { "type": "string" } } }"##

  static func check(_ context: LintContext) -> [Violation] {
    context.nodes.filter { $0.dialect.draft >= .draft2019 }.flatMap { node in
      let names = Set(["definitions", "dependencies"]).filter { node.dialect.keyword(named: $0) != nil }
      return node.keywords.written(among: names).map { name in
        let successor = name == "definitions" ? "$defs" : dependentKeyword(node.keywords.written[name])
        let names = successor.map(\.quoted) ?? "'dependentRequired' and 'dependentSchemas'"
        return Violation(
          context.nameLocation(node, name), "expected \(names) in \(node.dialect), found \(name.quoted)",
          fix: successor.flatMap { context.fixes.renaming(name, of: node, to: $0) },
          // Both still have their meaning.
          severity: .note)
      }
    }
  }

  /// Returns the successor of a value of `dependencies`; nil if its members have different forms.
  private static func dependentKeyword(_ value: JSONValue?) -> String? {
    guard let members = value?.object, !members.isEmpty else { return nil }
    if members.allSatisfy({ $0.value.array != nil }) { return "dependentRequired" }
    return members.contains { $0.value.array != nil } ? nil : "dependentSchemas"
  }

  static func fix(_ fact: ResolveError, _ context: LintContext) -> Fix? {
    guard let around = fact.pointer.parent else { return nil }
    switch fact.kind {
    case .notASchema: return tuple(fact, around, context)
    case .keywordValue(let keyword, _, let actual) where keyword.hasPrefix("exclusive"):
      return limit(fact, around, keyword, isExclusive: actual.bool ?? false, context)
    case .foreignKeyword("id", _, _, _):
      guard let node = context.schema(around: fact), node.keywords.written["id"]?.string != nil else { return nil }
      return context.fixes.renaming("id", of: node, to: "$id")
    case .repeatedMember, .keywordValue, .malformedReference, .unknownType, .repeatedName, .repeatedValue,
      .missingCompanion, .nameCount, .swiftType, .unknownDialect, .dialectSpelling, .unusableDialect,
      .repeatedIdentifier,
      .repeatedAnchor, .unresolvable, .foundFromFile, .stub, .stubDialect, .referenceCycle, .endlessRecursion,
      .dynamicScopes,
      .unknownKeyword, .refusedKeyword, .foreignKeyword,
      .ignoredBesideReference, .discriminatorTarget, .practice, .noOperation, .otherMediaType, .formFields, .looseText,
      .needlessEscapes, .foreignPattern, .invalidPattern,
      .documentURI,
      .hostVersion, .noEmbeddedSchemas,
      .noSchema:
      return nil
    }
  }

  /// Returns the fix of an array under `items` since 2020-12.
  private static func tuple(_ fact: ResolveError, _ around: JSONPointer, _ context: LintContext) -> Fix? {
    guard context.fixes.ranges(fact.document, around.appending("prefixItems")) == nil,
      let tuple = context.fixes.renaming(fact.document, fact.pointer, to: "prefixItems")
    else { return nil }
    var renamings = [tuple]
    let others = around.appending("additionalItems")
    if context.fixes.ranges(fact.document, others) != nil {
      guard let rest = context.fixes.renaming(fact.document, others, to: "items") else { return nil }
      renamings.append(rest)
    }
    return Fix(
      summary: "rename 'items' to 'prefixItems'", edits: renamings.map { $0.edit }, renames: renamings.map { $0.rename }
    )
  }

  /// Returns the fix of a Boolean that made a limit exclusive until draft-04.
  private static func limit(
    _ fact: ResolveError, _ around: JSONPointer, _ keyword: String, isExclusive: Bool, _ context: LintContext
  ) -> Fix? {
    guard let flag = context.fixes.ranges(fact.document, fact.pointer) else { return nil }
    var edits = [TextEdit(document: fact.document, range: flag.removal, replacement: "")]
    let limit = keyword == "exclusiveMaximum" ? "maximum" : "minimum"
    if isExclusive {
      if let renaming = context.fixes.renaming(fact.document, around.appending(limit), to: keyword) {
        edits.append(renaming.edit)
      }
    }
    return Fix(summary: "write the limit as \((isExclusive ? keyword : limit).quoted) alone", edits: edits)
  }
}
