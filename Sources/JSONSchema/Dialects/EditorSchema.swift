import SchemaRuntime

/// A schema of schemas for editors, which complete and check what is typed by it.
///
/// VS Code takes it from `json.schemas` in its settings. Made from the rows of draft 2020-12 and ``VendorVocabulary``,
/// like the meta-schemas, and written in draft-07, which editors know.
public enum EditorSchema {
  /// The text, with a line feed at its end.
  public static var text: String { MetaSchemaBuilder.editorSchema.text(.pretty) + "\n" }
}
