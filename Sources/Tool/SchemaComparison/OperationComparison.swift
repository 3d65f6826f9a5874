import CodegenCore
import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Compares the operations of an API: whether clients of the old version can use the new one.
///
/// What clients send may widen, and what they receive may narrow. Webhooks and callbacks are calls in the other
/// direction.
struct OperationComparison {
  private typealias Operation = APIOperation<SchemaID>
  private typealias Parameter = Operation.Parameter
  private typealias Content = Operation.Content

  /// The result of a comparison.
  struct Result {
    var verdict: Verdict
    var changes: [Change]
    /// The operations with differences that were not compared.
    var uncompared: [ComparisonReport.UncomparedPart]
  }

  /// Who writes a message: clients of the old version, or the server of the new one.
  private enum Flow {
    case toServer, toClient

    var reversed: Flow { self == .toServer ? .toClient : .toServer }
    /// The side that writes.
    var writer: Int { self == .toServer ? 0 : 1 }
    var view: SchemaView { self == .toServer ? .request : .response }
  }

  private let versions: [SchemaComparison.Version]
  private let graphs: [SchemaGraph]
  private var data: DataComparison
  private let options: SchemaComparison.Options
  private var changes: [Change] = []
  private var uncompared: [ComparisonReport.UncomparedPart] = []
  /// The operation that is compared.
  private var current = ""
  /// What has been found about a pair of schemas, and the indices of changes that several operations share.
  private var known: [PairKey: [Change]] = [:]
  private var shared: [ChangeMerging.Key: (index: Int, operations: Set<String>)] = [:]

  private struct PairKey: Hashable {
    var old: SchemaID
    var new: SchemaID
    var writer: Int
    var view: SchemaView
  }

  /// Compares two versions; nil unless both have operations.
  static func compared(
    _ old: SchemaComparison.Version, _ new: SchemaComparison.Version, _ options: SchemaComparison.Options
  ) throws(ComparisonFailure) -> Result? {
    guard let first = old.api, let second = new.api else {
      // One version has none, or they cannot be read.
      let isHalf = old.api != nil || new.api != nil || old.hasUnreadAPI || new.hasUnreadAPI
      return isHalf
        ? Result(verdict: Verdict(question: .api, answer: .unknown), changes: [], uncompared: []) : nil
    }
    if first.operations.isEmpty, second.operations.isEmpty { return nil }
    let graphs = [first, second].map(withViews)
    let sides = [
      try SchemaComparison.side(old, .old, graph: graphs[0]), try SchemaComparison.side(new, .new, graph: graphs[1]),
    ]
    var comparison = OperationComparison([old, new], graphs, sides, options)
    comparison.run()
    return comparison.result
  }

  /// Returns the result for equal versions.
  static func unchanged(
    _ old: SchemaComparison.Version, _ new: SchemaComparison.Version, _ options: SchemaComparison.Options
  ) throws(ComparisonFailure) -> Result? {
    guard let api = old.api, !api.operations.isEmpty else { return try compared(old, new, options) }
    try SchemaComparison.check(old, .old, graph: withViews(api))
    return Result(verdict: Verdict(question: .api, answer: .holds), changes: [], uncompared: [])
  }

  static func withViews(_ graph: SchemaGraph) -> SchemaGraph {
    var configuration = Configuration()
    configuration.views = Set(SchemaView.allCases)
    return graph.withTwins(for: configuration) ?? graph
  }

  private init(
    _ versions: [SchemaComparison.Version], _ graphs: [SchemaGraph], _ sides: [Side],
    _ options: SchemaComparison.Options
  ) {
    self.versions = versions
    self.graphs = graphs
    self.options = options
    data = Self.data(versions, graphs, sides, options)
  }

  private static func data(
    _ versions: [SchemaComparison.Version], _ graphs: [SchemaGraph], _ sides: [Side],
    _ options: SchemaComparison.Options
  ) -> DataComparison {
    let equality = Equality(sides: sides)
    let others = zip(versions, graphs).map { version, graph in
      var version = version
      version.graph = graph
      return version
    }
    let matching = SchemaMatching(old: others[0], new: others[1]) { equality.number(of: Ref(side: $0, schema: $1)) }
    return DataComparison(sides: sides, equality: equality, matching: matching, options: options)
  }

