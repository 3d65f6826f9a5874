import Mustache
import Testing

/// Refused templates, and the errors with their positions.
@Suite struct ErrorTests {
  @Test(arguments: [
    ErrorCase(
      "a tag that is not closed", "a\n {{b",
      error: "t:2:2: expected '}}' to close the tag, found the end of the template"),
    ErrorCase(
      "a triple tag that is closed by two braces", "{{{a}}",
      error: "t:1:1: expected '}}}' to close the tag, found the end of the template"),
    ErrorCase(
      "a tag that is not closed by its own delimiter", "{{=<% %>=}}\r\n<%a}}",
      error: "t:2:1: expected '%>' to close the tag, found the end of the template"),
    ErrorCase(
      "an opening delimiter at the very end", "{{",
      error: "t:1:1: expected '}}' to close the tag, found the end of the template"),
    ErrorCase("a tag without a name", "é😀{{}}", error: "t:1:3: expected a name in the tag, found none"),
    ErrorCase("a section without a name", "{{# }}", error: "t:1:1: expected a name in the tag, found none"),
    ErrorCase("a dynamic name without a name", "{{>*}}", error: "t:1:1: expected a name in the tag, found none"),
    ErrorCase(
      "a name with white space", "{{a b}}",
      error: "t:1:1: expected a name without white space and empty parts, found 'a b'"),
    ErrorCase(
      "a partial with white space", "{{> a b}}",
      error: "t:1:1: expected a name without white space and empty parts, found 'a b'"),
    ErrorCase(
      "a dotted name with an empty part", "{{a..b}}",
      error: "t:1:1: expected a name without white space and empty parts, found 'a..b'"),
    ErrorCase(
      "a section that is not ended", "{{#a}}\n{{#b}}{{/b}}",
      error: "t:1:1: expected the end of 'a', found the end of the template"),
    ErrorCase(
      "a parent that is not ended", "{{<a}}", error: "t:1:1: expected the end of 'a', found the end of the template"),
    ErrorCase(
      "an end that names another section", "{{#a}}\n{{^b}}{{/a}}",
      error: "t:2:7: expected the end of 'b', found the end of 'a'"),
    ErrorCase(
      "an end without a begin", "a{{/b}}", error: "t:1:2: expected an end tag only in a section, found the end of 'b'"
    ),
    ErrorCase(
      "two blocks of one name in a parent", "{{<p}}{{$b}}{{/b}}\n{{$b}}{{/b}}{{/p}}",
      error: "t:2:1: expected distinct block names in a parent, found 'b' again"),
    ErrorCase(
      "one delimiter", "{{=<%=}}",
      error: "t:1:1: expected two delimiters of 1 to 16 bytes without white space and '=', found '<%'"),
    ErrorCase(
      "delimiters without the second equals sign", "{{=<% %>}}",
      error: "t:1:1: expected '=}}' to close the tag, found the end of the template"),
    ErrorCase(
      "a delimiter with an equals sign", "{{=<= =>=}}",
      error: "t:1:1: expected two delimiters of 1 to 16 bytes without white space and '=', found '<= =>'"),
    ErrorCase(
      "a delimiter of 17 bytes", "{{=12345678901234567 x=}}",
      error: "t:1:1: expected two delimiters of 1 to 16 bytes without white space and '=', found '12345678901234567 x'"
    ),
  ])
  func refusesToParse(_ row: ErrorCase) {
    row.check(isStrict: false)
  }

