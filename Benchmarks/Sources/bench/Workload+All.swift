import BenchmarkModels
import CollaborationModels
import Foundation
import SchemaRuntime

/// The files of documents, with the types that belong to them.
struct WorkloadFolder {
  let data: URL
  private let schemas: RuntimeSchemas
  private let repositorySchemas: RuntimeSchemas

  init(_ data: URL) throws {
    self.data = data
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    schemas = try RuntimeSchemas(package.appending(path: "Schemas"))
    repositorySchemas = try RuntimeSchemas(
      package.deletingLastPathComponent().appending(path: "Schemas"), formats: ["date-time", "uri", "uuid"])
  }

  /// A workload by the first part of its file's name, such as `w1` or `w1arr`.
  func workload(_ key: String, _ name: String, _ file: URL, limit: Int = .max) throws -> Workload? {
    switch key {
    case "w1":
      let validator = try schemas.validator("user")
      return try Workload(name, file, User.self, BenchmarkModels.User.self, validator, limit: limit)
    case "w1arr":
      return try Workload(name, file, [User].self, BenchmarkModels.Users.self, try schemas.validator("users"))
    case "w2":
      let validator = try schemas.validator("room-state")
      return try Workload(name, file, RoomState.self, BenchmarkModels.RoomState.self, validator, limit: limit)
    case "w3":
      let validator = try schemas.validator("message")
      return try Workload(name, file, Message.self, BenchmarkModels.Message.self, validator, limit: limit)
    default: return nil
    }
  }

  /// The workloads of the main table.
  static let main = [
    ("w1", "w1.ndjson", "W1 users"), ("w1arr", "w1.array.json", "W1 users, one array of 10,000"),
    ("w2", "w2.ndjson", "W2 room state"), ("w3", "w3.ndjson", "W3 message"),
  ]

  /// The same documents in other shapes.
  static let shapes: [(String, String, String)] = [("w1", "W1 users"), ("w2", "W2 room state"), ("w3", "W3 message")]
    .flatMap { key, name in
      [
        (key, "\(key).shuffled.ndjson", "\(name), members shuffled"),
        (key, "\(key).pretty.json", "\(name), pretty-printed"),
        (key, "\(key).escaped.ndjson", "\(name), a quarter escaped"),
      ] + (key == "w1" ? [] : [(key, "\(key).unknown.ndjson", "\(name), unknown members")])
    }

  /// Documents that are refused: each breaks one constraint, or is cut short.
  static let refused: [(String, String, String)] = [("w1", "W1 users"), ("w2", "W2 room state"), ("w3", "W3 message")]
    .flatMap { key, name in
      [
        (key, "\(key).invalid.ndjson", "\(name), one constraint broken"),
        (key, "\(key).cut.ndjson", "\(name), cut short"),
      ]
    }

  /// Payloads of the schemas of this repository.
  func repository() throws -> [Workload] {
    func workload<Plain: Codable, Model: WritableModel>(
      _ schema: String, _ plain: Plain.Type, _ model: Model.Type
    ) throws -> Workload {
      let name = schema.split(separator: "/").last.map(String.init) ?? schema
      let file = data.appending(path: "repository-\(name).ndjson")
      return try Workload(schema, file, plain, model, try repositorySchemas.validator(schema))
    }
    return [
      try workload("users/user-info", PlainRepository.UserInfo.self, UserInfo.self),
      try workload("attachments/message", PlainRepository.Message.self, CollaborationModels.Message.self),
      try workload("video/call-participant", PlainRepository.CallParticipant.self, CallParticipant.self),
      try workload("whiteboard/scene-state", PlainRepository.SceneState.self, CollaborationModels.SceneState.self),
    ]
  }
}