  private var result: Result {
    let breaks = changes.filter { $0.effect(on: .api) == .breaks }
    let answer: Verdict.Answer =
      !breaks.isEmpty ? .broken : changes.contains { $0.effect(on: .api) == .mayBreak } ? .unknown : .holds
    let verdict = Verdict(
      question: .api, answer: answer == .holds && !uncompared.isEmpty ? .unknown : answer,
      isBeyondDeclared: !breaks.isEmpty && breaks.allSatisfy(\.isBeyondDeclared))
    let counts = Dictionary(shared.values.map { ($0.index, $0.operations.count) }) { first, _ in first }
    let shown = changes.indices.map { index in
      var change = changes[index]
      let others = (counts[index] ?? 1) - 1
      if others > 0 {
        change.message += ", and so in \(others == 1 ? "another operation" : "\(others) other operations")"
      }
      return change
    }
    return Result(verdict: verdict, changes: shown, uncompared: uncompared)
  }

  // MARK: - Operations

  private mutating func run() {
    let old = graphs[0].operations, new = graphs[1].operations
    let others = Dictionary(new.map { (key($0, 1), $0) }) { first, _ in first }
    var seen: Set<[String]> = []
    for before in old {
      seen.insert(key(before, 0))
      current = before.name
      if let after = others[key(before, 0)] {
        compare(before, after)
      } else {
        add(.operationRemoved, "the operation is removed", before.location, nil, .breaks)
      }
    }
    for after in new where !seen.contains(key(after, 1)) {
      current = after.name
      add(.operationAdded, "the operation is new", nil, after.location, .none)
    }
  }

  /// What identifies an operation: the names of a path's variables do not matter.
  private func key(_ operation: Operation, _ version: Int) -> [String] {
    // A single description is that of the other version, whatever its name.
    let file = isSingle ? "" : versions[version].local(operation.location.document)
    return [file, operation.caller ?? "", operation.method, Self.shape(of: operation.path)]
  }

  private var isSingle: Bool { graphs.allSatisfy { $0.descriptions.count <= 1 } }

  private static func shape(of path: String) -> String {
    var shape = ""
    var isVariable = false
    for character in path {
      if character == "{" { isVariable = true }
      if !isVariable || character == "{" { shape.append(character) }
      if character == "}" {
        isVariable = false
        shape.append(character)
      }
    }
    return shape
  }

  /// The names of a path's variables, in order.
  private static func variables(of path: String) -> [String] {
    path.split(separator: "{").dropFirst().compactMap { $0.split(separator: "}").first.map(String.init) }
  }

  private mutating func compare(_ old: Operation, _ new: Operation) {
    let flow: Flow = old.caller == nil ? .toServer : .toClient
    compareParameters(old, new, flow)
    compareBodies(old, new, flow)
    compareResponses(old, new, flow.reversed)
    compareSecurity(old, new, flow)
    for url in old.servers where !new.servers.contains(url) {
      addOnce(.serverRemoved, "the server \(url.quoted) is removed", old.location, new.location, .breaks)
    }
    for url in new.servers where !old.servers.contains(url) {
      addOnce(.serverAdded, "the server \(url.quoted) is new", old.location, new.location, .none)
    }
    if old.others != new.others {
      uncompared.append(ComparisonReport.UncomparedPart(old: old.location, new: new.location))
    }
  }

  // MARK: - Parameters

  private struct ParameterKey: Hashable {
    var place: String
    var name: String
  }

  private static func parameters(of operation: Operation) -> [(key: ParameterKey, value: Parameter)] {
    let variables = variables(of: operation.path)
    return operation.parameters.compactMap { parameter in
      var name = parameter.name
      if parameter.place == "path", let index = variables.firstIndex(of: name) { name = "{\(index)}" }
      if parameter.place == "header" {
        name = name.lowercased()
        // These are described elsewhere (OpenAPI 3.1, section 4.8.12.2.1).
        if ["accept", "content-type", "authorization"].contains(name) { return nil }
      }
      return (ParameterKey(place: parameter.place, name: name), parameter)
    }
  }

