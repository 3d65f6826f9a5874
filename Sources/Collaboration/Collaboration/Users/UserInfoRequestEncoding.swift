public import CollaborationModels
import SchemaRuntime

/// How a store sends writes to the service. It determines the length of a request, which the service limits.
public enum UserInfoRequestEncoding: Hashable, Sendable, CaseIterable {
  /// `nickname=Ana+B&gender=2`. Characters outside ASCII take three times as many bytes as in JSON.
  case form
  /// `{"nickname":"Ana B","gender":"2"}`
  case json

  /// Checks that a request with these attributes is not too long.
  /// - Throws: 901 for the request, and 205 for attributes without a REST form.
  public func check(_ info: UserInfo) throws(UserInfoError) {
    let rest = try UserInfoREST(info)
    switch self {
    case .form: _ = try rest.form()
    case .json:
      let bytes: [UInt8]
      do { bytes = try rest.json() } catch { throw .illegalArgument(.invalid(error.description)) }
      guard bytes.count <= UserInfoREST.maximumFormBytes else {
        throw .dataLengthExceeded(.request, limit: UserInfoREST.maximumFormBytes, actual: bytes.count)
      }
    }
  }
}
