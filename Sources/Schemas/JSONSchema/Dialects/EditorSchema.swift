import SchemaRuntime

/// A schema of schemas for editors, which use it for completion and checks.
///
/// VS Code reads it through `json.schemas` in its settings. It is generated from the rows of draft 2020-12 and
/// ``VendorVocabulary``, like the meta-schemas, but written in draft-07, which editors support.
public enum EditorSchema {
  /// The text, with a trailing line feed.
  public static var text: String { MetaSchemaBuilder.editorSchema.text(.pretty) + "\n" }
}
