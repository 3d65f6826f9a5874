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
    Rewrites schemas of draft-03 to 2019-09 as draft 2020-12, or those of all drafts as v1, so that they accept
    the same values. Rewrites the schemas in the configured folder, or in each PATH, which is a file or a folder.
    If a keyword moves, references to locations inside it are updated in all of these files. The order of members
    and the layout are preserved.
    Draft-07 and older drafts ignore keywords next to '$ref', so these keywords are removed. A keyword that would
    start to have an effect gets the prefix 'x-', and a note says so. With '--to v1', this includes unknown
    keywords, which v1 rejects, and 'format' where it is not asserted. Anything that cannot be expressed is
    reported as an error with its location. There is one exception: draft-03 and draft-04 do not accept 1.0 as an
    integer, but the rewritten schema does.
    Writes all files or none. YAML files and API descriptions are not changed.
    """
  package static let examples = """
    # the configured folder
    codegen upgrade
    # one file
    codegen upgrade order.schema.json
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
      let isJSON = source.sourceMap == nil && source.failure == nil
      if source.isReported, isJSON, source.extent == .whole {
        sources.append(source)
        continue
      }
      others.append(source)
      if source.isReported {
        let what = isJSON ? "API descriptions, whose format decides the draft" : "YAML"
        terminal.report("\(source.name): note: left alone: 'upgrade' does not change \(what)")
      }
    }
    let asserted = try project.projectIfPresent(paths)?.configuration.formats.assert ?? []
    let formats = Set(asserted.compactMap(Format.init(keyword:)))
    let changes = try upgrade(sources, others, formats, lookup, paths, terminal)
    if changes.isEmpty {
      terminal.report("nothing to upgrade")
    } else {
      try OutputWriter(paths: paths, home: input.home, folders: []).apply(changes)
      terminal.report(referrers(to: changes.map(\.path), besides: input.sources.map(\.name), paths))
      terminal.report("upgraded \(changes.count.counting("file")) to \(target.dialect.name)")
    }
    return .done
  }

  /// The most files in a folder that are read to find those that refer to upgraded ones.
  private static let limit = 1_000

  /// Returns notes about other files in the folders of upgraded ones that refer into them.
  private func referrers(to changed: [String], besides known: [String], _ paths: Paths) -> [String] {
    let known = Set(known.map { paths.absolute($0) })
    let names = changed.map { String($0.split(separator: "/").last ?? "") }
    return Set(changed.map(paths.folder(of:))).sorted().flatMap { folder in
      (SchemaLoader.files(below: folder) ?? []).filter { !known.contains($0) && SourceText.isReadable($0) }
        .prefix(Self.limit).compactMap { file in
          let bytes = try? ByteSource.contents(of: file, name: file)
          let text = String(decoding: bytes ?? [], as: UTF8.self)
          return names.first { text.contains($0 + "#/") }.map { name in
            "\(paths.name(of: file)): note: refers into \(name), whose keywords may have moved; upgrade both together"
          }
        }
    }
  }

  private func upgrade(
    _ sources: [LintSource], _ others: [LintSource], _ formats: Set<Format>, _ lookup: LintLookup, _ paths: Paths,
    _ terminal: Terminal
  ) throws -> [OutputWriter.Change] {
    let documents = try sources.map { try $0.readDocument() }
    let rest = try others.map { try $0.readDocument() }
    do {
      // Mistakes are reported as by other verbs.
      _ = try SchemaResolver.resolve(documents, lookup: lookup.document(at:)).checked()
      let upgrade = try SchemaUpgrader.upgrade(
        documents, to: target.dialect, assertedFormats: formats, others: rest, lookup: lookup.document(at:))
      for note in upgrade.notes {
        let position = note.location.position
        terminal.report("\(note.location.document):\(position.line):\(position.column): note: \(note.message)")
      }
      return try zip(sources, upgrade.texts).compactMap { source, text in
        if source.text == text { return nil }
        var new = source
        new.text = text
        let path = URL(fileURLWithPath: paths.absolute(source.name)).resolvingSymlinksInPath().path
        return OutputWriter.Change(
          path: path, old: source.text, new: source.isFormatted ? try new.formatted : text)
      }
    } catch let error as ResolveErrors {
      throw CommandFailure(lines: lookup.failures + error.errors.map { "\($0.diagnostic)" })
    } catch let error as RewritingError {
      throw CommandFailure(error.message, at: error.location)
    }
  }
}
