/// A step from one version of a component's tables to the next.
package struct PostgreSQLMigration: Sendable {
  /// The version after the step.
  package var version: Int
  /// Statements that may run inside a transaction. Names without a schema are those of the pool's schema.
  package var statements: [String]

  package init(version: Int, statements: [String]) {
    self.version = version
    self.statements = statements
  }
}

/// Tables that belong together, such as those of the user attributes, with every step ever released, in order. Existing
/// databases may be at any of them, so steps are added and never changed.
///
/// The table `schema_version` contains the version of each component.
package struct PostgreSQLComponent: Sendable {
  package var name: String
  package var steps: [PostgreSQLMigration]

  package init(name: String, steps: [PostgreSQLMigration]) {
    self.name = name
    self.steps = steps
  }

  /// The version that this release writes.
  package var currentVersion: Int { steps.last?.version ?? 0 }

  /// Applies all pending steps, all of them or none.
  ///
  /// Several servers may start at once: one migrates, the others wait for it (an advisory lock). If the tables are current,
  /// nothing is locked, and the role needs no permission to create tables.
  /// - Throws: ``PostgreSQLError/newerVersion(component:expected:actual:)`` for tables of a later release, which are
  ///   unchanged.
  package func migrate(_ pool: PostgreSQLPool, to target: Int? = nil) async throws(PostgreSQLError) {
    let target = target ?? currentVersion
    let version = try await pool.transaction(.reading) { connection throws(PostgreSQLError) in
      try storedVersion(connection)
    }
    guard version != target else { return }
    let schema = pool.settings.schema
    try await pool.transaction(timeout: pool.settings.migrationTimeout) { connection throws(PostgreSQLError) in
      // The client's time limit ends the transaction.
      try connection.execute("SET LOCAL statement_timeout = 0")
      try connection.query(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text("schemata \(schema)")])
      // Read again, now that no other server migrates.
      for step in steps where try storedVersion(connection) < step.version && step.version <= target {
        try apply(step, schema, connection)
      }
    }
  }

  private func storedVersion(_ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Int {
    guard try hasVersions(connection) else { return 0 }
    let rows = try connection.query("SELECT version FROM schema_version WHERE component = $1", [.text(name)])
    guard let row = rows.first else { return 0 }
    let version = try row.integer(0)
    guard version <= currentVersion else {
      throw .newerVersion(component: name, expected: currentVersion, actual: version)
    }
    return version
  }

  /// Whether there is a table of versions. Reads the catalog as a table: `to_regclass` may answer from a cache that does not
  /// contain what another server has just committed.
  private func hasVersions(_ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
    try !connection.query(
      "SELECT FROM pg_tables WHERE schemaname = $1 AND tablename = 'schema_version'", [.text(connection.schema)]
    ).isEmpty
  }

  private func apply(
    _ step: PostgreSQLMigration, _ schema: String, _ connection: PostgreSQLConnection
  ) throws(PostgreSQLError) {
    // Each is created only if it is missing, because `IF NOT EXISTS` requires the permission in any case.
    let schemas = try connection.query("SELECT FROM pg_namespace WHERE nspname = $1", [.text(schema)])
    if schemas.isEmpty {
      try connection.execute("CREATE SCHEMA \"\(schema)\"")
    }
    if try !hasVersions(connection) {
      try connection.execute("CREATE TABLE schema_version (component text PRIMARY KEY, version bigint NOT NULL)")
    }
    for statement in step.statements { try connection.execute(statement) }
    try connection.query(
      """
      INSERT INTO schema_version (component, version) VALUES ($1, $2)
      ON CONFLICT (component) DO UPDATE SET version = excluded.version
      """, [.text(name), .integer(step.version)])
  }
}
