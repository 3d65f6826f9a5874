// Templates rendered with a context: no input stops the process, and rendering is deterministic.
//
// Input: a byte that chooses options, a context in JSON, NUL, a template, NUL, a partial called `p`.
import FuzzSupport
import Mustache
import SchemaRuntime

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = FuzzInput(start, count)
  let choice = input.byte()
  let parts = input.parts(3)
  guard parts.count == 3 else { return 0 }
  let context = (try? JSONValue(parsing: parts[0])).map(templateValue) ?? .object([:])
  let options = RenderingOptions(
    escape: choice & 1 == 0 ? .html : .none, isStrict: choice & 2 != 0, depthLimit: 2 + Int(choice >> 2 & 3))
  checkTemplate(String(decoding: parts[1], as: UTF8.self), String(decoding: parts[2], as: UTF8.self), context, options)
  return 0
}

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer, _: UnsafeMutableRawPointer) -> Int32 {
  writeDictionaryIfAsked([
    "{{", "}}", "{{{", "}}}", "{{&", "{{#", "{{^", "{{/", "{{!", "{{>", "{{<", "{{$", "{{>*", "{{=", "=}}",
    "{{=<% %>=}}",
    "<%", "%>", "{{.}}", "{{a.b}}", "{{a}}", "{{#a}}", "{{/a}}", "{{^a}}", "{{>p}}", "{{<p}}", "{{/p}}", "{{$b}}",
    "{{/b}}", "\n", "\r\n", "  ", "\u{e9}", "{\"a\":", "[{\"b\":1},{\"b\":2}]", "\"<&>\"", "true", "null",
  ])
  return 0
}

@_cdecl("FuzzTemplates_main")
public func unusedMain() -> Int32 { 0 }

private func templateValue(_ value: JSONValue) -> TemplateValue {
  switch value {
  case .null: .null
  case .bool(let flag): .flag(flag)
  case .number(let number): .text(number.text)
  case .string(let text): .text(text)
  case .array(let elements): .list(elements.map(templateValue))
  case .object(let object): .object(TemplateObject(object.map { (TemplateName($0.key), templateValue($0.value)) }))
  }
}

private func checkTemplate(_ source: String, _ partial: String, _ context: TemplateValue, _ options: RenderingOptions) {
  do throws(TemplateError) {
    let template = try Template(parsing: source, name: "t", nestingLimit: 16)
    let library = (try? Template(parsing: partial, name: "p", nestingLimit: 16)).map { TemplateLibrary([$0]) }
    let text = try template.render(context, partials: library ?? TemplateLibrary(), options: options)
    checkEqual(
      try template.render(context, partials: library ?? TemplateLibrary(), options: options), text, "two renderings")
    for key in template.referencedKeys { check(key.line > 0 && key.column > 0, "a key without a position") }
    checkText(source, template, text, context)
  } catch {
    check(error.line > 0 && error.column > 0 && !error.description.isEmpty, "an error without a position: \(error)")
    let name = error.template
    check(name == "t" || name == "p", "an error in '\(name)'")
  }
}

/// Text without tags is rendered unchanged.
private func checkText(_ source: String, _ template: Template, _ text: String, _ context: TemplateValue) {
  if !source.contains("{{") { checkEqual(text, source, "a template without tags") }
  // The dot, which refers to the innermost value, is not a key.
  if template.referencedKeys.isEmpty, template.referencedPartials.isEmpty, !source.contains(".") {
    checkEqual(try? template.render([:]), text, "a template without keys depends on its context")
  }
}
