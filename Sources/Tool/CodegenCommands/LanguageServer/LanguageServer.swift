import CodegenProject
import CommandLineTool
import Foundation
import JSONSchema
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

/// A language server (LSP 3.17) for schemas, API documents, payloads and configurations: messages in, messages out.
///
/// It does its own work in steps between messages, when the client is quiet: first the diagnostics of changed files,
/// then those of the files that depend on them.
final class LanguageServer {
  private enum State { case new, running, shutDown }

  private var state = State.new
  /// The exit code, after the notification `exit`.
  private(set) var exitCode: ExitCode?
  var workspace: Workspace
  private var outgoing: [JSONValue] = []
  /// Changed files whose diagnostics are out of date.
  private var changed: Set<String> = []
  /// Files that depend on changed ones.
  private var affected: Set<String> = []
  /// The problems of each file with the state that they are of.
  private(set) var diagnostics: [String: (file: SourceFile, found: [FileDiagnostic])] = [:]
  /// The diagnostics that the client has, of files with any.
  private var published: [String: [JSONValue]] = [:]
  private var refreshesHints = false
  private var wantsHints = false
  /// Whether what the generator says of the schemas is out of date.
  private var wantsPlan = false
  private var requestCount = 0

  /// How many milliseconds of quiet precede the diagnostics of changed files: a moment; and those of others and of the
  /// generator: a pause in typing.
  private static let delays = (changed: 30, affected: 500)
  /// The number of files in a step.
  private static let stepSize = 50

  init(workingDirectory: String) { workspace = Workspace(root: workingDirectory) }

  /// The milliseconds of quiet after which there is work; nil if there is none.
  var delay: Int? {
    changed.isEmpty ? affected.isEmpty && !wantsPlan && !wantsHints ? nil : Self.delays.affected : Self.delays.changed
  }

  /// Does a step of the work, and returns the messages for the client.
  func work() -> [JSONValue] {
    if !changed.isEmpty {
      publish(changed)
      changed = []
    } else if !affected.isEmpty {
      let step = affected.sorted().prefix(Self.stepSize)
      affected.subtract(step)
      publish(Set(step))
    } else {
      plan()
    }
    return flush()
  }

  private func flush() -> [JSONValue] {
    defer { outgoing = [] }
    return outgoing
  }

  /// Plans the types of the open schemas, and publishes the diagnostics that differ.
  private func plan() {
    wantsPlan = false
    for path in workspace.openPaths.sorted() {
      guard let file = workspace.file(path), case .schema = workspace.content(of: file) else { continue }
      workspace.plan(workspace.scope(of: path))
      guard let (known, found) = diagnostics[path], known === file else { continue }
      let all = json(file, found)
      if all != published[path, default: []] { send(path, all, version: file.version) }
    }
    guard wantsHints else { return }
    wantsHints = false
    requestCount += 1
    outgoing.append(
      ["jsonrpc": "2.0", "id": .string("refresh-\(requestCount)"), "method": "workspace/inlayHint/refresh"])
  }

  private func publish(_ paths: Set<String>) {
    let current = workspace.diagnose(paths.sorted())
    for path in paths.sorted() {
      guard let file = workspace.file(path) else {
        withdraw(path)
        continue
      }
      let found = current[path] ?? []
      diagnostics[path] = (file, found)
      // Nothing is said of a file that is not open and has no problems.
      guard !found.isEmpty || workspace.openPaths.contains(path) || published[path] != nil else { continue }
      send(path, json(file, found), version: file.version)
    }
  }

  /// The problems of a file with those that the generator has found in an open one.
  private func json(_ file: SourceFile, _ found: [FileDiagnostic]) -> [JSONValue] {
    let isOpen = workspace.openPaths.contains(file.path)
    let all = found + (isOpen ? workspace.generatorDiagnostics(of: file, besides: found) : [])
    return all.map { $0.json(in: file.text, workspace) }
  }

  private func withdraw(_ path: String) {
    diagnostics[path] = nil
    if published[path] != nil { send(path, [], version: nil) }
  }