  @Test(arguments: [
    ErrorCase(
      "an unknown key with a near one", "\n {{nmae}}",
      error: "t:2:2: expected a key of the context, found 'nmae'; did you mean 'name'?"),
    ErrorCase(
      "an unknown key with none near", "{{colour}}", error: "t:1:1: expected a key of the context, found 'colour'"),
    ErrorCase(
      "an unknown key of a section", "{{#nam}}{{/nam}}",
      error: "t:1:1: expected a key of the context, found 'nam'; did you mean 'name'?"),
    ErrorCase(
      "an unknown key of an inverted section", "{{^nam}}{{/nam}}",
      error: "t:1:1: expected a key of the context, found 'nam'; did you mean 'name'?"),
    ErrorCase(
      "an unknown member", "{{user.mial}}",
      error: "t:1:1: expected a key of the context, found 'user.mial'; did you mean 'user.mail'?"),
    ErrorCase(
      "an unknown object of a member", "{{usr.mail}}",
      error: "t:1:1: expected a key of the context, found 'usr.mail'; did you mean 'user.mail'?"),
    ErrorCase("a member of text", "{{name.mail}}", error: "t:1:1: expected a key of the context, found 'name.mail'"),
    ErrorCase(
      "a member of nothing", "{{nothing.mail}}", error: "t:1:1: expected a key of the context, found 'nothing.mail'"),
    ErrorCase(
      "a key that only an outer context is near to", "{{#user}}{{nane}}{{/user}}",
      error: "t:1:10: expected a key of the context, found 'nane'; did you mean 'name'?"),
    ErrorCase(
      "an unknown key in a partial", "{{>p}}", partials: ["p": "\n{{x}}"],
      error: "p:2:1: expected a key of the context, found 'x'"),
    ErrorCase(
      "an unknown key in an argument", "{{<p}}{{$b}}{{x}}{{/b}}{{/p}}", partials: ["p": "\n{{$b}}{{/b}}"],
      error: "t:1:13: expected a key of the context, found 'x'"),
    ErrorCase(
      "an unknown partial", " {{>helper}}", partials: ["header": ""],
      error: "t:1:2: there is no template 'helper' to include; did you mean 'header'?"),
    ErrorCase(
      "an unknown parent", "{{<a}}{{/a}}", partials: ["header": ""],
      error: "t:1:1: there is no template 'a' to include"),
    ErrorCase(
      "an unknown partial with a dynamic name", "{{>*name}}",
      error: "t:1:1: there is no template 'Ada' to include"),
    ErrorCase("a list as text", "{{list}}", error: "t:1:1: expected text in 'list', found a list"),
    ErrorCase("an object as text", "{{{user}}}", error: "t:1:1: expected text in 'user', found an object"),
    ErrorCase("a list as a dynamic name", "{{>*list}}", error: "t:1:1: expected text in 'list', found a list"),
  ])
  func strictModeRefuses(_ row: ErrorCase) throws {
    row.check(isStrict: true)
    let template = try Template(parsing: row.template, name: "t")
    #expect(throws: Never.self) { try template.render(ErrorCase.context, partials: row.library()) }
  }

  @Test(arguments: [
    RenderingCase("null is a known key", "[{{nothing}}{{#nothing}}x{{/nothing}}]", renders: "[]"),
    RenderingCase("a dynamic name that is null names no partial", "[{{>*nothing}}]", renders: "[]"),
    RenderingCase("an outer context has the key", "{{#user}}{{name}}{{/user}}", renders: "Ada"),
    RenderingCase("what is not rendered is not looked up", "{{#nothing}}{{typo}}{{>typo}}{{/nothing}}", renders: ""),
    RenderingCase("a dot needs no key", "{{#list}}{{.}}{{/list}}", renders: "12"),
  ])
  func strictModeAccepts(_ row: RenderingCase) throws {
    let template = try Template(parsing: row.template, name: "t")
    #expect(try template.render(ErrorCase.context, options: RenderingOptions(isStrict: true)) == row.expected)
  }

  @Test func ofNearKeysTheNearestThenTheFirstInOrderIsNamed() throws {
    let template = try Template(parsing: "{{abcd}}", name: "t")
    let context: TemplateValue = ["abxy": "", "zbcd": "", "abcz": "", "abc": ""]
    let error = #expect(throws: TemplateError.self) {
      try template.render(context, options: RenderingOptions(isStrict: true))
    }
    #expect(error?.kind == .unknownKey("abcd", nearest: "abc"))
  }

  @Test func anErrorHasItsFactsApart() throws {
    let error = #expect(throws: TemplateError.self) { try Template(parsing: "a\nb {{#c}}", name: "page") }
    #expect(error?.kind == .unclosedSection("c"))
    #expect(error?.template == "page")
    #expect(error?.line == 2)
    #expect(error?.column == 3)
  }

  @Test func aLibraryNamesTheTemplateThatIsWrong() {
    let error = #expect(throws: TemplateError.self) {
      try TemplateLibrary(parsing: [("good", "{{a}}"), ("bad", "{{")])
    }
    #expect(error?.template == "bad")
  }
}

/// A template that is refused, with the error message.
struct ErrorCase: Sendable, CustomTestStringConvertible {
  static let context: TemplateValue = [
    "name": "Ada", "user": ["mail": "ada@example.com"], "list": ["1", "2"], "nothing": .null,
  ]

  let testDescription: String
  let template: String
  let partials: [(name: String, source: String)]
  let expected: String

  init(
    _ sentence: String, _ template: String, partials: KeyValuePairs<String, String> = [:], error expected: String
  ) {
    self.testDescription = sentence
    self.template = template
    self.partials = partials.map { (name: $0.key, source: $0.value) }
    self.expected = expected
  }

  func library() throws(TemplateError) -> TemplateLibrary {
    try TemplateLibrary(parsing: partials)
  }

  func check(isStrict: Bool) {
    let error = #expect(throws: TemplateError.self) {
      let template = try Template(parsing: template, name: "t")
      _ = try template.render(Self.context, partials: library(), options: RenderingOptions(isStrict: isStrict))
    }
    #expect(error?.description == expected)
  }
}
