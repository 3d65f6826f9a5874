/// A store that keeps the records of several tenants apart. As a ``UserInfoStore``, it is that of ``Tenant/none``.
public protocol TenantUserInfoStore: UserInfoStore {
  /// As ``UserInfoStore/records(of:attributes:)``, in a tenant.
  func records(
    of users: [UserID], attributes: UserAttributeSelection, in tenant: Tenant
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord]

  /// As ``UserInfoStore/apply(_:by:)``, in a tenant. The limit of the total size is that of a tenant.
  func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor, in tenant: Tenant
  ) async throws(UserInfoError) -> [UserInfoRecord]

  /// As ``UserInfoStore/deleteRecord(of:by:)``, in a tenant.
  @discardableResult
  func deleteRecord(
    of user: UserID, by author: UserInfoAuthor, in tenant: Tenant
  ) async throws(UserInfoError) -> UserInfoRecord?

  /// Returns the total size of a tenant's attributes in bytes.
  func capacity(of tenant: Tenant) async throws(UserInfoError) -> Int

  /// Moves the records of ``Tenant/none`` to a tenant, except those of users who have one there already.
  ///
  /// Earlier releases kept one tenant, whose records have none after a migration.
  func assignRecords(to tenant: Tenant) async throws(UserInfoError)
}

extension TenantUserInfoStore {
  public func records(
    of users: [UserID], attributes: UserAttributeSelection
  ) async throws(UserInfoError) -> [UserID: UserInfoRecord] {
    try await records(of: users, attributes: attributes, in: .none)
  }

  public func apply(
    _ changes: [UserInfoChange], by author: UserInfoAuthor
  ) async throws(UserInfoError) -> [UserInfoRecord] {
    try await apply(changes, by: author, in: .none)
  }

  @discardableResult
  public func deleteRecord(of user: UserID, by author: UserInfoAuthor) async throws(UserInfoError) -> UserInfoRecord? {
    try await deleteRecord(of: user, by: author, in: .none)
  }

  public func capacity() async throws(UserInfoError) -> Int { try await capacity(of: .none) }
}