  private mutating func compareParameters(_ old: Operation, _ new: Operation, _ flow: Flow) {
    let before = Self.parameters(of: old)
    let after = Self.parameters(of: new)
    for (key, parameter) in before {
      guard let other = after.first(where: { $0.key == key })?.value else {
        let moved = after.first { $0.value.name == parameter.name && $0.key.place != key.place }?.value.place
        add(
          .parameterRemoved, words(parameter) + (moved.map { " moves to \($0)" } ?? " is removed"), parameter.location,
          new.location, flow == .toServer || parameter.isRequired ? .breaks : .none)
        continue
      }
      compare(parameter, other, words(parameter), flow, new.dialect)
    }
    for (key, parameter) in after where !before.contains(where: { $0.key == key }) {
      let isRequired = parameter.isRequired || parameter.place == "path"
      add(
        .parameterAdded, "\(words(parameter)) is new" + (isRequired ? " and required" : ""), old.location,
        parameter.location, isRequired && flow == .toServer ? .breaks : .none)
    }
  }

  private func words(_ parameter: Parameter) -> String {
    switch parameter.place {
    case "formData": "form field \(parameter.name.quoted)"
    case "header": "header \(parameter.name.quoted)"
    default: "\(parameter.place) parameter \(parameter.name.quoted)"
    }
  }

  /// Compares a parameter or header.
  private mutating func compare(
    _ old: Parameter, _ new: Parameter, _ words: String, _ flow: Flow, _ dialect: Dialect
  ) {
    if old.isRequired != new.isRequired {
      let breaks = new.isRequired == (flow == .toServer)
      add(
        new.isRequired ? .parameterRequired : .parameterOptional,
        words + (new.isRequired ? " is now required" : " is no longer required"), old.location, new.location,
        breaks ? .breaks : .none)
    }
    if Self.form(of: old) != Self.form(of: new) {
      add(
        .parameterFormChanged,
        "the serialization of \(words) has changed ('style', 'explode', 'allowReserved' or 'collectionFormat')",
        old.location, new.location, .breaks)
    }
    let mayBeEmpty = [old, new].map { $0.form["allowEmptyValue"]?.bool ?? false }
    if mayBeEmpty[0] != mayBeEmpty[1] {
      add(
        .parameterFormChanged, words + (mayBeEmpty[1] ? " may now be empty" : " may no longer be empty"), old.location,
        new.location, mayBeEmpty[0] ? .breaks : .none)
    }
    switch (old.value, new.value) {
    case (.schema(let first), .schema(let second)):
      compare(first, second, words, flow)
      if graphs[0][first].keywords.default != graphs[1][second].keywords.default {
        add(.defaultChanged, "the default of \(words) changes", old.location, new.location, .none)
      }
    case (.content(let type, let first), .content(let other, let second)):
      if type != other {
        add(
          .mediaTypeRemoved, "the media type of \(words) is no longer \(type) but \(other)", old.location, new.location,
          .breaks)
      } else if let first, let second {
        compare(first, second, words, flow)
      } else if (first == nil) != (second == nil) {
        add(.undecided, Self.differs(words), old.location, new.location, .mayBreak)
      }
    case (.plain(let first), .plain(let second)): compare(first, second, old, new, words, flow, dialect)
    case (.none, .none): break
    default: add(.undecided, Self.differs(words), old.location, new.location, .mayBreak)
    }
  }

  private static func differs(_ words: String) -> String {
    "the description of \(words) has changed in a way that cannot be compared"
  }

  /// How values are written, with the defaults of the specification (OpenAPI 3.1, section 4.8.12.2; OpenAPI 2.0).
  private static func form(of parameter: Parameter) -> [JSONValue] {
    let isForm = ["query", "cookie"].contains(parameter.place)
    let style = parameter.form["style"]?.string ?? (isForm ? "form" : "simple")
    return [
      .string(style), .bool(parameter.form["explode"]?.bool ?? (style == "form")),
      .bool(parameter.form["allowReserved"]?.bool ?? false), parameter.form["collectionFormat"] ?? "csv",
    ]
  }

