import CollaborationModels
import SchemaRuntime

private let request = (contentType: "application/json", method: "PUT")
private let body = Array(#"{"attributes":{"nickName":"Oriana"}}"#.utf8)
private func store(_ update: UserInfoUpdate) throws {}
private func respond(_ status: Int, _ contentType: String, _ body: [UInt8]) {}
