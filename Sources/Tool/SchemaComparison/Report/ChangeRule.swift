import JSONSchema
import SchemaRuntime

/// A rule of `diff`: a kind of change, with its id, its meaning and its possible effect. ``all`` lists them.
package enum ChangeRule: Hashable, Sendable {
  /// A rule with a row of its own.
  case named(Name)
  /// What happens to a keyword, as in `max-length-lowered`.
  case keyword(String, KeywordChange)

  /// What a change of a rule can do.
  package enum Effect: Hashable, Sendable {
    /// It can break at most the answers to these questions.
    case breaks([Verdict.Question])
    /// It adds something and breaks nothing.
    case addition
    /// It only changes descriptions and the like.
    case nothing

    fileprivate static let data = Self.breaks([.newReadsOld, .oldReadsNew])
    fileprivate static let newReadsOld = Self.breaks([.newReadsOld])
    fileprivate static let oldReadsNew = Self.breaks([.oldReadsNew])
    fileprivate static let api = Self.breaks([.api])
    fileprivate static let source = Self.breaks([.source])
  }

  /// The id in reports, such as `required-added`.
  package var id: String {
    switch self {
    case .named(let name): name.row.id
    case .keyword(let keyword, let change): Self.stem(of: keyword) + "-" + change.rawValue
    }
  }

  /// The change in general, as a sentence without a full stop.
  package var meaning: String {
    switch self {
    case .named(let name): name.row.meaning
    case .keyword(let keyword, .added): "'\(keyword)' is new"
    case .keyword(let keyword, let change): "'\(keyword)' is \(change.rawValue)"
    }
  }

  package var effect: Effect {
    switch self {
    case .named(let name): name.row.effect
    case .keyword(let keyword, let change): change.effect(on: keyword)
    }
  }

  /// All rules.
  package static let all = Name.allCases.map(Self.named) + keywordRules

  /// Returns `maxLength` as `max-length`, `x-maxUTF8Bytes` as `max-utf8-bytes`, `$id` as `id`.
  static func stem(of keyword: String) -> String {
    if let stem = irregularStems[keyword] { return stem }
    let text = keyword.hasPrefix("x-") ? String(keyword.dropFirst(2)) : keyword.replacing("$", with: "")
    var result = ""
    var isAfterLower = false
    for character in text.replacing("UTF8", with: "Utf8") {
      if character.isUppercase, isAfterLower { result += "-" }
      result += character.lowercased()
      isAfterLower = !character.isUppercase
    }
    return result
  }

  static let irregularStems = ["deprecated": "deprecation", "x-sensitive": "sensitivity", "$schema": "dialect"]
}

// MARK: - Keywords

/// What happens to a keyword.
package enum KeywordChange: String, Hashable, Sendable, CaseIterable {
  case added, removed, raised, lowered, changed

  /// Keywords that reject no value, but whose change is more than one of words.
  private static let additions: Set = ["default", "deprecated", "readOnly", "writeOnly", "x-sensitive"]

  fileprivate func effect(on keyword: String) -> ChangeRule.Effect {
    switch self {
    case .added: .newReadsOld
    case .removed: .oldReadsNew
    case .raised: Self.isUpperLimit(keyword) == true ? .oldReadsNew : .newReadsOld
    case .lowered: Self.isUpperLimit(keyword) == true ? .newReadsOld : .oldReadsNew
    case .changed:
      KeywordRoles.inGaps.contains(keyword) ? .data : Self.additions.contains(keyword) ? .addition : .nothing
    }
  }

  /// Whether a limit is an upper one; nil for other keywords.
  static func isUpperLimit(_ keyword: String) -> Bool? {
    switch keyword {
    case "maximum", "maxContains": true
    case "minimum", "minContains": false
    default: Measure.limited(by: keyword)?.limit(keyword: keyword, 0).isUpper
    }
  }
}

extension ChangeRule {
  /// The rules of the keywords of all dialects.
  private static var keywordRules: [ChangeRule] {
    keywords.flatMap { keyword in changes(of: keyword).map { ChangeRule.keyword(keyword, $0) } }
  }

  /// The keywords of all dialects that have rules, one of those with the same stem.
  static var keywords: [String] {
    var seen: Set<String> = []
    return dialects.flatMap(\.keywordNames).filter { keyword in
      !changes(of: keyword).isEmpty && seen.insert(stem(of: keyword)).inserted
    }
  }

  private static let dialects = Dialect.all + Dialect.hosts

