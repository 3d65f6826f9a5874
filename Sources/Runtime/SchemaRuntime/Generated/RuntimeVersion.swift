/// The interface between generated code and the runtime. Generated code refers to the version it was generated for,
/// so that an incompatible runtime is an error at compile time, not at run time.
public enum RuntimeVersion {
  /// The first version.
  public enum Version1 {}
}
