// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "tool-calls",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "../..")],
  targets: [
    .executableTarget(
      name: "Assistant",
      dependencies: [
        .product(name: "SchemaRuntime", package: "schemata"), .product(name: "SchemaStreaming", package: "schemata"),
      ],
      plugins: [.plugin(name: "CodegenPlugin", package: "schemata")])
  ]
)
