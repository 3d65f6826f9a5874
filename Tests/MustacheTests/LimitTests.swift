import Mustache
import Testing

/// Deep, large and senseless input gives an answer or an error, and never traps.
@Suite struct LimitTests {
  @Test(arguments: [0, 1, 128, 100_000])
  func endlessPartialsEndAtTheDepthLimit(_ limit: Int) throws {
    let library = try TemplateLibrary(parsing: [("t", "{{>t}}")])
    let error = #expect(throws: TemplateError.self) {
      try library["t"]?.render(.null, partials: library, options: RenderingOptions(depthLimit: limit))
    }
    #expect(error?.kind == .expansionTooDeep("t", limit: limit))
  }

  @Test(arguments: [
    "{{<t}}{{/t}}", "{{<t}}{{$b}}{{>t}}{{/b}}{{/t}}", "{{$b}}{{<t}}{{$b}}{{$b}}{{>t}}{{/b}}{{/b}}{{/t}}{{/b}}",
  ])
  func endlessParentsEndAtTheDepthLimit(_ source: String) throws {
    let library = try TemplateLibrary(parsing: [("t", source)])
    let error = #expect(throws: TemplateError.self) { try library["t"]?.render(.null, partials: library) }
    #expect(error?.kind == .expansionTooDeep("t", limit: 128))
    #expect(error?.description.hasSuffix(": expected at most 128 nested partials, found more at 't'") == true)
  }

  @Test func aPartialMayGoAsDeepAsTheLimit() throws {
    let library = try TemplateLibrary(parsing: [("t", "x{{#a}}{{>t}}{{/a}}")])
    var context: TemplateValue = ["a": false]
    for _ in 0..<128 {
      context = ["a": context]
    }
    let deepest = String(repeating: "x", count: 129)
    #expect(try library["t"]?.render(context, partials: library) == deepest)
    #expect(throws: TemplateError.self) { try library["t"]?.render(["a": context], partials: library) }
  }

  @Test(arguments: ["#", "^", "$", "<"])
  func nestingEndsAtItsLimit(_ sigil: String) throws {
    let begin = "{{\(sigil)a}}"
    let end = "{{/a}}"
    let deepest = String(repeating: begin, count: 128) + String(repeating: end, count: 128)
    #expect(throws: Never.self) { try Template(parsing: deepest, name: "t").render([:]) }
    let error = #expect(throws: TemplateError.self) { try Template(parsing: begin + deepest + end, name: "t") }
    #expect(error?.description == "t:1:769: expected at most 128 nested sections, found more")
  }

  @Test func sectionsMayBeNestedDeeplyOnRequest() throws {
    let count = 100_000
    let source = String(repeating: "{{#.}}", count: count) + "x" + String(repeating: "{{/.}}", count: count)
    let template = try Template(parsing: source, name: "t", nestingLimit: count)
    #expect(try template.render(["a": "y"]) == "x")
  }

  @Test func aListOfOneHundredThousandItemsIsRendered() throws {
    let items = (0..<100_000).map { TemplateValue.object(["n": .text("\($0)")]) }
    let template = try Template(parsing: "{{#items}}\n- {{n}}\n{{/items}}\n", name: "t")
    let expected = (0..<100_000).map { "- \($0)\n" }.joined()
    #expect(try template.render(["items": .list(items)]) == expected)
  }

  @Test func oneMegabyteOfTextIsEscaped() throws {
    let text = String(repeating: "a<b & ", count: 170_000)
    let template = try Template(parsing: "{{a}}", name: "t")
    #expect(try template.render(["a": .text(text)]).utf8.count == 170_000 * 13)
  }

  @Test(arguments: ["{{a}}", "{{#a}}\n{{/a}}\n", "{{$a}}\n{{/a}} ", "{ } ", "\n\n  ", "{{={{ }}=}}"])
  func oneMegabyteOfTemplateIsParsed(_ part: String) throws {
    let source = String(repeating: part, count: 1_000_000 / part.utf8.count)
    #expect(throws: Never.self) { try Template(parsing: source, name: "t") }
  }

  @Test func senselessTemplatesGiveTextOrAnError() {
    let parts = [
      "{{", "}}", "#", "^", "/", "<", ">", "$", "!", "=", "{", "}", "&", "*", ".", "a", "b", " ", "\n", "\r\n", "\t",
      "é",
      "{{#a}}", "{{/a}}", "{{$b}}", "{{/b}}", "{{<t}}", "{{/t}}", "{{>t}}", "{{=| |=}}", "|",
    ]
    var random = Lehmer(state: 20_260_101)
    for _ in 0..<5_000 {
      let source = (0..<random.next(upTo: 24)).map { _ in parts[random.next(upTo: parts.count)] }.joined()
      do {
        let template = try Template(parsing: source, name: "t")
        let options = RenderingOptions(isStrict: random.next(upTo: 2) == 0, depthLimit: 6)
        _ = try template.render(["a": ["x", "y"], "b": true], partials: TemplateLibrary([template]), options: options)
      } catch {
        let place = "t:\(error.line):\(error.column): "
        #expect(["expected ", "there is no template "].contains { error.description.hasPrefix(place + $0) })
      }
    }
  }
}

/// A sequence of numbers that is the same in every run.
private struct Lehmer {
  var state: UInt64

  mutating func next(upTo bound: Int) -> Int {
    state = state * 48_271 % 2_147_483_647
    return Int(state) % bound
  }
}
