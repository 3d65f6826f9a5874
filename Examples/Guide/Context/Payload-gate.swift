import CollaborationModels
import SchemaRuntime

private let request = (contentType: "application/json", method: "PUT")
private let body = Array(#"{"attributes":{"nickName":"Oriana"}}"#.utf8)
