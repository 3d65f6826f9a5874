/// Settings for a pool of connections.
public struct PostgreSQLSettings: Hashable, Sendable {
  /// The schema of the database that contains the tables; it is created if it does not exist. Stores with different
  /// schemas do not affect one another.
  public var schema: String
  /// The maximum number of open connections. A store that reports changes has one more for that.
  public var maximumConnections: Int
  /// The maximum time for a call, which includes the wait for a free connection.
  public var requestTimeout: Duration
  /// The maximum time for the creation and migration of tables, which includes the wait for another server that does it.
  public var migrationTimeout: Duration
  /// How often the connection that reports changes is checked while it is quiet.
  public var heartbeatInterval: Duration

  public init(
    schema: String = "collaboration", maximumConnections: Int = 8, requestTimeout: Duration = .seconds(15),
    migrationTimeout: Duration = .seconds(300), heartbeatInterval: Duration = .seconds(30)
  ) {
    self.schema = schema
    self.maximumConnections = maximumConnections
    self.requestTimeout = requestTimeout
    self.migrationTimeout = migrationTimeout
    self.heartbeatInterval = heartbeatInterval
  }
}
