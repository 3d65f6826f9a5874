// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who uses Schemata builds it. `make bench` runs it.
let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "..")],
  targets: [
    .target(
      name: "BenchmarkModels", dependencies: [.product(name: "SchemaRuntime", package: "schemata")]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "BenchmarkModels",
        .product(name: "CollaborationModels", package: "schemata"),
        .product(name: "SchemaRuntime", package: "schemata"),
        .product(name: "SchemaValidation", package: "schemata"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
