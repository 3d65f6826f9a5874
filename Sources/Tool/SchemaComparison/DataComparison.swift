import JSONSchema
import SchemaAnalysis
import SchemaRuntime

/// Compares the values that schemas admit, in both directions, and collects verdicts and the changes that explain them.
struct DataComparison {
  let sides: [Side]
  let equality: Equality
  let matching: SchemaMatching
  let options: SchemaComparison.Options
  private(set) var verdicts: [Verdict.Question: Verdict] = [:]
  private(set) var changes: [Change] = []
  /// The provers by the side that writes, for ``changes(of:writer:)``, which reuses their results.
  private var provers: [Int: (all: Prover, declared: Prover)] = [:]
  /// Many schemas differ because of the same place.
  private let locations = Known<Gap.Location, SourceLocation>()

  init(sides: [Side], equality: Equality, matching: SchemaMatching, options: SchemaComparison.Options) {
    self.sides = sides
    self.equality = equality
    self.matching = matching
    self.options = options
  }

  /// One direction: the values of one side are checked against the schemas of the other.
  private struct Pass {
    var question: Verdict.Question
    var direction: Gap.Direction
    var writer: Int
    var reader: Int { 1 - writer }
  }

  private static let passes = [
    Pass(question: .newReadsOld, direction: .newRefuses, writer: 0),
    Pass(question: .oldReadsNew, direction: .oldRefuses, writer: 1),
  ]

  mutating func run() {
    var found: [Change] = []
    let pairs = pairs
    let areUnchanged = pairs.map { isUnchanged($0) }
    for pass in Self.passes {
      var answer = Verdict.Answer.holds
      var isBeyondDeclared = true
      let results = results(of: pairs, areUnchanged, pass)
      for (index, pair) in pairs.enumerated() {
        guard var result = results[index] else { continue }
        if let view = pair.view {
          let known = Set(found.map(ChangeMerging.Key.init))
          result.changes = result.changes.map { known.contains(ChangeMerging.Key($0)) ? $0 : $0.inView(view) }
        }
        if pair.role == .unused {
          found += result.changes.map(\.ofUnusedDefinition)
          continue
        }
        found += result.changes
        switch (answer, result.answer) {
        case (.broken, _), (_, .holds): break
        case (_, .broken): answer = .broken
        case (_, .unknown): answer = .unknown
        }
        if result.answer != .holds, !result.isBeyondDeclared { isBeyondDeclared = false }
      }
      let isRemoved = !matching.removed.isEmpty || matching.removedDefinitions.contains { $0.role == .shared }
      if pass.question == .newReadsOld, isRemoved {
        answer = .broken
        isBeyondDeclared = false
      }
      verdicts[pass.question] = Verdict(
        question: pass.question, answer: answer, isBeyondDeclared: answer == .broken && isBeyondDeclared)
    }
    changes = tellingRenames(ChangeMerging.merged(found)) + wholeSchemas() + definitions()
  }

  /// Compares pairs in one direction. Those whose text has changed come first, and whatever leads to one that breaks has
  /// no result if its own text is the same: it would say again what is said there.
  private func results(of pairs: [SchemaMatching.Pair], _ areUnchanged: [Bool], _ pass: Pass) -> [Int: Result] {
    // Results are reused for the following schemas.
    var (prover, declared) = provers(of: pass)
    var results: [Int: Result] = [:]
    var broken = SchemaUsers(sides[0].graph)
    for isUnchanged in [false, true] {
      let indices = pairs.indices.filter { areUnchanged[$0] == isUnchanged && !broken.contains(pairs[$0].old) }
      // All unused definitions share the steps of one.
      var hasUnused = false
      let gaps = indices.map { index in
        let pair = pairs[index]
        if pair.role != .unused || !hasUnused { refill(&prover, for: pair) }
        hasUnused = hasUnused || pair.role == .unused
        return prover.checkedGaps(pair.schema(of: pass.writer), in: pair.schema(of: pass.reader))
      }
      hasUnused = false
      // What is shown first may explain the others.
      for number in Self.shownFirst(gaps) {
        let (index, pair) = (indices[number], pairs[indices[number]])
        if pair.role != .unused || !hasUnused {
          refill(&prover, for: pair)
          // If all members together are undecided, the declared ones alone rarely help.
          declared.refill(options.steps / 4)
        }
        hasUnused = hasUnused || pair.role == .unused
        let result = compare(pair, pass, gaps[number], isUnchanged: isUnchanged, &prover, &declared)
        results[index] = result
        if isUnchanged || pair.role == .unused { continue }
        if result.answer == .broken, !result.isBeyondDeclared { broken.insert(pair.old) }
      }
    }
    return results
  }

