// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "schemata",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // What generated code imports.
    .library(name: "SchemaRuntime", targets: ["SchemaRuntime"]),
    .library(name: "SchemaRuntimeFoundation", targets: ["SchemaRuntimeFoundation"]),
    // Schemas that become known at run time.
    .library(name: "SchemaValidation", targets: ["JSONSchema", "SchemaValidation"]),
    // The models of the five collaboration systems.
    .library(name: "CollaborationModels", targets: ["CollaborationModels"]),
    // Their behaviour, and a store on disk.
    .library(name: "Collaboration", targets: ["Collaboration"]),
    .library(name: "CollaborationSQLite", targets: ["CollaborationSQLite"]),
    .executable(name: "codegen", targets: ["codegen"]),
  ],
  targets: [
    // MARK: Runtime
    .target(name: "CJSONScan"),
    .target(name: "SchemaRuntime", dependencies: ["CJSONScan"]),
    .target(name: "SchemaRuntimeFoundation", dependencies: ["SchemaRuntime"]),

    // MARK: Schemas
    .target(name: "JSONSchema", dependencies: ["SchemaRuntime"]),
    .target(name: "SchemaValidation", dependencies: ["JSONSchema", "SchemaRuntime"]),
    .systemLibrary(
      name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .target(name: "SchemaLoading", dependencies: ["JSONSchema", "SchemaRuntime", "CJSONC"]),

    // MARK: Generator
    .target(name: "Mustache"),
    .target(
      name: "CodegenCore", dependencies: ["JSONSchema", "SchemaRuntime", "SchemaValidation", "Mustache"]),
    .target(
      name: "CodegenTemplates", path: "Templates", exclude: ["README.md", "Swift", "HTML", "Markdown"],
      sources: ["BuiltInTemplates+Generated.swift"]),
    .executableTarget(
      name: "codegen",
      dependencies: [
        "CodegenCore", "CodegenTemplates", "JSONSchema", "Mustache", "SchemaLoading", "SchemaRuntime",
        "SchemaValidation",
      ]),

    // MARK: Generated
    .target(name: "CollaborationModels", dependencies: ["SchemaRuntime"], path: "Generated/Models"),

    // MARK: Collaboration
    .target(name: "Collaboration", dependencies: ["CollaborationModels", "SchemaRuntime"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(
      name: "CollaborationSQLite", dependencies: ["Collaboration", "CollaborationModels", "SchemaRuntime", "CSQLite"]),
    .executableTarget(
      name: "collaboration-demo",
      dependencies: ["Collaboration", "CollaborationModels", "CollaborationSQLite", "SchemaRuntime"]),

    // MARK: Tests
    // What compiles generated code, for the test targets that do.
    .target(name: "SwiftCompilation", path: "Tests/SwiftCompilation"),
    // The official JSON Schema test suite as values.
    .target(
      name: "SchemaTestSuite", dependencies: ["JSONSchema", "SchemaRuntime", "SeededRandom"],
      path: "Tests/SchemaTestSuite"),
    // A process that writes to a store, to be killed or measured.
    .executableTarget(
      name: "StoreWriter", dependencies: ["Collaboration", "CollaborationModels", "CollaborationSQLite"],
      path: "Tests/StoreWriter"),
    // The same random numbers everywhere.
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .testTarget(name: "SchemaRuntimeTests", dependencies: ["SchemaRuntime", "SeededRandom"]),
    .testTarget(name: "JSONSchemaTests", dependencies: ["JSONSchema", "SchemaRuntime", "SeededRandom"]),
    .testTarget(
      name: "SchemaValidationTests",
      dependencies: ["SchemaValidation", "JSONSchema", "SchemaRuntime", "SchemaTestSuite", "SeededRandom"]),
    .testTarget(name: "SchemaLoadingTests", dependencies: ["SchemaLoading", "JSONSchema", "SchemaRuntime", "CJSONC"]),
    .testTarget(name: "MustacheTests", dependencies: ["Mustache"]),
    .testTarget(
      name: "CodegenCoreTests",
      dependencies: [
        "CodegenCore", "CodegenTemplates", "JSONSchema", "Mustache", "SchemaRuntime", "SchemaRuntimeFoundation",
        "SchemaValidation", "SwiftCompilation",
      ], exclude: ["Cases"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CodegenCore", "CodegenTemplates", "JSONSchema", "SchemaRuntime", "SchemaRuntimeFoundation",
        "SchemaTestSuite", "SchemaValidation", "SwiftCompilation",
      ], exclude: ["Program"]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "codegen", "CodegenCore", "JSONSchema", "SchemaLoading", "SchemaRuntime", "SchemaValidation", "SeededRandom",
      ]),
    .testTarget(
      name: "CollaborationModelsTests",
      dependencies: [
        "CollaborationModels", "JSONSchema", "SchemaLoading", "SchemaRuntime", "SchemaValidation", "SeededRandom",
        "SwiftCompilation",
      ]),
    .testTarget(
      name: "CollaborationTests",
      dependencies: [
        "Collaboration", "CollaborationModels", "CollaborationSQLite", "SchemaRuntime", "SeededRandom", "StoreWriter",
        "SwiftCompilation", "collaboration-demo",
      ]),
    .testTarget(name: "RepositoryTests", dependencies: ["SchemaRuntime"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

// One set of settings for every target: warnings are errors, imports are internal unless they say otherwise.
for target in package.targets where target.type != .system && target.type != .plugin {
  if target.name == "CJSONScan" {
    target.cSettings = [.treatAllWarnings(as: .error)]
  } else {
    target.swiftSettings = [
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("ExistentialAny"),
    ]
  }
}
