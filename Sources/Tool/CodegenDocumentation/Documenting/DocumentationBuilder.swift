import CodegenCore
import JSONSchema
import Mustache
import SchemaRuntime
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
  private let search: SearchIndex
  private let title: String
  private let templates: TemplateLibrary
  /// Warnings about invalid examples, with their locations.
  let diagnostics: [Diagnostic]
  /// What the next run needs to know of the pages; nil without ``FormerPages``, or if it could not use them.
  let notes: JSONValue?

  /// - Parameters:
  ///   - title: the title of the site; nil for that of the only API, or else `Schemas`.
  ///   - changes: changes since another version, by schema name, such as `users/user-info`.
  ///   - former: the pages of the run before, of which those that are the same are not built.
  ///   - outputs: the outputs that have a file for each page.
  init(
    graph: SchemaGraph, plan: TypePlan, title: String?, templates: TemplateLibrary, options: Compiler.Options,
    changes: [String: [PageChange]] = [:], former: FormerPages? = nil,
    outputs: Set<PageOutput> = Set(PageOutput.allCases)
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
    let references = BackReferences(graph: graph)
    let builder = PageBuilder(
      site: site, types: types, limits: limits, examples: examples, payloads: payloads, references: references,
      swift: SwiftExample(
        SwiftExpressions(
          plan.files.flatMap(\.types), areExamples: true, isValid: examples.compiled?.verdicts ?? { _, _ in false })),
      texts: SchemaTexts(of: graph, redacted: site.graph))
    let keys = former.flatMap { _ in
      PageKeys(
        site: site, graph: graph, plan: plan, references: references, isCompiled: examples.compiled != nil,
        changes: changes)
    }
    var (content, files) = Self.content(builder, changes) { index in
      keys.flatMap { former?.page(index, of: site, key: $0[index], in: outputs) }
    }
    var index = Self.index(of: site, content, files)
    if former?.hasIndex(index) == false, content.contains(where: { $0.former != nil }) {
      (content, files) = Self.content(builder, changes) { _ in nil }
      index = Self.index(of: site, content, files)
    }
    (pages, siteFiles) = (content, files)
    // 5. Build the pages of operations.
    apis = APIBuilder(builder, content, graph: site.graph).site(files: files)
    let search = SearchIndex(files: files, pages: content, apis: apis)
    notes = keys.map { FormerPages.notes(of: content, in: files, $0, search, index: index) }
    self.search = search
    self.site = site
    self.title = title ?? apis.title ?? "Schemas"
    self.templates = templates
    diagnostics = examples.diagnostics
  }

  /// Builds the content of the pages that are not the same as before.
  private static func content(
    _ builder: PageBuilder, _ changes: [String: [PageChange]], former: (Int) -> FormerPages.Page?
  ) -> ([DocumentationPage], SiteFiles) {
    let pages = builder.site.pages.indices.map { index in
      var page = builder.page(at: index, former: former(index))
      page.changes = changes[page.name] ?? []
      return page
    }
    return (pages, SiteFiles(site: builder.site, pages: pages))
  }

  /// Returns the path of the file of the index in which each folder begins.
  private static func index(of site: SiteMap, _ pages: [DocumentationPage], _ files: SiteFiles) -> [String] {
    let index = IndexFiles(DocumentationIndex(site: site, pages: pages), files: files, path: HTMLContext.index)
    return index.filesOfFolders.map { index.files[$0].path }
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
      let path = file.path + DocumentationPage.schemaEnding
      if let text = page.former?.text(.documentation, path) ?? page.schemaText, page.excerpt?.isFirst != false {
        rendered.append((path, text))
      }
    }
    return rendered
  }

  private func html(_ index: DocumentationIndex) throws(TemplateError) -> [(path: String, contents: String)] {
    let html = HTMLContext(files: siteFiles, index: index, siteTitle: title, apis: apis)
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
    rendered += SearchScripts(search).scripts()
    for (number, file) in siteFiles.files.enumerated() {
      let page = siteFiles.content(of: number, in: pages)
      let path = file.path + HTMLContext.ending
      rendered.append((path, try self.page(page, at: path, "HTML/page.html.mustache", html.page(page))))
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
      let path = file.path + MarkdownContext.ending
      let contents = try self.page(page, at: path, "Markdown/page.md.mustache", markdown.page(page).value, .none)
      rendered.append((path, contents))
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
      let contents = try self.page(page, at: path, in: .docc, "DocC/page.md.mustache", context.page(page).value, .none)
      rendered.append((path, contents))
    }
    return rendered
  }

  /// Returns a file of a page: as it was written before, if the page is the same.
  private func page(
    _ page: DocumentationPage, at path: String, in kind: GeneratedFile.Kind = .documentation, _ template: String,
    _ context: @autoclosure () -> TemplateValue, _ escape: TextEscape = .html
  ) throws(TemplateError) -> String {
    if let text = page.former?.text(kind, path) { return text }
    return try render(template, context(), escape)
  }

  /// Renders a template of the library; a missing template is an error of the template engine.
  private func render(
    _ template: String, _ context: TemplateValue, _ escape: TextEscape = .html
  ) throws(TemplateError) -> String {
    let entry = try Template(parsing: "{{>\(template)}}", name: "documentation")
    return try entry.render(context, partials: templates, options: RenderingOptions(escape: escape, isStrict: true))
  }
}