  // MARK: - Bodies

  private mutating func compareBodies(_ old: Operation, _ new: Operation, _ flow: Flow) {
    switch (old.body, new.body) {
    case (nil, nil): break
    case (let body?, nil): add(.bodyRemoved, "\(Self.body) is removed", body.location, new.location, .breaks)
    case (nil, let body?):
      add(
        .bodyAdded, "a request body is new" + (body.isRequired ? " and required" : ""), old.location, body.location,
        body.isRequired && flow == .toServer ? .breaks : .none)
    case (let before?, let after?):
      if before.isRequired != after.isRequired {
        add(
          after.isRequired ? .bodyRequired : .bodyOptional,
          "\(Self.body) is " + (after.isRequired ? "now required" : "no longer required"), before.location,
          after.location, after.isRequired == (flow == .toServer) ? .breaks : .none)
      }
      compare(
        before.contents, after.contents, Self.body, before.location, after.location, flow, isComplete: true)
    }
  }

  private mutating func compare(
    _ old: [Content], _ new: [Content], _ words: String, _ oldPlace: SourceLocation, _ newPlace: SourceLocation,
    _ flow: Flow, isComplete: Bool
  ) {
    // A message to the client has one of its types; of a response, the client chooses one.
    let isSent = flow == .toClient && words == Self.body
    for content in old {
      guard let other = new.first(where: { MediaType($0.mediaType).includes(content.mediaType) }) else {
        add(
          .mediaTypeRemoved, "\(words) can no longer be \(content.mediaType)", content.location, newPlace,
          isSent ? .none : .breaks)
        continue
      }
      let words = old.count > 1 ? "\(words), \(content.mediaType)" : words
      if let first = content.schema, let second = other.schema {
        compare(first, second, words, flow)
      } else if (content.schema == nil) != (other.schema == nil) {
        // A body without a schema may be anything.
        let narrows = other.schema != nil
        add(
          narrows ? .typeNarrowed : .typeWidened,
          "\(words) " + (narrows ? "now has a schema" : "no longer has a schema"),
          content.location, other.location, narrows == (flow == .toServer) ? .mayBreak : .none)
      }
      if content.isSequence != other.isSequence {
        add(
          .undecided,
          "\(words) is \(other.isSequence ? "now" : "no longer") a sequence of values ('itemSchema'), which cannot be "
            + "compared", content.location, other.location, .mayBreak)
      }
      if content.encoding != other.encoding {
        add(
          .encodingChanged, "the encoding of the fields of \(words) has changed", content.location, other.location,
          .mayBreak)
      }
    }
    guard isComplete else { return }
    for content in new where !old.contains(where: { MediaType($0.mediaType).includes(content.mediaType) }) {
      add(
        .mediaTypeAdded, "\(words) may also be \(content.mediaType)", oldPlace, content.location,
        isSent && !old.isEmpty ? .breaks : .none)
    }
  }

  private static let body = "the request body"

  // MARK: - Responses

  /// Whether a status tells of success, or leads to it; a client handles any other error by the class of its code
  /// (RFC 9110, section 15).
  private static func isSuccess(_ status: String) -> Bool { ["1", "2", "3"].contains(status.prefix(1)) }

  /// Returns the response that describes a status: its own, that of its class, or the default one.
  private static func response(for status: String, in operation: Operation) -> Operation.Response? {
    let responses = operation.responses
    if let exact = responses.first(where: { $0.status.uppercased() == status.uppercased() }) { return exact }
    if status != "default", let range = responses.first(where: { $0.status.uppercased() == "\(status.prefix(1))XX" }) {
      return range
    }
    return responses.first { $0.status == "default" }
  }

