/// The version of the tools.
package enum Release {
  package static let version = "0.1.0"
  /// The release date, for the manual page.
  package static let date = "2026-11-21"
}
