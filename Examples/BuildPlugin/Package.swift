// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "build-plugin",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "../..")],
  targets: [
    .executableTarget(
      name: "Orders",
      dependencies: [.product(name: "SchemaRuntime", package: "schemata")],
      plugins: [.plugin(name: "CodegenPlugin", package: "schemata")])
  ]
)
