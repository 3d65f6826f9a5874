/// The version of the tools.
enum Release {
  static let version = "0.1.0"
  /// The release date, for the manual page.
  static let date = "2026-11-21"
}
