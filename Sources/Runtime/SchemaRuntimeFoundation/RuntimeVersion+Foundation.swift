public import SchemaRuntime

extension RuntimeVersion {
  /// The first version of this module, to which generated code with types of Foundation refers.
  public enum Foundation1 {}
}