  private func send(_ path: String, _ diagnostics: [JSONValue], version: Int?) {
    published[path] = diagnostics.isEmpty ? nil : diagnostics
    var parameters: JSONObject = ["uri": .string(FilePath.uri(of: path)), "diagnostics": .array(diagnostics)]
    if let version { parameters["version"] = .number(JSONNumber(version)) }
    outgoing.append(
      ["jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": .object(parameters)])
  }

  /// The current problems of a file.
  func currentDiagnostics(_ path: String) -> [FileDiagnostic] {
    guard let file = workspace.file(path) else { return [] }
    if let known = diagnostics[path], known.file === file, !affected.contains(path) { return known.found }
    let found = workspace.diagnose([path])[path] ?? []
    diagnostics[path] = (file, found)
    return found
  }

  func needsHints() { wantsHints = refreshesHints }

  // MARK: - Messages

  /// An error of the protocol.
  struct Failure: Error {
    var code: Int
    var message: String

    static func invalid(_ message: String) -> Failure { Failure(code: -32602, message: message) }
  }

  /// Handles a message and returns the messages for the client.
  func receive(_ text: [UInt8]) -> [JSONValue] {
    guard let message = try? JSONValue(parsing: text, limits: JSONLimits()), message.object != nil else {
      return [Self.response(nil, .failure(Failure(code: -32700, message: "expected a JSON object")))]
    }
    let id = message["id"]
    // A response of the client.
    guard let method = message["method"]?.string else { return [] }
    let parameters = message["params"] ?? [:]
    if let id {
      outgoing.append(Self.response(id, Result { () throws(Failure) in try answer(method, parameters) }))
    } else {
      notice(method, parameters)
    }
    return flush()
  }

  private static func response(_ id: JSONValue?, _ result: Result<JSONValue, Failure>) -> JSONValue {
    var response: JSONObject = ["jsonrpc": "2.0", "id": id ?? .null]
    switch result {
    case .success(let value): response["result"] = value
    case .failure(let failure):
      response["error"] = ["code": .number(JSONNumber(failure.code)), "message": .string(failure.message)]
    }
    return .object(response)
  }

  private func answer(_ method: String, _ parameters: JSONValue) throws(Failure) -> JSONValue {
    switch (state, method) {
    case (.new, "initialize"):
      state = .running
      return initialize(parameters)
    case (.new, _): throw Failure(code: -32002, message: "expected 'initialize' first")
    case (.running, "shutdown"):
      state = .shutDown
      return .null
    case (.shutDown, _), (.running, "initialize"): throw Failure(code: -32600, message: "unexpected '\(method)'")
    case (.running, _):
      switch method {
      case "textDocument/hover": return try hover(parameters)
      case "textDocument/definition": return try definition(parameters)
      case "textDocument/references": return try references(parameters)
      case "textDocument/documentSymbol": return try documentSymbols(parameters)
      case "textDocument/codeAction": return try codeActions(parameters)
      case "textDocument/foldingRange": return try foldingRanges(parameters)
      case "textDocument/formatting": return try formatting(parameters)
      case "textDocument/completion": return try completion(parameters)
      case "textDocument/prepareRename": return try prepareRename(parameters)
      case "textDocument/rename": return try rename(parameters)
      case "textDocument/inlayHint": return try inlayHints(parameters)
      case "workspace/symbol": return workspaceSymbols(parameters)
      default: throw Failure(code: -32601, message: "unknown method '\(method)'")
      }
    }
  }

  private func initialize(_ parameters: JSONValue) -> JSONValue {
    let folder = parameters["workspaceFolders"]?.array?.first?["uri"]?.string ?? parameters["rootUri"]?.string
    if let root = folder.flatMap(FilePath.path(ofURI:)) ?? parameters["rootPath"]?.string {
      workspace = Workspace(root: root)
    }
    refreshesHints =
      parameters["capabilities"]?["workspace"]?["inlayHint"]?["refreshSupport"]?.bool ?? false
    return [
      "serverInfo": ["name": "codegen", "version": .string(Release.version)],
      "capabilities": Self.capabilities,
    ]
  }

