extension PostgreSQLComponent {
  /// The tables of the user attributes.
  static let users = PostgreSQLComponent(
    name: "users",
    steps: [
      PostgreSQLMigration(
        version: 1,
        statements: [
          // Records are JSON as bytes: PostgreSQL's texts cannot contain U+0000. Ids are compared by bytes, on every
          // server, so that all transactions lock in the same order.
          """
          CREATE TABLE user_info (
            id text COLLATE "C" PRIMARY KEY,
            record bytea,
            timestamp bigint NOT NULL DEFAULT 0,
            bytes bigint NOT NULL DEFAULT 0
          )
          """,
          // The total size of all users: computing it for every write would read every record.
          "CREATE TABLE user_info_capacity (bytes bigint NOT NULL)",
          "INSERT INTO user_info_capacity VALUES (0)",
        ]),
      // Records and sizes by tenant. Those of earlier releases have none.
      PostgreSQLMigration(
        version: 2,
        statements: [
          """
          ALTER TABLE user_info
          ADD COLUMN organization text COLLATE "C" NOT NULL DEFAULT '',
          ADD COLUMN app text COLLATE "C" NOT NULL DEFAULT '',
          DROP CONSTRAINT user_info_pkey,
          ADD PRIMARY KEY (organization, app, id)
          """,
          """
          ALTER TABLE user_info_capacity
          ADD COLUMN organization text COLLATE "C" NOT NULL DEFAULT '',
          ADD COLUMN app text COLLATE "C" NOT NULL DEFAULT '',
          ADD PRIMARY KEY (organization, app)
          """,
        ]),
    ])
}
