// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "command-plugin",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "../..")],
  targets: [
    // What `swift package generate-models` writes, as it stands.
    .target(name: "PostcardModels", dependencies: [.product(name: "SchemaRuntime", package: "schemata")]),
    .executableTarget(
      name: "Postcards",
      dependencies: ["PostcardModels", .product(name: "SchemaRuntime", package: "schemata")]),
  ]
)
