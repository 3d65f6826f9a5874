extension SQLiteFile {
  /// The files of the user attributes: "USRI" in ASCII.
  static let users = SQLiteFile(
    content: "user attributes", applicationID: 0x5553_5249,
    steps: [
      SQLiteMigration(
        version: 1,
        statements: [
          "PRAGMA application_id = \(0x5553_5249)",
          """
          CREATE TABLE user_info (
            id TEXT PRIMARY KEY NOT NULL,
            record BLOB NOT NULL,
            timestamp INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID
          """,
        ]),
      // The total size of all users, stored in the file: computing it for every write would read every record.
      SQLiteMigration(
        version: 2,
        statements: [
          "ALTER TABLE user_info ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0",
          "CREATE TABLE capacity (bytes INTEGER NOT NULL) STRICT",
          "INSERT INTO capacity VALUES (0)",
          """
          CREATE TRIGGER user_info_insert AFTER INSERT ON user_info
          BEGIN UPDATE capacity SET bytes = bytes + NEW.bytes; END
          """,
          """
          CREATE TRIGGER user_info_update AFTER UPDATE ON user_info
          BEGIN UPDATE capacity SET bytes = bytes + NEW.bytes - OLD.bytes; END
          """,
          """
          CREATE TRIGGER user_info_delete AFTER DELETE ON user_info
          BEGIN UPDATE capacity SET bytes = bytes - OLD.bytes; END
          """,
          // A record contains text members and the gender, a one-digit number. The id does not count; of undeclared
          // members, the names count as well.
          """
          UPDATE user_info SET bytes = (
            SELECT coalesce(sum(
              length(CAST(value AS BLOB)) + CASE WHEN key IN (
                'nickName', 'avatarUrl', 'mail', 'phone', 'gender', 'sign', 'birth', 'ext'
              ) THEN 0 ELSE length(CAST(key AS BLOB)) END), 0)
            FROM json_each(CAST(record AS TEXT)) WHERE key <> 'userId')
          """,
        ]),
      // Records and sizes by tenant. Those of earlier releases have none.
      SQLiteMigration(
        version: 3,
        statements: [
          "DROP TRIGGER user_info_insert",
          "DROP TRIGGER user_info_update",
          "DROP TRIGGER user_info_delete",
          "ALTER TABLE user_info RENAME TO user_info_2",
          """
          CREATE TABLE user_info (
            organization TEXT NOT NULL,
            app TEXT NOT NULL,
            id TEXT NOT NULL,
            record BLOB NOT NULL,
            timestamp INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (organization, app, id)
          ) STRICT, WITHOUT ROWID
          """,
          "INSERT INTO user_info SELECT '', '', id, record, timestamp, bytes FROM user_info_2",
          "DROP TABLE user_info_2",
          "DROP TABLE capacity",
          """
          CREATE TABLE capacity (
            organization TEXT NOT NULL,
            app TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (organization, app)
          ) STRICT, WITHOUT ROWID
          """,
          "INSERT INTO capacity SELECT '', '', coalesce(sum(bytes), 0) FROM user_info",
          """
          CREATE TRIGGER user_info_insert AFTER INSERT ON user_info
          BEGIN
            INSERT INTO capacity SELECT NEW.organization, NEW.app, 0 WHERE NOT EXISTS (
              SELECT 1 FROM capacity WHERE organization = NEW.organization AND app = NEW.app);
            UPDATE capacity SET bytes = bytes + NEW.bytes WHERE organization = NEW.organization AND app = NEW.app;
          END
          """,
          """
          CREATE TRIGGER user_info_update AFTER UPDATE ON user_info
          BEGIN
            UPDATE capacity SET bytes = bytes - OLD.bytes WHERE organization = OLD.organization AND app = OLD.app;
            INSERT INTO capacity SELECT NEW.organization, NEW.app, 0 WHERE NOT EXISTS (
              SELECT 1 FROM capacity WHERE organization = NEW.organization AND app = NEW.app);
            UPDATE capacity SET bytes = bytes + NEW.bytes WHERE organization = NEW.organization AND app = NEW.app;
          END
          """,
          """
          CREATE TRIGGER user_info_delete AFTER DELETE ON user_info
          BEGIN
            UPDATE capacity SET bytes = bytes - OLD.bytes WHERE organization = OLD.organization AND app = OLD.app;
          END
          """,
        ]),
    ])
}
