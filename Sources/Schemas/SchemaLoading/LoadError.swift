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
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .unwritable(let reason): "cannot be written: \(reason)"
    case .syntax(let error): error.message
    case .repeatedMember(let name, _): "expected unique member names, found \(name.quoted) twice in one object"
    case .jsonC(let error, _): error.description
    case .changedByJSONC(let pointer, _):
      "json-c, the library that reads this file, cannot keep the value at \(pointer.description.quoted) exactly (an "
        + "integer beyond 64 bits, or a name with U+0000); change it"
    case .controlInPath(let scalar):
      "expected a path without control characters, found U+"
        + String(hexadecimal: scalar.value, width: 4, uppercase: true)
    case .notAFolder: "there is no such folder"
    case .emptyFolder: "the folder contains no files"
    case .noMatch(let glob): "no file in the folder matches \(glob.quoted)"
    case .onlyOwn(let glob):
      "only outputs, configurations and name locks of codegen match \(glob.quoted), and no schemas"
    case .own:
      "a reference leads to this file, which codegen writes or reads itself (an output, its configuration or its name "
        + "lock) and which is not a schema; correct the reference"
    case .leadsOutside(let target):
      "this symbolic link leads out of the folder of the schemas, to \(target.quoted); copy the files, or map their URIs "
        + "under 'references' in the configuration"
    case .leadsBack(let target):
      "this symbolic link leads to \(target.quoted), a folder that contains it"
    case .noSchema: "the folder contains no schemas"
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
