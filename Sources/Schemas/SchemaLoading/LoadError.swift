internal import SchemaAnalysis
package import SchemaRuntime

/// The reason that a file could not be used, with the file's name.
package struct LoadError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Kind: Hashable, Sendable {
    /// The reason comes from the system, in English words.
    case unreadable(reason: String)
    case unwritable(reason: String)
    case syntax(JSONSyntaxError)
    /// Two members of one object have this name.
    case repeatedMember(name: String, position: SourcePosition)
    case jsonC(JSONCError, position: SourcePosition)
    /// json-c's value differs from that of the text.
    case changedByJSONC(JSONPointer, position: SourcePosition)
    /// The path is not a folder or does not exist.
    case notAFolder
    /// A path with a control character.
    case controlInPath(Unicode.Scalar)
    /// A folder without files.
    case emptyFolder
    /// A pattern that no file matches.
    case noMatch(glob: String)
    /// A pattern that only files match which codegen writes.
    case onlyOwn(glob: String)
    /// A reference to a file that codegen writes.
    case own
    /// A symbolic link out of the schema folder.
    case leadsOutside(target: String)
    /// A symbolic link to an enclosing folder.
    case leadsBack(target: String)
    /// A folder in which no file is a schema.
    case noSchema
    /// An address in the offline map that is not a URI.
    case invalidURI(String)
  }

  /// The file or folder, relative to the working directory.
  package let name: String
  /// The details.
  package let kind: Kind

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

extension LoadError: CustomStringConvertible {
  /// `file:line:column: error: message`, or `file: error: message` if there is no position.
  package var description: String {
    guard let position else { return "\(name.onOneLine): error: \(message)" }
    return "\(name.onOneLine):\(position.line):\(position.column): error: \(message)"
  }

  /// The position in the file; nil if the error concerns the entire file.
  package var position: SourcePosition? {
    switch kind {
    case .syntax(let error): error.position
    case .repeatedMember(_, let position), .jsonC(_, let position), .changedByJSONC(_, let position): position
    case .controlInPath: SourcePosition(offset: 0, line: 1, column: 1)
    case .unreadable, .unwritable, .notAFolder, .emptyFolder, .noMatch, .onlyOwn, .own, .invalidURI: nil
    case .leadsOutside, .leadsBack, .noSchema: nil
    }
  }

  /// The message as one line, without file and position.
  package var message: String {
    switch kind {
    case .unreadable(let reason): "expected a readable file, found \(reason)"
    case .unwritable(let reason): "expected a writable file, found \(reason)"
    case .syntax(let error): error.message
    case .repeatedMember(let name, _): "expected unique member names, found \(name.quoted) twice in one object"
    case .jsonC(let error, _): error.description
    case .changedByJSONC(let pointer, _):
      "expected a value that json-c preserves, found one that it changes at \(pointer.description.quoted)"
    case .controlInPath(let scalar):
      "expected a path without control characters, found U+"
        + String(hexadecimal: scalar.value, width: 4, uppercase: true)
    case .notAFolder: "expected a folder, found none"
    case .emptyFolder: "expected schemas in the folder, found no files"
    case .noMatch(let glob): "expected files that match \(glob.quoted), found none"
    case .onlyOwn(let glob):
      "expected schemas that match \(glob.quoted), found only outputs, configurations and name locks of codegen"
    case .own: "expected a schema, found a file in an output folder of codegen, or its configuration or name lock"
    case .leadsOutside(let target):
      "expected a symbolic link that stays in the folder of the schemas, found one to \(target.quoted), which is outside; "
        + "copy the files, or map their URIs under 'references' in the configuration"
    case .leadsBack(let target):
      "expected a symbolic link to files, found a link to \(target.quoted), a folder that contains it"
    case .noSchema: "expected schemas in the folder, found none"
    case .invalidURI(let uri): "expected a URI, found \(uri.quoted)"
    }
  }
}

/// All files that could not be used; at least one error.
package struct LoadErrors: Error, Hashable, Sendable {
  /// The errors, in the order of the files.
  package let errors: [LoadError]
}

extension LoadErrors: CustomStringConvertible {
  /// One line per error.
  package var description: String { errors.map(\.description).joined(separator: "\n") }
}
