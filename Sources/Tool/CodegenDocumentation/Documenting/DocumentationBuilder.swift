import CodegenCore
import JSONSchema
import Mustache
import SchemaValidation

/// Builds the documentation for API users: a page per schema and an index, in HTML and Markdown, and a DocC catalog.
///
/// The pipeline creates it from graph and plan. The templates are `HTML/page.html.mustache`,
/// `HTML/index.html.mustache`, `HTML/style.css`, `Markdown/page.md.mustache`, `Markdown/index.md.mustache`, and their
/// partials.
struct DocumentationBuilder {
  let site: SiteMap
  /// The content of every page, in the order of the site.
  let pages: [DocumentationPage]
  let siteFiles: SiteFiles
  let apis: APISite
  private let title: String
  private let templates: TemplateLibrary
  /// Warnings about invalid examples, with their locations.
  let diagnostics: [Diagnostic]

  /// - Parameters:
  ///   - title: the title of the site; nil for that of the only API, or else `Schemas`.
  ///   - changes: changes since another version, by schema name, such as `users/user-info`.
  init(
    graph: SchemaGraph, plan: TypePlan, title: String?, templates: TemplateLibrary, options: Compiler.Options,
    changes: [String: [PageChange]] = [:]
  ) {
    // 1. Decide what has a page or section, and where, without the expectations of sensitive schemas.
    let site = SiteMap(graph: graph.redacted, plan: plan)
    // 2. Check the examples. Programs keep the expectations of sensitive schemas, but their issues do not reveal
    // them.
    let graph = graph.markingSensitive
    let examples = ExampleCheck(
      graph: graph, schemas: graph.writtenNodes.filter { site.isDocumented($0) }.map(\.id),
      others: site.pages.flatMap(\.sections), options: options)
    // 3. Sample valid and invalid payloads.
    let payloads = PayloadBook(
      site: site, graph: graph, compiled: examples.compiled,
      source: examples.compiled.map { SampledPayloads($0.program) })
    // 4. Build the content of every page.
    let types = TypeWords(site: site)
    let limits = LimitWords(types: types, assertedFormats: options.assertedFormats)
    let builder = PageBuilder(
      site: site, types: types, limits: limits, examples: examples, payloads: payloads,
      references: BackReferences(graph: graph),
      swift: SwiftExample(
        SwiftExpressions(
          plan.files.flatMap(\.types), areExamples: true, isValid: examples.compiled?.verdicts ?? { _, _ in false })),
      texts: SchemaTexts(of: graph, redacted: site.graph))
    pages = site.pages.indices.map { index in
      var page = builder.page(at: index)
      page.changes = changes[page.name] ?? []
      return page
    }
    siteFiles = SiteFiles(site: site, pages: pages)
    // 5. Build the pages of operations.
    apis = APIBuilder(builder, pages, graph: site.graph).site(files: siteFiles)
    self.site = site
    self.title = title ?? apis.title ?? "Schemas"
    self.templates = templates
    diagnostics = examples.diagnostics
  }

  /// Returns the files with their paths in the documentation folder: each edition's index and pages, with the
  /// stylesheet and scripts of HTML, then the schemas.
  func files(
    _ editions: Set<Configuration.Edition> = Set(Configuration.Edition.allCases)
  ) throws(TemplateError) -> [(path: String, contents: String)] {
    let index = DocumentationIndex(site: site, pages: pages)
    var rendered: [(path: String, contents: String)] = []
    if editions.contains(.html) { rendered += try html(index) }
    if editions.contains(.markdown) { rendered += try markdown(index) }
    for (number, file) in siteFiles.files.enumerated() {
      let page = siteFiles.content(of: number, in: pages)
      if let text = page.schemaText, page.excerpt?.isFirst != false {
        rendered.append((file.path + DocumentationPage.schemaEnding, text))
      }
    }
    return rendered
  }