  /// Adds to removed and to new members that one may be the other under a new name: they are members of one object, have
  /// the same schema and similar names, and are the only such pair.
  private func tellingRenames(_ changes: [Change]) -> [Change] {
    struct Member {
      var index: Int
      var name: String
      var schema: JSONValue
      /// The location of the object's `properties`.
      var home: String
    }
    func members(_ rule: ChangeRule.Name, _ side: Int, _ location: KeyPath<Change, SourceLocation?>) -> [Member] {
      changes.indices.compactMap { index in
        guard changes[index].rule == .named(rule), let place = changes[index][keyPath: location],
          place.pointer.tokens.dropLast().last == "properties", let name = place.pointer.tokens.last,
          let document = sides[side].graph.documents.first(where: { $0.name == place.document }),
          let schema = document.root[place.pointer]
        else { return nil }
        let home = JSONPointer(Array(place.pointer.tokens.dropLast())).description
        return Member(index: index, name: name, schema: schema, home: changes[index].schema + home)
      }
    }
    func areSimilar(_ a: Member, _ b: Member) -> Bool {
      let letters = [a, b].map { $0.name.lowercased().filter { $0.isLetter || $0.isNumber } }
      return a.home == b.home && a.schema == b.schema
        && (letters[0] == letters[1] || Spelling.nearest(to: letters[0], among: [letters[1]]) != nil)
    }
    var changes = changes
    let (old, new) = (members(.propertyRemoved, 0, \.old), members(.propertyAdded, 1, \.new))
    // Each is compared with each; among so many, a pair says little.
    if old.count > 200 || new.count > 200 { return changes }
    for gone in old {
      let candidates = new.filter { areSimilar(gone, $0) }
      guard candidates.count == 1, let found = candidates.first, old.count(where: { areSimilar($0, found) }) == 1
      else { continue }
      changes[gone.index].message += "; it may now be called \(found.name.quoted), which has the same schema"
      changes[found.index].message += "; it may be \(gone.name.quoted) under a new name, with the same schema"
    }
    return changes
  }

  /// Compares one pair in one direction: whether values that one side writes are valid on the other.
  mutating func changes(of pair: SchemaMatching.Pair, writer: Int) -> [Change] {
    let (left, right) = (pair.schema(of: writer), pair.schema(of: 1 - writer))
    if equality.areEqual(left, right) { return [] }
    let pass = Pass(question: .api, direction: writer == 0 ? .newRefuses : .oldRefuses, writer: writer)
    var provers = self.provers[writer] ?? provers(of: pass)
    provers.all.refill(options.steps)
    provers.declared.refill(options.steps / 4)
    self.provers[writer] = nil
    let gaps = provers.all.checkedGaps(left, in: right)
    let result = compare(pair, pass, gaps, isUnchanged: isUnchanged(pair), &provers.all, &provers.declared)
    self.provers[writer] = provers
    return result.changes
  }

  /// Returns the indices of the gaps, those with values that show them first.
  private static func shownFirst(_ gaps: [[Gap]]) -> [Int] {
    let indices = gaps.indices.filter { !gaps[$0].isEmpty }
    let isShown = { (index: Int) in gaps[index].contains { !$0.candidates.isEmpty } }
    return indices.filter(isShown) + indices.filter { !isShown($0) }
  }

  /// Whether a schema has the same text in both versions, so that what it refers to makes the difference. That is compared
  /// by itself, and what is undecided here would tell nothing new.
  private func isUnchanged(_ pair: SchemaMatching.Pair) -> Bool {
    func text(_ ref: Ref) -> JSONValue? {
      let graph = sides[ref.side].graph
      return graph.document(of: ref.schema).root[graph[ref.schema].pointer]
    }
    return text(pair.schema(of: 0)) == text(pair.schema(of: 1))
  }

  /// Gives a prover the steps for a pair: a quarter for an unused definition.
  private func refill(_ prover: inout Prover, for pair: SchemaMatching.Pair) {
    prover.refill(pair.role == .unused ? options.steps / 4 : options.steps)
  }

