private let schemaBytes = Array(#"{"minimum": 3}"#.utf8)
private let payload = Array("2".utf8)