  /// What can happen to a keyword; nothing if it has no rules.
  static func changes(of keyword: String) -> [KeywordChange] {
    if KeywordChange.isUpperLimit(keyword) != nil { return [.added, .removed, .raised, .lowered] }
    if KeywordRoles.definitions.contains(keyword) { return [] }
    if keyword == "type" { return [.changed] }
    if KeywordRoles.inGaps.contains(keyword) { return [.added, .removed, .changed] }
    if KeywordRoles.inGapsByName.contains(keyword) { return [.added, .removed] }
    let effects = dialects.compactMap { $0.keyword(named: keyword)?.effect }
    return effects.contains { $0 == .annotates || $0 == .identifies } ? [.changed] : []
  }
}

// MARK: - Rules with names

extension ChangeRule {
  package enum Name: Hashable, Sendable, CaseIterable {
    // Values
    case undecided, schemaRemoved, schemaAdded, schemaClosed, schemaOpened
    case definitionRemoved, definitionAdded, definitionRenamed, definitionsMoved
    case propertyAdded, propertyRemoved, closed, opened, itemsClosed, itemsOpened
    case branchRemoved, branchAdded, branchesOverlap, branchesApart
    case typeNarrowed, typeWidened, enumValueRemoved, enumValueAdded, unknownKeywordChanged
    // Operations
    case operationRemoved, operationAdded, parameterRemoved, parameterAdded, parameterRequired, parameterOptional
    case parameterFormChanged, defaultChanged, bodyRemoved, bodyAdded, bodyRequired, bodyOptional
    case mediaTypeRemoved, mediaTypeAdded, encodingChanged, responseRemoved, responseAdded, headerRemoved, headerAdded
    case securityTightened, securityLoosened, serverRemoved, serverAdded
    // Swift
    case accessLowered, accessRaised, swiftTypeAdded, swiftTypeRemoved, swiftTypeRenamed, typeKindChanged
    case rawTypeChanged, conformanceAdded, conformanceRemoved
    case memberAdded, memberRemoved, memberRenamed, memberTypeChanged, memberOptionalityChanged, memberReadOnly
    case initializerParameterAdded, initializerParameterRemoved, initializerParameterRenamed
    case initializerParameterRequired, initializerParameterTypeChanged, initializerParametersReordered
    case enumOpened, enumClosed, enumCaseAdded, enumCaseRemoved, enumCaseRenamed, enumCaseTypeChanged
  }
}

