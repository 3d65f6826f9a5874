// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "guide",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "../..")],
  targets: [
    .executableTarget(
      name: "Guide",
      dependencies: [
        .product(name: "CollaborationModels", package: "schemata"),
        .product(name: "CollaborationSQLite", package: "schemata"),
        .product(name: "SchemaRuntime", package: "schemata"),
        .product(name: "SchemaRuntimeFoundation", package: "schemata"),
        .product(name: "SchemaSampling", package: "schemata"),
        .product(name: "SchemaValidation", package: "schemata"),
      ],
      swiftSettings: [.defaultIsolation(MainActor.self)],
      plugins: [.plugin(name: "CodegenPlugin", package: "schemata")])
  ]
)
