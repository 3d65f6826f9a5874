import CollaborationModels
import SchemaRuntime
import SchemaStreaming

private let pieces = [#"{"timestamp": 1, "data": {"amal": {"nickn"#, #"ame": "Amal"}, "bo": {}}, "duration": 6}"#].map {
  Array($0.utf8)
}
private let request = (
  contentType: "application/json", contentLength: 20, body: [#"{"nickName": "Am"#, #"al"}"#].map { Array($0.utf8) }
)