  /// The provers of a direction: for all values, and for those with declared members alone.
  private func provers(of pass: Pass) -> (all: Prover, declared: Prover) {
    (
      Prover(sides: sides, equality: equality, writer: pass.writer, budget: options.steps),
      Prover(
        sides: sides, equality: equality, writer: pass.writer, declaredOnly: pass.writer, effort: .verdict,
        budget: options.steps)
    )
  }

  /// The pairs of the schemas as written, then those of requests and responses, where a version has types for them.
  private var pairs: [SchemaMatching.Pair] {
    matching.pairs
      + SchemaView.allCases.flatMap { view in
        matching.pairs.compactMap { pair in
          let old = sides[0].graph.twin(of: pair.old, in: view)
          let new = sides[1].graph.twin(of: pair.new, in: view)
          if old == nil, new == nil { return nil }
          return SchemaMatching.Pair(old: old ?? pair.old, new: new ?? pair.new, role: pair.role, view: view)
        }
      }
  }

  private struct Result {
    var answer: Verdict.Answer
    var isBeyondDeclared: Bool
    var changes: [Change]
  }

  private func compare(
    _ pair: SchemaMatching.Pair, _ pass: Pass, _ found: [Gap], isUnchanged: Bool, _ prover: inout Prover,
    _ declared: inout Prover
  ) -> Result {
    let (left, right) = (pair.schema(of: pass.writer), pair.schema(of: pass.reader))
    let whole = Conjunction([left])
    var gaps = prover.decided(found, left, in: right)
    if gaps.isEmpty { return Result(answer: .holds, isBeyondDeclared: false, changes: []) }
    var isShown = gaps.contains { !$0.candidates.isEmpty }
    if !isShown {
      let search = ExampleSearch(sides: sides, count: options.samples)
      if let example = search.separating(left, right, &prover) {
        gaps[0].candidates = [example]
        isShown = true
      }
    }
    if isShown, isUnchanged { gaps.removeAll(where: \.candidates.isEmpty) }
    if isShown, pair.role != .unused { declared.refill(options.steps) }
    let isBeyondDeclared = declared.gaps(whole, in: right).isEmpty
    let definition = pair.role == .root ? nil : sides[right.side].graph[right.schema].pointer
    let changes = gaps.map { gap in
      var change = change(gap, pass, isBeyondDeclared: isBeyondDeclared || gap.isBeyondDeclared)
      let example = gap.candidates.min { $0.json().count < $1.json().count }
      change.examples[pass.question] = example.map { example in
        let shown = sides[right.side].shown(sides[left.side].shown(example, left.schema), right.schema)
        return Change.Example(value: shown.redactingCopies(in: example), definition: definition)
      }
      return change
    }
    return Result(answer: isShown ? .broken : .unknown, isBeyondDeclared: isBeyondDeclared, changes: changes)
  }

  private func change(_ gap: Gap, _ pass: Pass, isBeyondDeclared: Bool) -> Change {
    let isShown = !gap.candidates.isEmpty
    let words = gap.words(pass.direction, isShown: isShown, isSensitive: isSensitive(gap))
    let (old, new) = pass.writer == 0 ? (gap.left, gap.right) : (gap.right, gap.left)
    var change = Change(
      rule: words.rule, schema: (new ?? old).map { name(of: $0.ref) } ?? "", old: old.map { location(of: $0) },
      new: new.map { location(of: $0) },
      message: words.message)
    change.effects[pass.question] = isShown ? .breaks : .mayBreak
    change.isBeyondDeclared = isBeyondDeclared
    change.isAddition = true
    return change
  }

  /// Whether the values and patterns of a gap are sensitive in one of the versions.
  private func isSensitive(_ gap: Gap) -> Bool {
    [gap.left?.ref, gap.right.ref].compactMap { $0 }.contains { ref in
      guard sides[ref.side].hasSensitive else { return false }
      let graph = sides[ref.side].graph
      let keywords = graph[ref.schema].keywords
      if keywords.vendor.sensitive { return true }
      let values = (keywords.enumeration ?? []) + [keywords.const].compactMap { $0 }
      return values.contains { sides[ref.side].shown($0, ref.schema) != $0 }
    }
  }

  private func name(of ref: Ref) -> String {
    // The graph of a side also has the schemas of views.
    let document = sides[ref.side].graph.document(of: ref.schema)
    return (ref.side == 0 ? matching.old : matching.new).name(of: document)
  }