  private mutating func compareResponses(_ old: Operation, _ new: Operation, _ flow: Flow) {
    for before in old.responses {
      guard let after = Self.response(for: before.status, in: new) else {
        // Single statuses in place of their class are compared below.
        let isDivided =
          before.status.uppercased().hasSuffix("XX")
          && new.responses.contains { $0.status.prefix(1) == before.status.prefix(1) }
        let isSuccess = Self.isSuccess(before.status) && !isDivided
        add(
          .responseRemoved, "response \(before.status) is removed", before.location, new.location,
          isSuccess ? .breaks : .none)
        continue
      }
      let isExact = after.status.uppercased() == before.status.uppercased()
      if !isExact, Self.isSuccess(before.status), after.status == "default" {
        add(.responseRemoved, "response \(before.status) is removed", before.location, new.location, .breaks)
        continue
      }
      compare(before, after, flow, new.dialect)
    }
    for after in new.responses
    where !old.responses.contains(where: { $0.status.uppercased() == after.status.uppercased() }) {
      let before = Self.response(for: after.status, in: old)
      let isSuccess = Self.isSuccess(after.status)
      add(
        .responseAdded, "response \(after.status) is new", old.location, after.location,
        isSuccess && before == nil ? .breaks : .none)
      if let before { compare(before, after, flow, new.dialect) }
    }
  }