  private func html(_ index: DocumentationIndex) throws(TemplateError) -> [(path: String, contents: String)] {
    let html = HTMLContext(files: siteFiles, index: index, siteTitle: title, apis: apis)
    let search = SearchScripts(SearchIndex(files: siteFiles, pages: pages, apis: apis))
    var rendered: [(path: String, contents: String)] = []
    for (file, context) in zip(html.indexFiles.files, html.index(index, pages)) {
      rendered.append((file.path + HTMLContext.ending, try render("HTML/index.html.mustache", context)))
    }
    rendered += [
      (
        path: HTMLContext.stylesheet, contents: try render("HTML/style.css", [:]) + "\n" + render("HTML/parts.css", [:])
      ),
      (path: HTMLContext.script, contents: try render("HTML/site.js", [:], .none)),
      (path: HTMLContext.themeScript, contents: try render("HTML/theme.js", [:], .none)),
    ]
    rendered += search.scripts()
    for (number, file) in siteFiles.files.enumerated() {
      let page = siteFiles.content(of: number, in: pages)
      rendered.append((file.path + HTMLContext.ending, try render("HTML/page.html.mustache", html.page(page))))
    }
    for group in apis.groups {
      let contents = try render("HTML/operations.html.mustache", html.group(group))
      rendered.append((group.file + HTMLContext.ending, contents))
    }
    for (number, operation) in apis.operations.enumerated() {
      let contents = try render("HTML/operation.html.mustache", html.operation(number))
      rendered.append((operation.file + HTMLContext.ending, contents))
    }
    return rendered
  }

  private func markdown(_ index: DocumentationIndex) throws(TemplateError) -> [(path: String, contents: String)] {
    let markdown = MarkdownContext(files: siteFiles, index: index, siteTitle: title, apis: apis)
    var rendered: [(path: String, contents: String)] = []
    for (file, context) in zip(markdown.indexFiles.files, markdown.index(index)) {
      let contents = try render("Markdown/index.md.mustache", context.value, .none)
      rendered.append((file.path + MarkdownContext.ending, contents))
    }
    for (number, file) in siteFiles.files.enumerated() {
      let page = siteFiles.content(of: number, in: pages)
      rendered.append(
        (file.path + MarkdownContext.ending, try render("Markdown/page.md.mustache", markdown.page(page).value, .none)))
    }
    for group in apis.groups {
      let contents = try render("Markdown/operations.md.mustache", markdown.group(group).value, .none)
      rendered.append((group.file + MarkdownContext.ending, contents))
    }
    for operation in apis.operations {
      let contents = try render("Markdown/operation.md.mustache", markdown.operation(operation).value, .none)
      rendered.append((operation.file + MarkdownContext.ending, contents))
    }
    return rendered
  }

  /// Returns the files of a DocC catalog with their paths in its folder: the root page, then an article per file of
  /// the site.
  func catalog(module: String?) throws(TemplateError) -> [(path: String, contents: String)] {
    let index = DocumentationIndex(site: site, pages: pages)
    let context = MarkdownContext(
      files: siteFiles, index: index, siteTitle: title, catalog: DocCCatalog(module: module))
    var rendered: [(path: String, contents: String)] = []
    for context in context.index(index) {
      rendered.append((DocCCatalog.index, try render("DocC/index.md.mustache", context.value, .none)))
    }
    for (number, file) in siteFiles.files.enumerated() {
      let page = siteFiles.content(of: number, in: pages)
      let path = DocCCatalog.name(of: file.path) + MarkdownContext.ending
      rendered.append((path, try render("DocC/page.md.mustache", context.page(page).value, .none)))
    }
    return rendered
  }

  /// Renders a template of the library; a missing template is an error of the template engine.
  private func render(
    _ template: String, _ context: TemplateValue, _ escape: TextEscape = .html
  ) throws(TemplateError) -> String {
    let entry = try Template(parsing: "{{>\(template)}}", name: "documentation")
    return try entry.render(context, partials: templates, options: RenderingOptions(escape: escape, isStrict: true))
  }
}