  private static let capabilities: JSONValue = [
    "positionEncoding": "utf-16",
    "textDocumentSync": ["openClose": true, "change": 2, "save": true],
    "hoverProvider": true, "definitionProvider": true, "referencesProvider": true, "documentSymbolProvider": true,
    "codeActionProvider": ["codeActionKinds": ["quickfix"]], "foldingRangeProvider": true,
    "documentFormattingProvider": true,
    "completionProvider": ["triggerCharacters": ["\"", ":", "/", "#"]], "renameProvider": ["prepareProvider": true],
    "inlayHintProvider": true, "workspaceSymbolProvider": true,
  ]

  private func notice(_ method: String, _ parameters: JSONValue) {
    if method == "exit" {
      exitCode = state == .shutDown ? .done : .no
      return
    }
    guard state == .running else { return }
    let item = parameters["textDocument"]
    switch method {
    case "textDocument/didOpen":
      guard let path = path(of: item), let text = item?["text"]?.string else { return }
      change(path, EditorText(Array(text.utf8)), item?["version"]?.int)
    case "textDocument/didChange":
      guard let path = path(of: item), var text = workspace.file(path)?.text else { return }
      for change in parameters["contentChanges"]?.array ?? [] { text.apply(change) }
      change(path, text, item?["version"]?.int)
    case "textDocument/didClose":
      guard let path = path(of: item) else { return }
      workspace.close(path)
      changed.remove(path)
      withdraw(path)
      affected.formUnion(workspace.dependents(of: path))
      wantsPlan = true
    case "textDocument/didSave":
      guard let path = path(of: item) else { return }
      if Workspace.isConfiguration(path) { reload() }
    case "workspace/didChangeWatchedFiles":
      for event in parameters["changes"]?.array ?? [] {
        guard let path = event["uri"]?.string.flatMap(FilePath.path(ofURI:)) else { continue }
        workspace.forget(path)
        if Workspace.isConfiguration(path) { reload() }
      }
      workspace.forgetEdges()
      // References may lead elsewhere now.
      affected.formUnion(workspace.openPaths.union(published.keys))
      wantsPlan = true
    default: break
    }
  }

  private func reload() {
    workspace.reload()
    changed.formUnion(workspace.openPaths)
    wantsPlan = true
  }

  private func change(_ path: String, _ text: EditorText, _ version: Int?) {
    let isNew = !workspace.openPaths.contains(path)
    let before = (uses: workspace.uses(of: path), targets: workspace.targets(of: path))
    let (old, new) = workspace.open(path, text, version: version)
    changed.insert(path)
    if isNew, old == nil { workspace.forgetEdges() }
    if Workspace.isConfiguration(path) { changed.formUnion(workspace.openPaths) }
    if isNew || Workspace.isConfiguration(path) { wantsPlan = true }
    if let old, old.means(new) { return }
    wantsPlan = true
    affected.formUnion(workspace.dependents(of: path))
    // Definitions may have become used or unused.
    if workspace.uses(of: path) != before.uses {
      affected.formUnion(before.targets.union(workspace.targets(of: path)).subtracting([path]))
    }
  }

  func path(of document: JSONValue?) -> String? { document?["uri"]?.string.flatMap(FilePath.path(ofURI:)) }

  /// The file and offset of a request about a position.
  func place(_ parameters: JSONValue) throws(Failure) -> (file: SourceFile, offset: Int) {
    let file = try file(parameters)
    guard let offset = parameters["position"].flatMap(file.text.offset) else {
      throw .invalid("expected a position in 'position'")
    }
    return (file, offset)
  }

  func file(_ parameters: JSONValue) throws(Failure) -> SourceFile {
    guard let path = path(of: parameters["textDocument"]) else {
      throw .invalid("expected the URI of a file in 'textDocument'")
    }
    guard let file = workspace.file(path) else { throw .invalid("there is no file \(path.quoted)") }
    return file
  }
}
