@_spi(Generated) import SchemaRuntime
import Testing

/// Messages in other words than the library's.
@Suite struct IssueMessagesTests {
  static let german = IssueMessages([
    "message": "{expectation} erwartet, {finding} gefunden", "message.alone": "{expectation} erwartet",
    "plain": "{value}", "name": "„{name}“", "none": "nichts", "one": "einer", "more": "mehr",
    "separator": ", ", "or": " oder ", "others": "{count} weitere", "otherValues": "einer von {count} weiteren Werten",
    "nothing": "kein Wert", "declared": "ein bekanntes Feld", "nearest": "{value} (vielleicht {nearest}?)",
    "schemaValue": "der Wert des Schemas", "schemaValues": "ein Wert des Schemas",
    "multipleOf": "ein Vielfaches von {value}",
    "atLeast": "mindestens {value}", "atMost": "höchstens {value}",
    "contains.atLeast": "mindestens {value} nach „contains“", "contains.atMost": "höchstens {value} nach „contains“",
    "schemaPattern": "das Muster des Schemas", "steps": "{value} braucht mehr als {limit} Schritte",
    "content.valid": "gültiger Inhalt", "content.invalid": "ungültiger", "uniqueItems": "verschiedene Elemente",
    "equalItems": "gleiche an {first} und {second}", "member": "Feld {names}", "members": "Felder {names}",
    "requiredMembers": "alle nötigen Felder", "member.dependent": "Feld {names} neben {name}",
    "members.dependent": "Felder {names} neben {name}", "dependentMembers": "die nötigen Felder",
    "localOnly": "kein Feld {name}", "localOnly.some": "kein lokales Feld", "anyOf": "eine passende Alternative",
    "oneOf": "genau eine passende Alternative", "several": "{count}: {branches}",
    "several.index": "{count}: Nummern {branches}", "onlyOneMember": "nur eines der Felder {names}",
    "otherValue": "ein anderer Wert als {values}",
    "noMember": "kein Feld {name}", "anyMember": "eines der Felder {names}",
    "anyMember.some": "eines der nötigen Felder",
    "alternative": "eine passende Alternative", "closest": "keine; am nächsten {branch}",
    "patterns": "das Muster {patterns}", "quoted": "{value}",
    "closest.index": "keine; am nächsten Nummer {index}", "not": "nichts, was zu „not“ passt",
    "uniqueNames": "eindeutige Namen", "twice": "{name} doppelt", "sensitive": "ein vertraulicher Wert",
    "nesting": "höchstens {limit} Schemas ineinander", "tooDeep": "mehr",
    "contentNesting": "höchstens {limit} Ebenen",
    "usable": "Fehler im Schema an {location}: {reason}", "usable.some": "ein brauchbares Schema",
    "tooMuch.bytes": "„{keyword}“ braucht den ganzen Wert, der mehr als {limit} Byte hat",
    "tooMuch.values": "„{keyword}“ vergleicht mehr als {limit} Werte",
    "internalError": "interner Fehler: {state}", "truncated": "nach {limit} Fehlern abgebrochen",
    "truncated.one": "nach dem ersten Fehler abgebrochen",
    "errors": "{count} Fehler", "errors.one": "ein Fehler", "errors.more.one": "mehr als ein Fehler",
    "errors.more": "mehr als {count} Fehler",
    "type.string": "Text", "type.integer": "ganze Zahl", "type.number": "Zahl", "type.boolean": "Ja oder Nein",
    "type.object": "Objekt", "type.array": "Liste", "type.null": "Null",
    "scalars.one": "{count} Zeichen", "scalars.other": "{count} Zeichen", "utf8Bytes.one": "{count} Byte",
    "utf8Bytes.other": "{count} Byte", "items.one": "{count} Element", "items.other": "{count} Elemente",
    "members.one": "{count} Feld", "members.other": "{count} Felder",
    "maximum": "höchstens {value}", "exclusiveMaximum": "weniger als {value}", "minimum": "mindestens {value}",
    "exclusiveMinimum": "mehr als {value}", "pattern": "das Muster {value}", "format": "das Format {value}",
    "contentMediaType": "Inhalt {value}", "contentEncoding": "die Kodierung {value}",
  ])

  @Test("another table has every key, with the same placeholders")
  func isWhole() {
    func placeholders(_ text: String) -> [Substring] {
      text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { $0.prefix { $0 != "}" } }
    }
    for (key, text) in IssueMessages.english.templates {
      let other = Self.german.templates[key]
      #expect(other.map { placeholders($0).sorted() } == placeholders(text).sorted(), "\(key)")
    }
    #expect(Self.german.templates.count == IssueMessages.english.templates.count)
  }

  @Test(
    "a message is told in other words",
    arguments: [
      (#"[["urn:a#",[["type","string","null"]]]]"#, "1", "Null oder Text erwartet, ganze Zahl gefunden"),
      (#"[["urn:a#",[["maxLength",2]]]]"#, #""abc""#, "höchstens 2 Zeichen erwartet, 3 gefunden"),
      (#"[["urn:a#",[["required",["a","b"]]]]]"#, "{}", "Felder „a“, „b“ erwartet, nichts gefunden"),
      (
        #"[["urn:a#",[["enum","red","blue"]]]]"#, #""rad""#,
        #""red" oder "blue" erwartet, "rad" (vielleicht "red"?) gefunden"#
      ),
      (#"[["urn:a#",[["pattern","^x"]]]]"#, #""y""#, #"das Muster ^x erwartet, "y" gefunden"#),
    ])
  func tells(program: String, payload: String, message: String) throws {
    let issues = try Evaluator(Program(json: program)).issues(in: payload.utf8)
    #expect(issues.map { Self.german.text(for: $0) } == [message])
  }

  @Test("every kind of issue is told without a word of the library's language")
  func isNotHardWired() throws {
    // Every word that is not an argument becomes a dot.
    let dots = IssueMessages(
      IssueMessages.english.templates.mapValues { template in
        var (result, isArgument) = ("", false)
        for character in template {
          if character == "{" { isArgument = true }
          result.append(isArgument || !character.isLetter ? character : "·")
          if character == "}" { isArgument = false }
        }
        return result
      })
    for issue in EvaluatorTests.issues {
      guard let expectation = issue.kind.expectation else { continue }
      let words = dots.text(IssuePhrase("plain", ["value": .phrase(expectation)]))
      let shown = Set(Self.texts(in: expectation))
      let left = words.split { !$0.isASCII || !$0.isLetter }.map(String.init)
      for word in left { #expect(shown.contains { $0.contains(word) }, "\(word) in \(words)") }
    }
  }

  private static func texts(in phrase: IssuePhrase) -> [String] {
    phrase.arguments.values.flatMap { texts(in: $0) }
  }

  private static func texts(in argument: IssuePhrase.Argument) -> [String] {
    switch argument {
    case .text(let text), .name(let text): [text]
    case .value(let value): [value.text()]
    case .phrase(let phrase): texts(in: phrase)
    case .list(let items, _): items.flatMap { texts(in: $0) }
    case .type, .count, .length: []
    }
  }
}
