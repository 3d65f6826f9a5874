import CodegenCore
import CodegenProject
package import CommandLineTool
import Foundation
import JSONSchema
import SchemaLint
import SchemaLoading
import SchemaRewriting
import SchemaRuntime

/// `codegen upgrade`: schemas of older drafts in a newer one.
package struct UpgradeSchemas: Command {
  package static let name = "upgrade"
  package static let abstract = "rewrite schemas of older drafts in a newer one"
  package static let discussion = """
    Rewrites schemas of draft-03 to 2019-09 as draft 2020-12, or of all drafts as v1, so that they accept the same
    values. Reads the schemas in the configured folder, or in each PATH, which is a file or a folder. If a keyword
    moves, references to locations inside it are updated in all of these files. The order of members, the layout
    and the comments of YAML are preserved.
    A description of OpenAPI 3.0 becomes one of 3.1, with the files that it refers to. In descriptions of OpenAPI
    3.1 and AsyncAPI, schemas that name an older draft are upgraded. With '--to v1', API descriptions are left
    alone, because v1 rejects OpenAPI's own keywords. Swagger 2.0 is always left alone, because more than its
    schemas differs.
    Draft-07 and older drafts ignore keywords next to '$ref', so these keywords are removed. A keyword that would
    start to have an effect gets the prefix 'x-', and a note says so. With '--to v1', this includes unknown
    keywords, which v1 rejects, and 'format' where it is not asserted. Anything that cannot be expressed is
    reported as an error with its location. Only one difference remains: draft-03, draft-04 and OpenAPI 3.0 do not
    accept 1.0 as an integer, but the rewritten schema does.
    Writes all files or none.
    """
  package static let examples = """
    # the configured folder
    codegen upgrade
    # one file
    codegen upgrade order.schema.json
    # OpenAPI 3.0 to 3.1
    codegen upgrade openapi.yaml
    """

  enum Target: String, CaseIterable {
    case draft2020 = "2020-12"
    case v1

    var dialect: Dialect {
      switch self {
      case .draft2020: .draft2020
      case .v1: .v1
      }
    }
  }

  let project = ConfigurationOption()
  let lenient = LenientOption()
  @Option("--to", "DRAFT", .word, default: .draft2020) var target: Target
  @Operand("PATH", .file) var files: [String]

  package init() {}

  package func run(in context: CommandContext) throws -> ExitCode {
    let (terminal, paths) = (context.terminal, context.paths)
    let input = try LintInput(files, project, paths)
    terminal.report(input.skipped + input.notes)
    if !input.skipped.isEmpty, !input.sources.contains(where: \.isReported) { return .unusable }
    let lookup = LintLookup(input.loader)
    var sources: [LintSource] = []
    var others: [LintSource] = []
    for source in input.sources {
      let reason = source.isReported ? obstacle(in: source) : nil
      if let reason { terminal.report("\(source.name): note: left alone: \(reason)") }
      if source.isReported, reason == nil { sources.append(source) } else { others.append(source) }
    }
    let project = try project.projectIfPresent(paths)
    let formats = Set((project?.configuration.formats.assert ?? []).compactMap(Format.init(keyword:)))
    let options = lenient.values.options(SchemaResolver.Options(), project: project)
    let (changes, read) = try upgrade(sources, others, formats, options, lookup, paths, terminal)
    if changes.isEmpty {
      terminal.report("nothing to upgrade")
    } else {
      try OutputWriter(paths: paths, home: input.home, folders: []).apply(changes)
      terminal.report(referrers(to: changes.map(\.path), besides: input.sources.map(\.name) + read, paths))
      terminal.report("upgraded \(changes.count.counting("file")) to \(target.dialect.name)")
    }
    return .done
  }

  /// Why a file stays as it is; nil if it does not.
  private func obstacle(in source: LintSource) -> String? {
    guard source.extent != .whole, let root = try? JSONValue(parsing: source.text, limits: .widest) else { return nil }
    if root["swagger"] != nil {
      return "more than the schemas of Swagger 2.0 differs from OpenAPI 3.1; convert it to OpenAPI 3.0 first"
    }
    let isDescription = root["openapi"] != nil || root["asyncapi"] != nil
    return target == .v1 && isDescription ? "v1 rejects keywords of API descriptions; use '--to 2020-12'" : nil
  }

  /// The most files in a folder that are read to find those that refer to upgraded ones.
  private static let limit = 1_000

  /// Returns notes about other files in the folders of upgraded ones that refer into them.
  private func referrers(to changed: [String], besides known: [String], _ paths: Paths) -> [String] {
    let known = Set(known.map { paths.absolute($0) })
    let names = changed.map { String($0.split(separator: "/").last ?? "") }
    let notes = Set(changed.map(paths.folder(of:))).flatMap { folder in
      (SchemaLoader.files(below: folder) ?? []).filter { !known.contains($0) && SourceText.isReadable($0) }
        .prefix(Self.limit).compactMap { file in
          let bytes = try? ByteSource.contents(of: file, name: file)
          let text = String(decoding: bytes ?? [], as: UTF8.self)
          return names.first { text.contains($0 + "#/") }.map { name in
            "\(paths.name(of: file)): note: refers into \(name), whose keywords may have moved; upgrade both together"
          }
        }
    }
    return Set(notes).sorted()
  }

  private func upgrade(
    _ sources: [LintSource], _ others: [LintSource], _ formats: Set<Format>, _ options: SchemaResolver.Options,
    _ lookup: LintLookup, _ paths: Paths, _ terminal: Terminal
  ) throws -> (changes: [OutputWriter.Change], read: [String]) {
    let documents = try sources.map { try $0.readDocument() }
    let rest = try others.map { try $0.readDocument() }
    do {
      // Mistakes are reported as by other verbs.
      _ = try SchemaResolver.resolve(documents, options: options, lookup: lookup.document(at:)).checked()
      var texts: [String: [UInt8]] = [:]
      for source in sources { texts[source.uri] = source.text }
      let upgrade = try SchemaUpgrader.upgrade(
        documents, to: target.dialect, assertedFormats: formats, others: rest, options: options,
        original: { document in
          if document.source.sourceMap == nil { return nil }
          let text = try? ByteSource.contents(of: paths.absolute(document.name), name: document.name)
          texts[document.uri] = text
          return text ?? []
        }, lookup: lookup.document(at:))
      for note in upgrade.notes {
        let position = note.location.position
        terminal.report("\(note.location.document):\(position.line):\(position.column): note: \(note.message)")
      }
      let changes = try upgrade.texts.compactMap { text -> OutputWriter.Change? in
        let (document, old) = (text.document, texts[text.document.uri] ?? text.document.source.text)
        if old == text.text { return nil }
        let path = URL(fileURLWithPath: paths.absolute(document.name)).resolvingSymlinksInPath().path
        var new = text.text
        if document.source.sourceMap == nil {
          var source = LintSource(uri: document.uri, name: document.name, text: old, extent: document.extent)
          if source.isFormatted {
            source.text = new
            new = try source.formatted
          }
        }
        return OutputWriter.Change(path: path, old: old, new: new)
      }
      return (changes, upgrade.documents)
    } catch let error as ResolveErrors {
      throw CommandFailure(lines: lookup.failures + error.errors.map { "\($0.diagnostic)" })
    } catch let error as RewritingError {
      throw CommandFailure(error.message, at: error.location)
    }
  }
}
