// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors in CI, as in the root package.
let isCI = Context.environment["SCHEMATA_CI"] != nil

// A package of its own, so that nobody who uses the library needs what only a server needs.
let package = Package(
  name: "collaboration-server",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "..")],
  targets: [
    // The system's calls that wait for many connections.
    .target(name: "CPoller"),
    // The system's allocator.
    .target(name: "CMemory"),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    // The contents of access tokens.
    .target(
      name: "ServerModels", dependencies: [.product(name: "SchemaRuntime", package: "schemata")],
      path: "Generated/Models"),
    .target(
      name: "CollaborationServer",
      dependencies: [
        "CCrypto", "CPoller", "ServerModels",
        .product(name: "Collaboration", package: "schemata"),
        .product(name: "CollaborationService", package: "schemata"),
        .product(name: "CollaborationModels", package: "schemata"),
        .product(name: "CollaborationPostgreSQL", package: "schemata"),
        .product(name: "CollaborationSQLite", package: "schemata"),
        .product(name: "SchemaRuntime", package: "schemata"),
        .product(name: "SchemaStreaming", package: "schemata"),
      ]),
    .executableTarget(name: "collaboration-server", dependencies: ["CMemory", "CollaborationServer"]),
    // A client for a terminal.
    .executableTarget(
      name: "room-terminal",
      dependencies: [
        .product(name: "Collaboration", package: "schemata"),
        .product(name: "CollaborationService", package: "schemata"),
        .product(name: "CollaborationModels", package: "schemata"),
        .product(name: "CollaborationWebSocket", package: "schemata"),
        .product(name: "SchemaRuntime", package: "schemata"),
      ]),
    // For measurements.
    .executableTarget(name: "echo-server", dependencies: ["CollaborationServer"]),
    // Thousands of members of rooms, who check what they see.
    .executableTarget(
      name: "load-test",
      dependencies: [
        "CollaborationServer", "ServerModels",
        .product(name: "Collaboration", package: "schemata"),
        .product(name: "CollaborationService", package: "schemata"),
        .product(name: "CollaborationModels", package: "schemata"),
        .product(name: "CollaborationWebSocket", package: "schemata"),
        .product(name: "SchemaRuntime", package: "schemata"),
      ]),
    .testTarget(
      name: "CollaborationServerTests",
      dependencies: [
        "CollaborationServer", "ServerModels",
        .product(name: "Collaboration", package: "schemata"),
        .product(name: "CollaborationService", package: "schemata"),
        .product(name: "CollaborationModels", package: "schemata"),
        .product(name: "CollaborationWebSocket", package: "schemata"),
        .product(name: "SchemaRuntime", package: "schemata"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

for target in package.targets where target.type != .system {
  if ["CMemory", "CPoller"].contains(target.name) {
    target.cSettings = isCI ? [.treatAllWarnings(as: .error)] : []
  } else {
    target.swiftSettings =
      [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ] + (isCI ? [.treatAllWarnings(as: .error), .unsafeFlags(["-Xfrontend", "-gnone"])] : [])
  }
}
