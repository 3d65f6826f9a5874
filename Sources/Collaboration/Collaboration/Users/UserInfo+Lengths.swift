public import CollaborationModels
package import SchemaRuntime

// The documents recommend lengths of attributes. The service accepts longer ones.
extension UserInfo {
  /// The attributes that are longer than the documents recommend. The service accepts them, as long as all attributes
  /// together are not too long; other clients may show them shortened.
  public var attributesBeyondLimits: [UserAttributeType] {
    UserAttributeType.allCases.filter { type in
      guard let text = text(of: type) else { return false }
      do throws(SchemaError) {
        try UserInfoUpdate.SingleAttributeUpdate(type: type, value: text).validate()
        return false
      } catch {
        if case .dataLengthExceeded = UserInfoError(error, of: type) { return true }
        return false
      }
    }
  }

  /// Validates everything that the schema does more than recommend.
  func validateExceptLengths() throws(UserInfoError) {
    do { try validate() } catch {
      guard case .invalid(let issues) = error else { throw UserInfoError(error) }
      let others = issues.filter { if case .length(.utf8Bytes, .atMost, _) = $0.kind { false } else { true } }
      if !others.isEmpty { throw UserInfoError(.invalid(others)) }
    }
  }

  /// Reads a stored record, whose attributes may be longer than recommended.
  package init(stored json: [UInt8], using reader: inout JSONReader) throws(SchemaError) {
    do throws(SchemaError) {
      self = try UserInfo(json: json, using: &reader)
    } catch {
      guard case .invalid = error, var object = (try? JSONValue(parsing: json))?.object else { throw error }
      var texts: [UserAttributeType: String] = [:]
      for type in UserAttributeType.allCases where type != .gender {
        guard let text = object[type.memberName]?.string else { continue }
        texts[type] = text
        object[type.memberName] = nil
      }
      self = try UserInfo(json: JSONValue.object(object).json(), using: &reader)
      for (type, text) in texts { set(type, to: text) }
    }
  }
}
