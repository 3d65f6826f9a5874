/// The shape of what generated code calls. A generated file names the version that it was made for, so that
/// a runtime that no longer fits is an error of compiling and not of running.
public enum RuntimeVersion {
  /// The first shape.
  public enum Version1 {}
}
