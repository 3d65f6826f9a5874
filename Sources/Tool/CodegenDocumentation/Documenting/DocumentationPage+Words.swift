import CodegenCore

extension DocumentationPage.Badge {
  var words: String {
    switch self {
    case .localOnly: "local only"
    case .deprecated: "deprecated"
    case .open: "additional properties are preserved"
    case .closed: "no additional properties"
    case .readOnly: "read only"
    case .writeOnly: "write only"
    case .sensitive: "sensitive"
    }
  }

  /// The class in the stylesheet.
  var name: String {
    switch self {
    case .localOnly: "local-only"
    case .deprecated: "deprecated"
    case .open: "open"
    case .closed: "closed"
    case .readOnly: "read-only"
    case .writeOnly: "write-only"
    case .sensitive: "sensitive"
    }
  }
}

extension DocumentationPage.Member.Presence {
  var words: String {
    switch self {
    case .required: "required"
    case .optional: "optional"
    case .localOnly: "local only"
    }
  }

  /// The class in the stylesheet.
  var name: String {
    switch self {
    case .required: "required"
    case .optional: "optional"
    case .localOnly: "local-only"
    }
  }
}

/// The title and anchor of a schema folder in the index.
enum FolderName {
  static func title(_ folder: String) -> String { folder.isEmpty ? "Other schemas" : VisibleText.of(folder) }

  static func anchor(_ folder: String) -> String {
    folder.isEmpty ? "folder" : "folder-" + URIText.encoded(folder, for: .path)
  }
}
