import CodegenCore
import CommandLineTool
package import JSONSchema
import SchemaLoading
import SchemaRuntime

/// The option that makes all files lenient.
package struct LenientOption: OptionGroup {
  package init() {}

  @Option(
    "--lenient", "report mistakes in schemas as warnings, and ignore the invalid keywords")
  var isGiven: Bool

  package var values: ReadingOptions.Values { ReadingOptions.Values(isLenient: isGiven) }
}

/// The options for third-party schemas.
package struct ReadingOptions: OptionGroup {
  package init() {}

  let lenient = LenientOption()
  @Option(
    "--reading", "RULES", .word,
    "how to interpret schemas; see Configuration.md")
  var authority: SchemaResolver.Reading.Authority?
  @Option("--offline-stub", "URI", each: .uri, "let references to this document accept any value; repeatable")
  var stubs: [String]
  @Option("--ref", "FILE", each: .file, "a schema file that other schemas reference by its '$id'; repeatable")
  var referenced: [String]

  package var values: Values {
    Values(isLenient: lenient.isGiven, authority: authority, stubs: stubs, referenced: referenced)
  }

  /// The values of the options.
  package struct Values: Sendable {
    var isLenient: Bool
    var authority: SchemaResolver.Reading.Authority?
    var stubs: [String]
    /// The files that references name by their identifiers.
    var referenced: [String]
    /// Whether to read operations for a comparison: those that a configuration selects, or all.
    package var comparesOperations = false

    package init(
      isLenient: Bool = false, authority: SchemaResolver.Reading.Authority? = nil, stubs: [String] = [],
      referenced: [String] = []
    ) {
      self.isLenient = isLenient
      self.authority = authority
      self.stubs = stubs
      self.referenced = referenced
    }

    /// Returns the absolute paths of the files that references name, by their identifiers.
    package func references(_ paths: Paths) throws -> [String: String] {
      let loader = SchemaLoader(root: "/", workingDirectory: paths.workingDirectory)
      let entries = try referenced.map { file in
        let path = paths.absolute(file)
        guard let document = try loader.document(at: FilePath.uri(of: path)) else {
          throw FileError(name: file, use: .read, reason: .missing)
        }
        guard let id = (document.root["$id"] ?? document.root["id"])?.string,
          let uri = URIReference(id)?.withoutFragment, uri.isAbsolute
        else {
          throw CommandFailure(
            line: "\(file): error: '--ref' needs a schema with an absolute URI as its '$id', and this one has none; "
              + "references find a schema without one by the path of its file")
        }
        return (uri.description, path)
      }
      return Dictionary(entries) { first, _ in first }
    }

    /// Returns options of the resolver with these settings and those of a project.
    package func options(_ options: SchemaResolver.Options, project: Project?) -> SchemaResolver.Options {
      var options = options
      options.isStub = isStub(project?.configuration)
      var reading = SchemaResolver.Reading()
      reading.isLenient = isLenient
      reading.authority = authority
      reading.operations = project?.configuration.operations
      if comparesOperations {
        reading.operations = reading.operations ?? OperationSelection()
        reading.operations?.isForComparison = true
      }
      guard let project else {
        options.reading = { [reading] _ in reading }
        return options
      }
      reading.open = project.configuration.open
      let globs = project.configuration.lenient.map(Glob.init)
      let readings = project.configuration.reading.map { (glob: Glob($0.files), authority: $0.authority) }
      let (paths, folder) = (project.paths, project.folder)
      options.reading = { [reading] document in
        if globs.isEmpty && readings.isEmpty { return reading }
        var own = reading
        let path = FilePath.relative(paths.absolute(document.name), to: folder)
        own.isLenient = own.isLenient || globs.contains { $0.matches(path) }
        own.authority = own.authority ?? readings.last { $0.glob.matches(path) }?.authority
        return own
      }
      return options
    }

    /// Returns whether a document is replaced by a stub. The longest matching entry of the offline map applies.
    private func isStub(_ configuration: Configuration?) -> @Sendable (String) -> Bool {
      let stubs = Set((Array(configuration?.stubs ?? []) + self.stubs).map(Self.normalized))
      let files = Set((configuration?.references.keys.map { $0 } ?? []).map(Self.normalized))
      if stubs.isEmpty { return { _ in false } }
      return { uri in
        var prefix = uri[...]
        while !prefix.isEmpty {
          if stubs.contains(String(prefix)) { return true }
          if files.contains(String(prefix)) { return false }
          // The next shorter prefix that ends in a slash.
          guard let slash = prefix.dropLast().lastIndex(of: "/") else { return false }
          prefix = prefix[...slash]
        }
        return false
      }
    }

    /// Returns a URI in the form to which references resolve.
    private static func normalized(_ uri: String) -> String {
      URIReference(uri)?.withoutFragment.description ?? uri
    }
  }
}

extension ValueParser<String> {
  fileprivate static var uri: Self {
    Self(expected: "an absolute URI without a fragment") { text in
      URIReference(text).flatMap { $0.isAbsolute && $0.fragment == nil ? text : nil }
    }
  }
}
