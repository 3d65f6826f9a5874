import JSONSchema
import Mustache
import SchemaRuntime
import SchemaValidation

/// Makes the documentation for the people who call the API: a page a schema and an index, in HTML and in Markdown.
///
/// Made from graph and plan by the pipeline. The templates are `HTML/page.html.mustache`,
/// `HTML/index.html.mustache`, `HTML/style.css`, `Markdown/page.md.mustache`, `Markdown/index.md.mustache`, and
/// what they name as partials.
struct DocumentationBuilder {
  let site: SiteMap
  /// What every page says, in the order of the site.
  let pages: [DocumentationPage]
  private let title: String
  private let templates: TemplateLibrary
  /// Warnings: examples that do not validate, with their places.
  let diagnostics: [Diagnostic]

  /// - Parameter changes: what is otherwise than in another version, by the schema's name, `users/user-info`.
  init(
    graph: SchemaGraph, plan: TypePlan, title: String, templates: TemplateLibrary, options: Compiler.Options,
    changes: [String: [PageChange]] = [:]
  ) {
    // 1. What has a page or section, and where; without what sensitive schemas expect.
    let site = SiteMap(graph: graph.redacted, plan: plan)
    // 2. Which examples are true. Programs keep what sensitive schemas expect, and their words do not tell it.
    let graph = graph.markingSensitive
    let examples = ExampleCheck(
      graph: graph, schemas: graph.nodes.filter { site.isDocumented($0) }.map(\.id),
      others: site.pages.flatMap(\.sections), options: options)
    // 3. Payloads that nobody wrote, valid ones and others.
    let payloads = PayloadBook(
      graph: graph, compiled: examples.compiled, source: examples.compiled.map { SampledPayloads($0.program) })
    // 4. What every page says.
    let types = TypeWords(site: site)
    let limits = LimitWords(types: types, assertedFormats: options.assertedFormats)
    let builder = PageBuilder(
      site: site, types: types, limits: limits, examples: examples, payloads: payloads,
      references: BackReferences(graph: graph), swift: SwiftExample(graph: graph, plan: plan))
    pages = site.pages.indices.map { place in
      var page = builder.page(at: place)
      page.changes = changes[page.name] ?? []
      return page
    }
    self.site = site
    self.title = title
    self.templates = templates
    diagnostics = examples.diagnostics
  }

  /// The files with their paths in the folder of documentation: index, stylesheet and scripts, then page by page.
  func files() throws(TemplateError) -> [(path: String, contents: String)] {
    let index = DocumentationIndex(site: site, pages: pages)
    let html = HTMLContext(site: site, siteTitle: title)
    let search = SearchIndex(site: site, pages: pages)
    let markdown = MarkdownContext(site: site, siteTitle: title)
    var files = [
      (path: HTMLContext.index, contents: try render("HTML/index.html.mustache", html.index(index, pages))),
      (
        path: HTMLContext.stylesheet, contents: try render("HTML/style.css", [:]) + "\n" + render("HTML/parts.css", [:])
      ),
      (path: HTMLContext.script, contents: try render("HTML/site.js", [:], .none)),
      (path: SearchIndex.pagesFile, contents: search.pagesScript),
      (path: SearchIndex.file, contents: search.searchScript),
      (
        path: MarkdownContext.index,
        contents: try render("Markdown/index.md.mustache", markdown.index(index).value, .none)
      ),
    ]
    for page in pages {
      let path = site.pages[page.place].path
      files.append((path + HTMLContext.ending, try render("HTML/page.html.mustache", html.page(page))))
      files.append(
        (path + MarkdownContext.ending, try render("Markdown/page.md.mustache", markdown.page(page).value, .none)))
    }
    return files
  }

  /// The files of a DocC catalogue with their paths in its folder: the root's page, then an article a schema.
  func catalog(module: String?) throws(TemplateError) -> [(path: String, contents: String)] {
    let catalog = DocCCatalog(module: module)
    let context = MarkdownContext(site: site, siteTitle: title, catalog: catalog)
    let index = context.index(DocumentationIndex(site: site, pages: pages)).value
    var files = [
      (path: DocCCatalog.index, contents: try render("DocC/index.md.mustache", index, .none))
    ]
    for page in pages {
      let path = DocCCatalog.name(of: site.pages[page.place]) + MarkdownContext.ending
      files.append((path, try render("DocC/page.md.mustache", context.page(page).value, .none)))
    }
    return files
  }

  /// Renders a template of the library; that there is none is an error in the engine's words.
  private func render(
    _ template: String, _ context: TemplateValue, _ escape: TextEscape = .html
  ) throws(TemplateError) -> String {
    let entry = try Template(parsing: "{{>\(template)}}", name: "documentation")
    return try entry.render(context, partials: templates, options: RenderingOptions(escape: escape, isStrict: true))
  }
}
