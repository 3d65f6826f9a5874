extension SQLiteFile {
  /// The files of the rooms' logs: "ROOM" in ASCII.
  static let rooms = SQLiteFile(
    content: "rooms", applicationID: 0x524f_4f4d,
    steps: [
      SQLiteMigration(
        version: 1,
        statements: [
          "PRAGMA application_id = \(0x524f_4f4d)",
          // Ids as bytes, so that they are sorted and compared as such.
          """
          CREATE TABLE room (
            id BLOB PRIMARY KEY NOT NULL,
            last INTEGER NOT NULL,
            recorded INTEGER NOT NULL DEFAULT 0,
            record BLOB,
            changed INTEGER NOT NULL
          ) STRICT
          """,
          """
          CREATE TABLE room_entry (
            room BLOB NOT NULL,
            number INTEGER NOT NULL,
            entry BLOB NOT NULL,
            PRIMARY KEY (room, number)
          ) STRICT, WITHOUT ROWID
          """,
          // The number of the last server that used the file.
          "CREATE TABLE room_server (last INTEGER NOT NULL) STRICT",
          "INSERT INTO room_server VALUES (0)",
        ])
    ])
}
