import CollaborationModels
import SchemaRuntime
import SchemaSampling

private struct Store {
  func save(_ user: UserInfo) throws { try user.validate() }
}
private let store = Store()
