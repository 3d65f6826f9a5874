/// A parsed mustache template.
///
/// It follows the mustache specification: variables, sections, inverted sections, comments, partials and set
/// delimiters, and of the optional parts inheritance (`{{<parent}}` with `{{$block}}`) and dynamic names
/// (`{{>*key}}`). Lambdas are absent on purpose: a context is data.
///
/// ```swift
/// let template = try Template(parsing: "{{#people}}\n- {{name}}\n{{/people}}\n", name: "people")
/// let text = try template.render(["people": [["name": "Ada"], ["name": "Grace"]]])
/// // - Ada
/// // - Grace
/// ```
package struct Template: Sendable {
  /// A name that a tag of the template uses, and where the tag begins.
  package struct Reference: Hashable, Sendable {
    /// The name as written, `user.name` for a dotted one.
    package let name: String
    /// The line of the tag, counted from 1.
    package let line: Int
    /// The column of the tag, counted from 1 in Unicode scalars.
    package let column: Int
  }

  /// The name that partial tags and errors use for the template.
  package let name: String
  /// The keys that tags look up, in source order, one element an occurrence; `.` is no key.
  package let referencedKeys: [Reference]
  /// The templates that partial and parent tags name outright, in source order. Dynamic names are keys.
  package let referencedPartials: [Reference]

  let nodes: [TemplateNode]

  /// Parses a template in time linear in its length.
  ///
  /// - Parameters:
  ///   - nestingLimit: How many sections, parents and blocks may be open within one another.
  package init(parsing source: String, name: String, nestingLimit: Int = 128) throws(TemplateError) {
    var parser = TemplateParser(source: source, name: name, nestingLimit: nestingLimit)
    try parser.parse()
    self.name = name
    self.referencedKeys = parser.keys
    self.referencedPartials = parser.partials
    self.nodes = parser.nodes
  }

  /// Renders the template for a context.
  ///
  /// - Parameters:
  ///   - partials: Where partial and parent tags find their templates.
  package func render(
    _ context: TemplateValue, partials: TemplateLibrary = TemplateLibrary(),
    options: RenderingOptions = RenderingOptions()
  ) throws(TemplateError) -> String {
    var renderer = TemplateRenderer(template: self, context: context, library: partials, options: options)
    return try renderer.render()
  }
}
