import CodegenCore
import CommandLineTool
import JSONSchema
import SchemaAnalysis
import SchemaLoading
import SchemaRuntime

/// Another module, with the schemas of its types.
package struct ProjectDependency {
  let module: String
  package let project: Project
  let graph: SchemaGraph
  /// The URIs of its documents, and of the documents of its dependencies.
  let documents: Set<String>

  init(module: String, project: Project, graph: SchemaGraph) {
    self.module = module
    self.project = project
    self.graph = graph
    documents = Set(graph.documents.map(\.uri))
  }
}

// Schemas whose types another module has.
extension Project {
  /// Reads the folders of the configured modules, and of their dependencies.
  ///
  /// - Parameter users: the folders whose dependencies are being read.
  func dependencies(usedBy users: [String]) throws -> [ProjectDependency] {
    var findings: [(pointer: [String], message: String)] = []
    var dependencies: [ProjectDependency] = []
    for (index, dependency) in configuration.dependencies.enumerated() {
      let pointer = ["dependencies", String(index), "schemas"]
      let folder = paths.absolute(dependency.schemas, in: folder)
      let places = OwnFiles.configurationNames.map { folder + "/" + $0 }
      guard let file = places.first(where: { FileKind(at: $0) == .file }) else {
        findings.append((pointer, "there is no 'codegen.json' in \(dependency.schemas.quoted)"))
        continue
      }
      if let start = users.firstIndex(of: folder) {
        let names = (users[start...] + [folder]).map { paths.name(of: $0).quoted }
        let cycle = names.joined(separator: " → ")
        findings.append((pointer, "expected modules without circular dependencies, found " + cycle))
        continue
      }
      let project = try Project(configurationAt: file, reading: reading, usedBy: users, paths: paths)
      if let message = mistake(inAccessLevelOf: project) ?? mistake(inNamesOf: project, module: dependency.module) {
        findings.append((pointer, message))
        continue
      }
      let graph = try project.resolve().graph
      dependencies.append(ProjectDependency(module: dependency.module, project: project, graph: graph))
    }
    try refuse(findings)
    return dependencies
  }

  /// Why the types of another module cannot be used; nil if they can.
  private func mistake(inAccessLevelOf other: Project) -> String? {
    switch other.configuration.accessLevel {
    case .public: nil
    case .package where configuration.accessLevel != .public: nil
    case .package:
      "\(other.name) generates package types, but the public types here use them; set \"accessLevel\": \"public\" there"
    case .internal:
      "\(other.name) generates internal types, which no other module can use; set \"accessLevel\": \"public\" there"
    }
  }

  /// Why the types of another module could not be named here; nil if they can. In Swift, a type hides a module with its
  /// name.
  private func mistake(inNamesOf other: Project, module: String) -> String? {
    if other.configuration.namespace == module {
      return "the namespace \(module.quoted) of \(other.name) would hide its module, which has the same name; change "
        + "\"namespace\" there"
    }
    if configuration.namespace == module {
      return "the namespace \(module.quoted) of this configuration would hide the module \(module.quoted); change "
        + "\"namespace\""
    }
    return nil
  }

  /// The documents of the modules, by each of their absolute URIs, without fragment.
  var sharedDocuments: [String: SchemaDocument] {
    var documents: [String: SchemaDocument] = [:]
    for dependency in dependencies {
      let graph = dependency.graph
      var wholes: [Int: SchemaDocument] = [:]
      for root in graph.roots {
        let document = graph.document(of: root)
        // A text with several schemas is looked up by its own URI.
        let whole = SchemaDocument(
          uri: document.uri, name: document.name, source: document.source, extent: document.extent)
        documents[document.uri] = whole
        if document.part == nil { wholes[graph[root].document] = whole }
      }
      for node in graph.nodes where node.resource == node.id {
        guard let whole = wholes[node.document], let uri = URIReference(node.absoluteLocation.base) else { continue }
        documents[uri.withoutFragment.description] = whole
      }
    }
    return documents
  }

  /// Returns the modules with the names of their types, and their dependencies.
  func sharedModules() throws -> [SharedModule] {
    var modules: [SharedModule] = []
    for dependency in dependencies {
      let folder = FilePath.uri(of: dependency.project.folder) + "/"
      let input = try dependency.project.input(dependency.graph)
      do throws(CodegenFailure) {
        let module = try CodegenPipeline.module(dependency.module, in: folder, input)
        modules += (input.modules + [module]).filter { new in !modules.contains { $0.name == new.name } }
      } catch {
        throw CommandFailure(error)
      }
    }
    return modules
  }
}