  private mutating func compare(
    _ old: Operation.Response, _ new: Operation.Response, _ flow: Flow, _ dialect: Dialect
  ) {
    let words = "response \(old.status)"
    compare(
      old.contents, new.contents, words, old.location, new.location, flow,
      isComplete: old.status.uppercased() == new.status.uppercased())
    for header in old.headers {
      let name = "\(words), header \(header.name.quoted)"
      guard let other = new.headers.first(where: { $0.name.lowercased() == header.name.lowercased() }) else {
        add(.headerRemoved, "\(name) is removed", header.location, new.location, header.isRequired ? .breaks : .none)
        continue
      }
      compare(header, other, name, flow, dialect)
    }
    for header in new.headers where !old.headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) {
      add(.headerAdded, "\(words), header \(header.name.quoted) is new", old.location, header.location, .none)
    }
  }

  // MARK: - Security

  /// The credentials of an alternative, by what their schemes are rather than by their names.
  private static func credentials(_ alternative: [String: APICredential]) -> [JSONValue: Set<String>] {
    var credentials: [JSONValue: Set<String>] = [:]
    for (name, credential) in alternative {
      credentials[credential.scheme.isNull ? .string(name) : credential.scheme, default: []]
        .formUnion(credential.scopes)
    }
    return credentials
  }

  private mutating func compareSecurity(_ old: Operation, _ new: Operation, _ flow: Flow) {
    let before = old.security.isEmpty ? [[:]] : old.security.map(Self.credentials)
    let after = new.security.isEmpty ? [[:]] : new.security.map(Self.credentials)
    func suffices(_ given: [JSONValue: Set<String>], for needed: [JSONValue: Set<String>]) -> Bool {
      needed.allSatisfy { scheme, scopes in given[scheme].map { scopes.isSubset(of: $0) } ?? false }
    }
    if Set(before) == Set(after) { return }
    let (given, needed) = flow == .toServer ? (before, after) : (after, before)
    let breaks = given.contains { given in !needed.contains { suffices(given, for: $0) } }
    let message =
      breaks ? "some credentials that were sufficient no longer are" : "other or fewer credentials are now sufficient"
    add(breaks ? .securityTightened : .securityLoosened, message, old.location, new.location, breaks ? .breaks : .none)
  }

  // MARK: - Schemas

  private mutating func compare(_ old: SchemaID, _ new: SchemaID, _ words: String, _ flow: Flow) {
    let view = flow.view
    let pair = SchemaMatching.Pair(
      old: graphs[0].twin(of: old, in: view) ?? old, new: graphs[1].twin(of: new, in: view) ?? new, view: view)
    let key = PairKey(old: pair.old, new: pair.new, writer: flow.writer, view: view)
    let found = known[key] ?? Self.changes(of: pair, flow, in: &data)
    known[key] = found
    for change in found { addShared(change, words) }
  }

  /// The changes of a schema: those that break the one who writes or reads its values, and what else is different.
  private static func changes(
    of pair: SchemaMatching.Pair, _ flow: Flow, in data: inout DataComparison
  ) -> [Change] {
    let found = data.changes(of: pair, writer: flow.writer)
    if !found.isEmpty { return found }
    return data.changes(of: pair, writer: 1 - flow.writer).map { change in
      var change = change
      (change.effects, change.examples, change.isBeyondDeclared) = ([:], [:], false)
      return change
    }
  }

  /// Compares plain values, which are no schemas of the graphs.
  private mutating func compare(
    _ old: JSONObject, _ new: JSONObject, _ before: Parameter, _ after: Parameter, _ words: String, _ flow: Flow,
    _ dialect: Dialect
  ) {
    func asserted(_ object: JSONObject) -> JSONObject {
      object.filter { $0.key != "default" && $0.key != "description" }
    }
    if old["default"] != new["default"] {
      add(.defaultChanged, "the default of \(words) changes", before.location, after.location, .none)
    }
    if asserted(old) == asserted(new) { return }
    if Self.forms(in: .object(old)) != Self.forms(in: .object(new)) {
      add(
        .parameterFormChanged, "the serialization of \(words) has changed ('collectionFormat' of 'items')",
        before.location, after.location, .breaks)
    }
    func version(_ index: Int, _ object: JSONObject) -> SchemaComparison.Version? {
      guard let source = try? JSONDocument(parsing: JSONValue.object(object).json()) else { return nil }
      let document = SchemaDocument(uri: "schema:///parameter", name: words, source: source)
      var version = versions[index]
      let options = SchemaResolver.Options(defaultDialect: dialect, requiresSchemas: false)
      guard let graph = try? SchemaResolver.resolve([document], options: options).graph else { return nil }
      version.graph = graph
      version.folder = ""
      return version
    }
    guard let first = version(0, old), let second = version(1, new),
      let sides = try? [
        SchemaComparison.side(first, .old, graph: first.graph),
        SchemaComparison.side(second, .new, graph: second.graph),
      ]
    else { return add(.undecided, Self.differs(words), before.location, after.location, .mayBreak) }
    var data = Self.data([first, second], [first.graph, second.graph], sides, options)
    let pair = SchemaMatching.Pair(old: first.graph.roots[0], new: second.graph.roots[0])
    let found = Self.changes(of: pair, flow, in: &data)
    for change in found {
      var change = named(change, words)
      (change.old, change.new) = (before.location, after.location)
      changes.append(change)
    }
  }

  /// How the arrays in a plain value are written, from the outermost to the innermost.
  private static func forms(in value: JSONValue) -> [String] {
    var forms: [String] = []
    var next = value["items"]
    while let items = next {
      forms.append(items["collectionFormat"]?.string ?? "csv")
      next = items["items"]
    }
    return forms
  }

  // MARK: - Changes

  private mutating func add(
    _ rule: ChangeRule.Name, _ message: String, _ old: SourceLocation?, _ new: SourceLocation?, _ effect: Change.Effect
  ) {
    changes.append(
      Change(
        rule: .named(rule), schema: current, old: old, new: new, message: message,
        effects: effect == .none ? [:] : [.api: effect], isAddition: true))
  }

  /// Adds a change that concerns all operations at once.
  private mutating func addOnce(
    _ rule: ChangeRule.Name, _ message: String, _ old: SourceLocation?, _ new: SourceLocation?, _ effect: Change.Effect
  ) {
    let isKnown = changes.contains { $0.rule == .named(rule) && $0.message == message }
    if !isKnown { add(rule, message, old, new, effect) }
  }

  /// Adds a change of a schema that several operations may use.
  private mutating func addShared(_ change: Change, _ words: String) {
    let key = ChangeMerging.Key(change)
    if let known = shared[key]?.index {
      // A use that breaks tells more than one that does not.
      if changes[known].effects.isEmpty, !change.effects.isEmpty { changes[known] = named(change, words) }
      shared[key]?.operations.insert(current)
      return
    }
    shared[key] = (changes.count, [current])
    changes.append(named(change, words))
  }

  /// Returns a change of a schema as one of the current operation.
  private func named(_ change: Change, _ words: String) -> Change {
    var change = change
    change.schema = current
    change.message = "\(words): \(change.message)"
    return change
  }
}
