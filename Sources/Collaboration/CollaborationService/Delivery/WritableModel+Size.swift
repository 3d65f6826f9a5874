import Collaboration
import SchemaRuntime

extension WritableModel {
  /// The size of the model in bytes as JSON.
  var jsonSize: Int {
    // What was received can be written.
    (try? json().count) ?? 0
  }
}