  private func location(of location: Gap.Location) -> SourceLocation {
    locations.answer(to: location) {
      sides[location.ref.side].graph.location(of: location.ref.schema, keyword: location.keyword)
    }
  }

  /// Returns the changes for added and removed schemas.
  private func wholeSchemas() -> [Change] {
    matching.removed.map { root in
      Change(
        rule: .named(.schemaRemoved), schema: matching.old.schemaName(of: root),
        old: matching.old.graph.location(of: root),
        message: "the schema is removed", effects: [.newReadsOld: .breaks])
    }
      + matching.added.map { root in
        Change(
          rule: .named(.schemaAdded), schema: matching.new.schemaName(of: root),
          new: matching.new.graph.location(of: root),
          message: "the schema is new", isAddition: true)
      }
  }

  /// Returns the changes for removed, added, renamed and moved definitions.
  private func definitions() -> [Change] {
    let (old, new) = (matching.old, matching.new)
    func change(
      _ rule: ChangeRule.Name, _ message: String, _ before: SchemaID?, _ after: SchemaID?, isBreak: Bool = false,
      isAddition: Bool = false
    ) -> Change {
      Change(
        rule: .named(rule), schema: after.map(new.schemaName) ?? before.map(old.schemaName) ?? "",
        old: before.map { old.graph.location(of: $0) }, new: after.map { new.graph.location(of: $0) }, message: message,
        effects: isBreak ? [.newReadsOld: .breaks] : [:], isAddition: isAddition)
    }
    func words(_ definition: SchemaMatching.Definition, _ verb: String) -> String {
      let kind = definition.role == .unused ? "unused definition" : "definition"
      return "the \(kind) \(definition.name.quoted) is \(verb)"
    }
    var changes = matching.removedDefinitions.map {
      change(.definitionRemoved, words($0, "removed"), $0.schema, nil, isBreak: $0.role == .shared)
    }
    changes += matching.addedDefinitions.map {
      change(.definitionAdded, words($0, "new"), nil, $0.schema, isAddition: $0.role == .shared)
    }
    changes += matching.renamedDefinitions.map { pair in
      let names = [old.graph[pair.old].pointer, new.graph[pair.new].pointer].map { $0.tokens.last ?? "" }
      return change(
        .definitionRenamed, "the definition \(names[0].quoted) is now \(names[1].quoted), with the same content",
        pair.old, pair.new)
    }
    return changes
      + matching.movedDefinitions.map { from, to, pair in
        change(
          .definitionsMoved,
          "definitions move from \("#\(from)".quoted) to \("#\(to)".quoted); references from elsewhere must follow",
          pair.old, pair.new)
      }
  }
}

/// The schemas of a version that lead to some others, themselves included.
private struct SchemaUsers {
  private let graph: SchemaGraph
  /// The schemas that apply each schema.
  private var users: [[SchemaID]]?
  private var found: Set<SchemaID> = []

  init(_ graph: SchemaGraph) { self.graph = graph }

  func contains(_ schema: SchemaID) -> Bool { found.contains(schema) }

  mutating func insert(_ schema: SchemaID) {
    let users = self.users ?? graph.users
    self.users = users
    var pending = [schema]
    while let next = pending.popLast() {
      if found.insert(next).inserted { pending += users[next.index] }
    }
  }
}

extension SchemaGraph {
  fileprivate var users: [[SchemaID]] {
    var users = [[SchemaID]](repeating: [], count: nodes.count)
    for node in nodes {
      for schema in applied(by: node.id) { users[schema.index].append(node.id) }
    }
    return users
  }
}

extension JSONValue {
  /// Returns this value, which is another one without its sensitive parts, also without their copies: an example with equal
  /// elements repeats the first one where nothing is sensitive.
  fileprivate func redactingCopies(in original: JSONValue) -> JSONValue {
    switch (self, original) {
    case (.array(let shown), .array(let values)) where shown.count == values.count:
      let redacted = zip(values, shown).filter { $0 != $1 }
      return .array(
        zip(values, shown).map { value, shown in
          (redacted.first { $0.0 == value }?.1 ?? shown).redactingCopies(in: value)
        })
    case (.object(var shown), .object(let values)):
      for member in shown {
        shown[member.key] = values[member.key].map(member.value.redactingCopies) ?? member.value
      }
      return .object(shown)
    default: return self
    }
  }
}
