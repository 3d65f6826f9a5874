/// A parsed mustache template.
///
/// Implements the mustache specification: variables, sections, inverted sections, comments, partials and set
/// delimiters, and of the optional parts inheritance (`{{<parent}}` with `{{$block}}`) and dynamic names (`{{>*key}}`).
/// Lambdas are deliberately absent: a context is data.
///
/// ```swift
/// let template = try Template(parsing: "{{#people}}\n- {{name}}\n{{/people}}\n", name: "people")
/// let text = try template.render(["people": [["name": "Ada"], ["name": "Grace"]]])
/// // - Ada
/// // - Grace
/// ```
///
/// A class, so that sections, which remember their template, copy only a reference.
package final class Template: Sendable {
  /// A name used by a tag of the template, and the position of the tag.
  package struct Reference: Hashable, Sendable {
    /// The name as written, for example `user.name` for a dotted name.
    package let name: String
    /// The line of the tag, from 1.
    package let line: Int
    /// The column of the tag, from 1, in Unicode scalars.
    package let column: Int
  }

  /// The name of the template in partial tags and errors.
  package let name: String
  /// The keys in tags, in source order, one element per occurrence; `.` is not a key.
  package let referencedKeys: [Reference]
  /// The templates that partial and parent tags name statically, in source order. Dynamic names are keys.
  package let referencedPartials: [Reference]

  let nodes: [TemplateNode]
  let steps: TemplateSteps

  /// Parses a template in time linear in its length.
  ///
  /// - Parameters:
  ///   - nestingLimit: the maximum nesting of sections, parents and blocks.
  package init(parsing source: String, name: String, nestingLimit: Int = 128) throws(TemplateError) {
    var parser = TemplateParser(source: source, name: name, nestingLimit: nestingLimit)
    try parser.parse()
    self.name = name
    self.referencedKeys = parser.keys
    self.referencedPartials = parser.partials
    self.nodes = parser.nodes
    self.steps = TemplateSteps(parser.nodes)
  }

  /// Renders the template for a context.
  ///
  /// - Parameters:
  ///   - partials: the templates for partial and parent tags.
  package func render(
    _ context: TemplateValue, partials: TemplateLibrary = TemplateLibrary(),
    options: RenderingOptions = RenderingOptions()
  ) throws(TemplateError) -> String {
    var renderer = TemplateRenderer(template: self, context: context, library: partials, options: options)
    return try renderer.render()
  }
}
