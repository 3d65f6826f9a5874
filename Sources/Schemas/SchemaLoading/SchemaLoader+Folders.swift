internal import Foundation
package import JSONSchema
internal import SchemaAnalysis
internal import SchemaRuntime

// Selects the files of a folder to load.
extension SchemaLoader {
  /// A file in JSON or YAML that is not loaded, and its content: a schema that no pattern selects, or something else.
  package struct SkippedFile: Hashable, Sendable {
    /// The display name of the file.
    package let name: String
    package let content: DocumentContent
  }

  /// The files that the options select.
  func chosenPaths() throws(LoadErrors) -> [String] {
    let candidates = try candidates()
    if options.isWhole {
      let chosen = candidates.filter { SourceText.isReadable($0) && !isOwn($0) && isSchema($0) }
      guard !chosen.isEmpty else { throw LoadErrors(errors: [LoadError(name: name(of: root), kind: .noSchema)]) }
      return chosen.map { FilePath.absolute($0, in: root) }
    }
    let declared = Set(declaredFiles(among: candidates))
    var isChosen = Array(repeating: false, count: candidates.count)
    var errors: [LoadError] = []
    for glob in options.include.map(Glob.init) {
      let matching = candidates.indices.filter { glob.matches(candidates[$0]) || declared.contains(candidates[$0]) }
      if matching.isEmpty { errors.append(LoadError(name: name(of: root), kind: .noMatch(glob: glob.text))) }
      let schemas = matching.filter { !isOwn(candidates[$0]) }
      if schemas.isEmpty, !matching.isEmpty {
        errors.append(LoadError(name: name(of: root), kind: .onlyOwn(glob: glob.text)))
      }
      for index in schemas { isChosen[index] = true }
    }
    guard errors.isEmpty else { throw LoadErrors(errors: errors) }
    return candidates.indices.filter { isChosen[$0] }.map { FilePath.absolute(candidates[$0], in: root) }
  }

  /// What of a folder is loaded for another reason than its name, and what is not loaded.
  package struct FolderNotes: Sendable {
    /// The files that are schemas because they say so, where no name ends as usual, by their display names.
    package let declared: [String]
    /// The files in JSON and YAML that the options neither select nor exclude, sorted by path.
    package let skipped: [SkippedFile]
    /// The files that the options select but that codegen has written, or that are in an output folder, by the reason.
    package let misplaced: [String: [SkippedFile]]
  }

  /// Returns notes about a folder.
  ///
  /// - Parameter known: the display names of files that are loaded anyway.
  package func notes(besides known: Set<String> = []) throws(LoadErrors) -> FolderNotes {
    let candidates = try candidates()
    let declared = declaredFiles(among: candidates)
    let others = known.isEmpty ? candidates : candidates.filter { !known.contains(displayName(of: $0)) }
    return FolderNotes(
      declared: declared.map(displayName), skipped: skipped(others, Set(declared)), misplaced: misplaced(others))
  }

  private func skipped(_ candidates: [String], _ declared: Set<String>) -> [SkippedFile] {
    let include = options.include.map(Glob.init)
    return candidates.compactMap { file in
      guard SourceText.isReadable(file), !isOwn(file), !declared.contains(file),
        options.isWhole || !include.contains(where: { $0.matches(file) }),
        let content = content(of: file), !options.isWhole || !isSchema(file)
      else { return nil }
      return SkippedFile(name: displayName(of: file), content: content)
    }
  }

  private func misplaced(_ candidates: [String]) -> [String: [SkippedFile]] {
    let include = options.include.map(Glob.init)
    var files: [String: [SkippedFile]] = [:]
    for file in candidates where include.contains(where: { $0.matches(file) }) {
      let path = FilePath.absolute(file, in: root)
      guard let reason = options.own.misplacement(of: path), let content = content(of: file) else { continue }
      files[reason, default: []].append(SkippedFile(name: name(of: path), content: content))
    }
    return files
  }

  private func displayName(of file: String) -> String { name(of: FilePath.absolute(file, in: root)) }