extension ChangeRule.Name {
  /// A table.
  fileprivate var row: (id: String, effect: ChangeRule.Effect, meaning: String) {
    switch self {
    case .undecided: ("undecided", .data, "neither a proof nor a payload was found")
    case .schemaRemoved: ("schema-removed", .newReadsOld, "a schema is removed")
    case .schemaAdded: ("schema-added", .addition, "a schema is new")
    case .schemaClosed: ("schema-closed", .newReadsOld, "no value is valid any more")
    case .schemaOpened: ("schema-opened", .oldReadsNew, "some values are valid; previously, none were")
    case .definitionRemoved: ("definition-removed", .newReadsOld, "a definition is removed")
    case .definitionAdded: ("definition-added", .addition, "a definition is new")
    case .definitionRenamed: ("definition-renamed", .nothing, "a definition has another name and the same content")
    case .definitionsMoved: ("definitions-moved", .nothing, "definitions are below another keyword")
    case .propertyAdded: ("property-added", .data, "a member is declared")
    case .propertyRemoved: ("property-removed", .data, "a member is no longer declared")
    case .closed: ("closed", .newReadsOld, "undeclared members are rejected")
    case .opened: ("opened", .oldReadsNew, "undeclared members are accepted")
    case .itemsClosed: ("items-closed", .newReadsOld, "additional elements are rejected")
    case .itemsOpened: ("items-opened", .oldReadsNew, "additional elements are accepted")
    case .branchRemoved: ("branch-removed", .newReadsOld, "some values no longer match any branch")
    case .branchAdded: ("branch-added", .oldReadsNew, "a branch accepts values that no branch accepted before")
    case .branchesOverlap: ("branches-overlap", .newReadsOld, "some values satisfy several branches of 'oneOf'")
    case .branchesApart: ("branches-apart", .oldReadsNew, "values can no longer satisfy several branches of 'oneOf'")
    case .typeNarrowed: ("type-narrowed", .newReadsOld, "fewer types are valid")
    case .typeWidened: ("type-widened", .oldReadsNew, "more types are valid")
    case .enumValueRemoved: ("enum-value-removed", .newReadsOld, "values of an enumeration are no longer valid")
    case .enumValueAdded: ("enum-value-added", .oldReadsNew, "an enumeration has more values")
    case .unknownKeywordChanged: ("unknown-keyword-changed", .nothing, "a keyword that no dialect defines changes")
    case .operationRemoved: ("operation-removed", .api, "an operation is removed")
    case .operationAdded: ("operation-added", .addition, "an operation is new")
    case .parameterRemoved: ("parameter-removed", .api, "a parameter is removed or moved, such as from query to header")
    case .parameterAdded: ("parameter-added", .api, "a parameter is new: breaking if required")
    case .parameterRequired: ("parameter-required", .api, "a parameter becomes required")
    case .parameterOptional:
      ("parameter-optional", .api, "a parameter or response header becomes optional")
    case .parameterFormChanged: ("parameter-form-changed", .api, "the serialization of a parameter changes")
    case .defaultChanged: ("parameter-default-changed", .addition, "a parameter has another default")
    case .bodyRemoved: ("body-removed", .api, "a request body is removed")
    case .bodyAdded: ("body-added", .api, "a request body is new: breaking if required")
    case .bodyRequired: ("body-required", .api, "a request body becomes required")
    case .bodyOptional: ("body-optional", .api, "a request body becomes optional: breaking for webhooks")
    case .mediaTypeRemoved: ("media-type-removed", .api, "a media type is removed")
    case .mediaTypeAdded: ("media-type-added", .addition, "a media type is new")
    case .encodingChanged: ("encoding-changed", .api, "the encoding of form fields changes")
    case .responseRemoved:
      ("response-removed", .api, "a response is removed: breaking unless it is an error")
    case .responseAdded:
      ("response-added", .api, "a response is new: breaking unless it is an error")
    case .headerRemoved:
      ("header-removed", .api, "a response header is removed: breaking if it was required")
    case .headerAdded: ("header-added", .addition, "a response header is new")
    case .securityTightened: ("security-tightened", .api, "credentials that were sufficient no longer are")
    case .securityLoosened: ("security-loosened", .addition, "other or fewer credentials are sufficient")
    case .serverRemoved: ("server-removed", .api, "a server is removed")
    case .serverAdded: ("server-added", .addition, "a server is new")
    case .accessLowered: ("access-lowered", .source, "the access level of the models is lower")
    case .accessRaised: ("access-raised", .addition, "the access level of the models is higher")
    case .swiftTypeAdded: ("type-added", .addition, "a Swift type is new")
    case .swiftTypeRemoved: ("type-removed", .source, "a Swift type is removed")
    case .swiftTypeRenamed: ("type-renamed", .source, "a Swift type is renamed; its former name may still work")
    case .typeKindChanged: ("type-kind-changed", .source, "a struct becomes an enum, or the like")
    case .rawTypeChanged: ("raw-type-changed", .source, "an enum has raw values of another type")
    case .conformanceAdded: ("conformance-added", .addition, "a type conforms to another protocol")
    case .conformanceRemoved: ("conformance-removed", .source, "a type no longer conforms to a protocol")
    case .memberAdded: ("member-added", .addition, "a Swift property is new")
    case .memberRemoved: ("member-removed", .source, "a Swift property, or the function that makes a case, is removed")
    case .memberRenamed: ("member-renamed", .source, "a Swift property is renamed; its former name may still work")
    case .memberTypeChanged: ("member-type-changed", .source, "a Swift property has another type")
    case .memberOptionalityChanged:
      ("member-optionality-changed", .source, "a Swift property becomes optional, or ceases to be")
    case .memberReadOnly: ("member-read-only", .source, "a Swift property can no longer be set")
    case .initializerParameterAdded: ("initializer-parameter-added", .source, "an initializer requires another value")
    case .initializerParameterRemoved: ("initializer-parameter-removed", .source, "an initializer loses a parameter")
    case .initializerParameterRenamed: ("initializer-parameter-renamed", .source, "a parameter has another label")
    case .initializerParameterRequired: ("initializer-parameter-required", .source, "a parameter loses its default")
    case .initializerParameterTypeChanged:
      ("initializer-parameter-type-changed", .source, "a parameter of an initializer has another type")
    case .initializerParametersReordered:
      ("initializer-parameters-reordered", .source, "the parameters of an initializer are in another order")
    case .enumOpened:
      ("enum-opened", .source, "an enum preserves unknown values: exhaustive switches lack a case")
    case .enumClosed: ("enum-closed", .source, "an enum no longer preserves unknown values")
    case .enumCaseAdded: ("enum-case-added", .source, "an enum has another case: exhaustive switches lack it")
    case .enumCaseRemoved: ("enum-case-removed", .source, "a case of an enum is removed")
    case .enumCaseRenamed: ("enum-case-renamed", .source, "a case of an enum is renamed")
    case .enumCaseTypeChanged: ("enum-case-type-changed", .source, "a case of an enum has another value")
    }
  }
}