  private func declaredFiles(among candidates: [String]) -> [String] {
    let usual = Glob(Options.usualPattern)
    guard options.include == [usual.text], !options.isWhole, !candidates.contains(where: usual.matches) else {
      return []
    }
    return candidates.filter { file in
      SourceText.isReadable(file) && !isOwn(file)
        && document(of: file).map { DocumentContent.isDeclared($0.value) } ?? false
    }
  }

  private func isTest(_ file: String) -> Bool {
    switch TestFiles.role(of: file) {
    case .suite, .payload, .errors: !Self.isNamedSchema(file)
    case .misplaced, nil: false
    }
  }

  private func isOwn(_ file: String) -> Bool { options.own.contains(FilePath.absolute(file, in: root)) }

  /// The files of the folder that no pattern excludes, and that are not tests of schemas.
  private func candidates() throws(LoadErrors) -> [String] {
    guard let walk = FolderWalk.walk(below: root) else {
      throw LoadErrors(errors: [LoadError(name: name(of: root), kind: .notAFolder)])
    }
    let excluded = options.exclude.map(Glob.init)
    try checkLinks(walk.refused, excluded)
    guard !walk.files.isEmpty else { throw LoadErrors(errors: [LoadError(name: name(of: root), kind: .emptyFolder)]) }
    return walk.files.filter { file in !isTest(file) && !excluded.contains { $0.matches(file) } }
  }

  /// Rejects links that would include schemas from outside, or that are broken. Links to irrelevant or excluded files
  /// are harmless.
  private func checkLinks(_ links: [FolderWalk.Link], _ excluded: [Glob]) throws(LoadErrors) {
    let include = options.include.map(Glob.init)
    let errors = links.sorted { $0.path < $1.path }.compactMap { link -> LoadError? in
      if excluded.contains(where: { $0.matches(link.path) || link.isFolder && $0.matches(link.path + "/-") }) {
        return nil
      }
      let isWanted =
        link.isFolder
        || (options.isWhole ? SourceText.isReadable(link.path) : include.contains { $0.matches(link.path) })
      if !isWanted { return nil }
      return LoadError(
        name: name(of: FilePath.absolute(link.path, in: root)),
        kind: link.isLoop ? .leadsBack(target: name(of: link.target)) : .leadsOutside(target: link.target))
    }
    if !errors.isEmpty { throw LoadErrors(errors: errors) }
  }

  /// Whether a file is a schema or appears to be one. One that is not well-formed becomes an error when it is loaded.
  private func isSchema(_ file: String) -> Bool {
    Self.isNamedSchema(file) || document(of: file).map { DocumentContent.holdsSchemas($0.value) } ?? true
  }

  private static func isNamedSchema(_ file: String) -> Bool {
    [".schema.json", ".schema.yaml", ".schema.yml"].contains(where: file.hasSuffix)
  }

  /// The content of a file; nil if it is not well-formed, or has several documents.
  private func content(of file: String) -> DocumentContent? { document(of: file).map { DocumentContent(of: $0.value) } }

  private func document(of file: String) -> JSONDocument? {
    let path = FilePath.absolute(file, in: root)
    let text = try? FileReading.bytes(at: path, name: file, limit: options.limits.maximumByteCount)
    return text.flatMap { try? SourceText.document($0, format: SourceText.Format(ofFile: file)) }
  }
}

extension SchemaLoader.Options {
  /// Options that load every JSON or YAML file that is a schema.
  package static var whole: Self {
    var options = Self()
    options.isWhole = true
    return options
  }
}

extension [SchemaLoader.SkippedFile] {
  /// Returns `skipped 3 files: a.json (an array), …`, in one line; nil if there are none.
  ///
  /// - Parameter reason: A relative clause with the reason, if it does not follow from their contents.
  package func sentence(_ reason: String = "") -> String? {
    if isEmpty { return nil }
    let shown = prefix(5).map { "\($0.name.onOneLine) (\($0.content))" }
    let rest = count > shown.count ? ["and \(count - shown.count) more"] : []
    let files = count == 1 ? "1 file" : "\(count) files"
    return "skipped \(files)\(reason): " + (shown + rest).joined(separator: ", ")
  }
}
