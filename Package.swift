// swift-tools-version: 6.2
import PackageDescription

// Set by CI, and never by packages that depend on this one.
let isCI = Context.environment["SCHEMATA_CI"] != nil
// Set by the Makefile for development of this package: a build without plugins, and with optimized tests.
let isDevelopment = isCI || Context.environment["SCHEMATA_DEVELOPMENT"] != nil
// Plugins would compile the generator a second time. The packages in Examples/ use them.
let hasPlugins = !isDevelopment

let package = Package(
  name: "schemata",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    // The library that generated code imports.
    .library(name: "SchemaRuntime", targets: ["SchemaRuntime"]),
    .library(name: "SchemaRuntimeFoundation", targets: ["SchemaRuntimeFoundation"]),
    // Payloads checked while they arrive.
    .library(name: "SchemaStreaming", targets: ["SchemaStreaming"]),
    // Validation with schemas known at run time.
    .library(name: "SchemaValidation", targets: ["JSONSchema", "SchemaValidation"]),
    // Payloads generated from schemas, for tests.
    .library(name: "SchemaSampling", targets: ["SchemaSampling"]),
    // The models of the five collaboration systems.
    .library(name: "CollaborationModels", targets: ["CollaborationModels"]),
    // Their behavior, and stores on disk and in a database.
    .library(name: "Collaboration", targets: ["Collaboration"]),
    // Its other names, for those who know the vendors' SDKs.
    .library(name: "CollaborationCompatibility", targets: ["CollaborationCompatibility"]),
    // Their services, for servers, tests and previews.
    .library(name: "CollaborationService", targets: ["CollaborationService"]),
    .library(name: "CollaborationSQLite", targets: ["CollaborationSQLite"]),
    .library(name: "CollaborationPostgreSQL", targets: ["CollaborationPostgreSQL"]),
    // User attributes over the service's REST interface.
    .library(name: "CollaborationREST", targets: ["CollaborationREST"]),
    // Connections to a server.
    .library(name: "CollaborationWebSocket", targets: ["CollaborationWebSocket"]),
    .executable(name: "codegen", targets: ["codegen"]),
    .executable(name: "codegen-generate", targets: ["codegen-generate"]),
  ],
  targets: [
    // Sources/README.md says what each target is; `groups` below, in which folder of Sources/ it stands.

    // MARK: Runtime
    // Programs without Foundation link the C library's mathematics for it.
    .target(name: "CJSONScan", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux, .android]))]),
    .target(name: "SchemaRuntime", dependencies: ["CJSONScan"]),
    .target(name: "SchemaRuntimeFoundation", dependencies: ["SchemaRuntime"]),
    .target(name: "SchemaStreaming", dependencies: ["CJSONScan", "SchemaRuntime"]),

    .target(name: "SchemaAnalysis", dependencies: ["SchemaRuntime"]),
    .target(name: "SchemaSampling", dependencies: ["SchemaAnalysis", "SchemaRuntime"]),

    // MARK: Schemas
    .target(name: "JSONSchema", dependencies: ["SchemaAnalysis", "SchemaRuntime"]),
    .target(name: "SchemaValidation", dependencies: ["JSONSchema", "SchemaAnalysis", "SchemaRuntime"]),
    .systemLibrary(
      name: "CJSONC", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"]), .brew(["json-c"])]),
    .systemLibrary(
      name: "CFYAML", pkgConfig: "libfyaml", providers: [.apt(["libfyaml-dev"]), .brew(["libfyaml"])]),
    .target(
      name: "SchemaLoading",
      dependencies: ["CFYAML", "CJSONC", "CJSONScan", "JSONSchema", "SchemaAnalysis", "SchemaRuntime"]),

    .target(name: "SchemaInference", dependencies: ["JSONSchema", "SchemaRuntime", "SchemaAnalysis"]),

    .target(
      name: "SchemaLint",
      dependencies: [
        "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling", "SchemaValidation",
      ]),

    .target(
      name: "SchemaRewriting", dependencies: ["JSONSchema", "SchemaAnalysis", "SchemaLoading", "SchemaRuntime"]),
    // What the tool of builds does without.
    .target(name: "SchemaFormatting", dependencies: ["JSONSchema", "SchemaRuntime"]),
    .target(
      name: "SchemaTesting",
      dependencies: ["JSONSchema", "SchemaAnalysis", "SchemaLint", "SchemaRuntime", "SchemaValidation"]),

    // MARK: Generator
    .target(name: "Mustache"),
    .target(
      name: "CodegenCore",
      dependencies: [
        "JSONSchema", "SchemaAnalysis", "SchemaRewriting", "SchemaRuntime", "SchemaValidation", "Mustache",
      ]),
    .target(
      name: "CodegenTemplates", path: "Templates",
      exclude: ["README.md", "Swift", "HTML", "Markdown", "DocC", "PageTemplates+Generated.swift"],
      sources: ["SwiftTemplates+Generated.swift"]),
    // What the tool of builds does without.
    .target(
      name: "CodegenPageTemplates", path: "Templates",
      exclude: ["README.md", "Swift", "HTML", "Markdown", "DocC", "SwiftTemplates+Generated.swift"],
      sources: ["PageTemplates+Generated.swift"]),
    .systemLibrary(
      name: "CCMark", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]),
    .target(
      name: "CodegenDocumentation",
      dependencies: [
        "CCMark", "CodegenCore", "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling", "SchemaStreaming",
        "SchemaValidation", "Mustache",
      ]),
    .target(
      name: "SchemaComparison",
      dependencies: [
        "CodegenCore", "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling", "SchemaValidation",
      ]),

    // MARK: Command line
    .target(name: "CommandLineTool", dependencies: ["SchemaAnalysis", "SchemaRuntime"]),
    .target(
      name: "CodegenProject",
      dependencies: [
        "CodegenCore", "CodegenTemplates", "CommandLineTool", "JSONSchema", "Mustache", "SchemaAnalysis",
        "SchemaLoading", "SchemaRuntime", "SchemaValidation",
      ]),
    .target(
      name: "CodegenCommands",
      dependencies: [
        "CodegenCore", "CodegenDocumentation", "CodegenPageTemplates", "CodegenProject", "CommandLineTool",
        "JSONSchema",
        "SchemaAnalysis", "SchemaComparison", "SchemaFormatting", "SchemaInference", "SchemaLint", "SchemaLoading",
        "SchemaRewriting", "SchemaRuntime", "SchemaSampling", "SchemaStreaming", "SchemaTesting", "SchemaValidation",
      ]),
    .executableTarget(
      name: "codegen", dependencies: ["CodegenCommands", "CodegenProject", "CommandLineTool"]),
    .executableTarget(
      name: "codegen-generate", dependencies: ["CodegenProject", "CommandLineTool"]),

    // MARK: Generated
    .target(name: "CollaborationModels", dependencies: ["SchemaRuntime"], path: "Generated/Models"),

    // MARK: Collaboration
    .target(name: "Collaboration", dependencies: ["CollaborationModels", "SchemaRuntime"]),
    .target(
      name: "CollaborationCompatibility", dependencies: ["Collaboration", "CollaborationModels", "SchemaRuntime"]),
    .target(name: "CollaborationService", dependencies: ["Collaboration", "CollaborationModels", "SchemaRuntime"]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .target(
      name: "CollaborationSQLite", dependencies: ["Collaboration", "CollaborationModels", "SchemaRuntime", "CSQLite"]),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "CollaborationPostgreSQL",
      dependencies: ["Collaboration", "CollaborationModels", "SchemaRuntime", "CPostgreSQL"]),
    .target(name: "CollaborationREST", dependencies: ["Collaboration", "CollaborationModels", "SchemaRuntime"]),
    .systemLibrary(
      name: "CLibWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .target(name: "CWebSocketClient", dependencies: ["CLibWebSockets"]),
    .target(
      name: "CollaborationWebSocket",
      dependencies: [
        "Collaboration", "CollaborationModels", "SchemaRuntime",
        .byName(name: "CWebSocketClient", condition: .when(platforms: [.linux, .android])),
      ]),
    .executableTarget(
      name: "collaboration-demo",
      dependencies: [
        "Collaboration", "CollaborationModels", "CollaborationREST", "CollaborationService", "CollaborationSQLite",
        "CollaborationWebSocket", "SchemaRuntime",
      ]),

    // MARK: Tests
    // Compiles generated code, for several test targets.
    .target(name: "SwiftCompilation", path: "Tests/SwiftCompilation"),
    // The official JSON Schema test suite as values.
    .target(
      name: "SchemaTestSuite", dependencies: ["JSONSchema", "SchemaRuntime"],
      path: "Tests/SchemaTestSuite"),
    // A process that writes to a store, to be killed or measured.
    .executableTarget(
      name: "StoreWriter", dependencies: ["Collaboration", "CollaborationModels", "CollaborationSQLite"],
      path: "Tests/StoreWriter"),
    // Reproducible random numbers, and processor time.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Memory with inaccessible pages around it.
    .target(name: "GuardedMemory", path: "Tests/GuardedMemory"),
    .testTarget(
      name: "SchemaRuntimeTests",
      dependencies: ["GuardedMemory", "SchemaRuntime", "SchemaRuntimeFoundation", "SchemaAnalysis", "TestSupport"]),
    .testTarget(
      name: "SchemaStreamingTests",
      dependencies: [
        "SchemaStreaming", "CollaborationModels", "JSONSchema", "SchemaRuntime", "SchemaSampling", "SchemaTestSuite",
        "SchemaValidation", "TestSupport",
      ]),
    .testTarget(name: "SchemaAnalysisTests", dependencies: ["SchemaAnalysis", "SchemaRuntime", "TestSupport"]),
    .testTarget(
      name: "JSONSchemaTests", dependencies: ["JSONSchema", "SchemaAnalysis", "SchemaRuntime", "TestSupport"]),
    .testTarget(
      name: "SchemaValidationTests",
      dependencies: ["SchemaValidation", "JSONSchema", "SchemaRuntime", "SchemaTestSuite", "TestSupport"]),
    .testTarget(name: "SchemaLoadingTests", dependencies: ["SchemaLoading", "JSONSchema", "SchemaRuntime", "CJSONC"]),
    .testTarget(
      name: "SchemaLintTests",
      dependencies: [
        "SchemaLint", "JSONSchema", "SchemaAnalysis", "SchemaRuntime", "SchemaTestSuite", "SchemaValidation",
        "TestSupport",
      ]),
    .testTarget(
      name: "SchemaSamplingTests",
      dependencies: [
        "SchemaSampling", "SchemaLoading", "JSONSchema", "SchemaRuntime", "SchemaTestSuite", "SchemaValidation",
        "TestSupport",
      ]),
    .testTarget(
      name: "SchemaInferenceTests",
      dependencies: [
        "SchemaInference", "CodegenCore", "CodegenTemplates", "JSONSchema", "SchemaLoading", "SchemaRuntime",
        "SchemaRuntimeFoundation", "SchemaValidation", "SwiftCompilation", "TestSupport",
      ]),
    .testTarget(name: "MustacheTests", dependencies: ["Mustache"]),
    .testTarget(
      name: "CodegenCoreTests",
      dependencies: [
        "CodegenCore", "CodegenDocumentation", "CodegenPageTemplates", "CodegenTemplates", "JSONSchema", "Mustache",
        "SchemaRuntime", "SchemaRuntimeFoundation",
        "SchemaSampling", "SchemaTestSuite", "SchemaValidation", "SwiftCompilation", "TestSupport",
      ], exclude: ["Cases", "Matrix/everything.schema.json", "Names/names.json"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: [
        "CodegenCore", "CodegenTemplates", "JSONSchema", "SchemaRuntime", "SchemaRuntimeFoundation", "SchemaSampling",
        "SchemaTestSuite", "SchemaValidation", "SwiftCompilation", "TestSupport",
      ], exclude: ["Program"]),
    .testTarget(
      name: "SchemaComparisonTests",
      dependencies: [
        "SchemaComparison", "CodegenCore", "CodegenTemplates", "JSONSchema", "SchemaAnalysis", "SchemaLoading",
        "SchemaRuntime",
        "SchemaSampling", "SchemaTestSuite", "SchemaValidation", "TestSupport",
      ], exclude: ["Pairs"]),
    .testTarget(
      name: "CLITests",
      dependencies: [
        "codegen", "CodegenCommands", "CodegenCore", "CodegenPageTemplates", "CodegenTemplates", "CodegenProject",
        "CommandLineTool", "JSONSchema",
        "SchemaAnalysis", "SchemaComparison", "SchemaFormatting", "SchemaLint", "SchemaLoading", "SchemaRewriting",
        "SchemaRuntime", "SchemaSampling", "SchemaTestSuite", "SchemaTesting", "SchemaValidation",
        "SwiftCompilation", "TestSupport",
      ]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: ["CodegenCommands", "CommandLineTool", "SchemaLoading", "SchemaRuntime", "TestSupport"],
      exclude: ["client.py", "neovim.lua", "neovim.sh", "neovim.txt", "soak.py"]),
    .testTarget(
      name: "CollaborationModelsTests",
      dependencies: [
        "CollaborationModels", "JSONSchema", "SchemaLoading", "SchemaRuntime", "SchemaSampling", "SchemaValidation",
        "SwiftCompilation", "TestSupport",
      ]),
    .testTarget(
      name: "CollaborationTests",
      dependencies: [
        "Collaboration", "CollaborationCompatibility", "CollaborationModels", "CollaborationPostgreSQL",
        "CollaborationREST", "CollaborationService", "CollaborationSQLite", "CollaborationWebSocket", "SchemaRuntime",
        "StoreWriter",
        "SwiftCompilation", "TestSupport", "collaboration-demo",
      ]),
    .testTarget(name: "RepositoryTests", dependencies: ["SchemaRuntime"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11
)

// Sound devices of Linux, which nothing else needs.
#if os(Linux)
  package.products.append(.library(name: "CollaborationALSA", targets: ["CollaborationALSA"]))
  package.targets += [
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .target(name: "CollaborationALSA", dependencies: ["CALSA", "Collaboration", "SchemaRuntime"]),
    .testTarget(
      name: "CollaborationALSATests",
      dependencies: ["Collaboration", "CollaborationALSA", "SchemaRuntime", "SwiftCompilation"]),
  ]
#endif

// The folders of Sources/, and the targets in them.
let groups = [
  "Runtime": ["CJSONScan", "SchemaRuntime", "SchemaRuntimeFoundation", "SchemaStreaming"],
  "Schemas": [
    "JSONSchema", "SchemaAnalysis", "SchemaFormatting", "SchemaInference", "SchemaLint", "SchemaLoading",
    "SchemaRewriting", "SchemaSampling", "SchemaTesting", "SchemaValidation",
  ],
  "Tool": [
    "CodegenCommands", "CodegenCore", "CodegenDocumentation", "CodegenProject", "CommandLineTool", "Mustache",
    "SchemaComparison",
    "codegen", "codegen-generate",
  ],
  "Collaboration": [
    "CWebSocketClient", "Collaboration", "CollaborationALSA", "CollaborationCompatibility", "CollaborationPostgreSQL",
    "CollaborationREST", "CollaborationService", "CollaborationSQLite", "CollaborationWebSocket",
    "collaboration-demo",
  ],
  "System": ["CALSA", "CCMark", "CFYAML", "CJSONC", "CLibWebSockets", "CPostgreSQL", "CSQLite"],
]
for (group, names) in groups {
  for target in package.targets where names.contains(target.name) { target.path = "Sources/\(group)/\(target.name)" }
}

// Models at build time, and models by `swift package generate-models`.
if hasPlugins {
  package.products += [
    .plugin(name: "CodegenPlugin", targets: ["CodegenPlugin"]),
    .plugin(name: "CodegenCommand", targets: ["CodegenCommand"]),
  ]
  package.targets += [
    .plugin(name: "CodegenPlugin", capability: .buildTool(), dependencies: ["codegen-generate"]),
    .plugin(
      name: "CodegenCommand",
      capability: .command(
        intent: .custom(verb: "generate-models", description: "Write models and documentation from JSON Schemas."),
        permissions: [.writeToPackageDirectory(reason: "Writes the files that codegen.json names.")]),
      dependencies: ["codegen"]),
  ]
}

// A shorter build for work on one part: these test targets, separated by commas, and their dependencies.
var wantedNames = Context.environment["SCHEMATA_TESTS"]?.split(separator: ",").map(String.init)

// The targets of libFuzzer (`make fuzz`): `SCHEMATA_FUZZ=FuzzReader,FuzzWriter`. An executable linked with libFuzzer
// has its `main`. Development compiles the targets as an unlinked library, so that they always compile.
let fuzzedNames = Context.environment["SCHEMATA_FUZZ"]?.split(separator: ",").map(String.init)
if fuzzedNames != nil || isDevelopment {
  var fuzzers: [(name: String, dependencies: [Target.Dependency])] = [
    ("Reader", ["GuardedMemory", "SchemaRuntime"]),
    ("Writer", ["SchemaRuntime"]),
    ("Patterns", ["SchemaRuntime", "SchemaAnalysis"]),
    ("Formats", ["JSONSchema", "SchemaRuntime", "SchemaAnalysis"]),
    ("Templates", ["Mustache", "SchemaRuntime"]),
    ("Configuration", ["CodegenCore", "JSONSchema", "SchemaLoading", "SchemaRuntime"]),
    ("Lock", ["CodegenCore", "CodegenTemplates", "JSONSchema", "SchemaRuntime"]),
    ("Schemas", ["JSONSchema", "SchemaRuntime", "SchemaValidation"]),
    ("Streams", ["JSONSchema", "SchemaRuntime", "SchemaSampling", "SchemaStreaming", "SchemaValidation"]),
    ("YAML", ["JSONSchema", "SchemaLoading", "SchemaRuntime"]),
  ]
  package.targets.append(
    .target(name: "FuzzSupport", dependencies: ["SchemaRuntime", "TestSupport"], path: "Tests/Fuzzing/Support"))
  if fuzzedNames != nil {
    fuzzers.append(("Models", ["CollaborationModels", "FuzzedModels", "SchemaRuntime", "SchemaSampling"]))
    // Generated from the schemas of all golden cases before the build.
    package.targets.append(
      .target(name: "FuzzedModels", dependencies: ["SchemaRuntime"], path: ".build/fuzz/models"))
    // The server's own package cannot be a dependency, because it depends on this one.
    let server: [Target.Dependency] = [
      "Collaboration", "CollaborationModels", "CollaborationServer", "CollaborationService", "SchemaRuntime",
    ]
    fuzzers += [("Requests", server + ["ServerModels"]), ("Sockets", server + ["SchemaSampling", "ServerModels"])]
    package.targets += [
      .target(name: "CPoller", path: "Server/Sources/CPoller"),
      .systemLibrary(name: "CCrypto", path: "Server/Sources/CCrypto", pkgConfig: "libcrypto"),
      .target(name: "ServerModels", dependencies: ["SchemaRuntime"], path: "Server/Generated/Models"),
      .target(
        name: "CollaborationServer",
        dependencies: [
          "CCrypto", "CPoller", "Collaboration", "CollaborationModels", "CollaborationPostgreSQL",
          "CollaborationService", "CollaborationSQLite", "SchemaRuntime", "SchemaStreaming", "ServerModels",
        ], path: "Server/Sources/CollaborationServer", packageAccess: false),
    ]
  }
  package.targets += fuzzers.map { fuzzer in
    let name = "Fuzz\(fuzzer.name)"
    let dependencies = ["FuzzSupport", "TestSupport"] + fuzzer.dependencies
    let path = "Tests/Fuzzing/\(fuzzer.name)"
    return fuzzedNames == nil
      ? .target(name: name, dependencies: dependencies, path: path)
      : .executableTarget(name: name, dependencies: dependencies, path: path)
  }
  if fuzzedNames == nil {
    package.products.append(.library(name: "Fuzzing", type: .static, targets: fuzzers.map { "Fuzz\($0.name)" }))
  }
  wantedNames = fuzzedNames ?? wantedNames
}

if let wantedNames {
  var wanted = Set(wantedNames)
  var count = 0
  while count < wanted.count {
    count = wanted.count
    for target in package.targets where wanted.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
    }
  }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.products = []
}

// The targets in which the tests spend most of their time are optimized in debug builds as well, with assertions and the
// checks of unsafe buffers: this saves more time in tests than it costs to compile. For JSONSchema and CodegenCore, it
// would not.
let optimizedNames: Set =
  isDevelopment ? ["Mustache", "SchemaAnalysis", "SchemaRuntime", "SchemaSampling"] : []

// What CI leaves out, because nobody needs it there and it takes a fifth of the time to compile: debug information (for
// the frontend, because the build adds -g to the options of the driver), hashes that tell whether an object file has
// changed, and LLVM's check of the compiler itself.
let quickOptions = ["-gnone", "-disable-incremental-llvm-codegen", "-disable-llvm-verify"]

// The same settings for every target: imports are internal by default, and in CI warnings are errors. Only in CI,
// because Swift Build suppresses warnings of dependencies, and the compiler does not accept both options.
for target in package.targets where target.type != .system && target.type != .plugin {
  if ["CJSONScan", "CPoller", "CWebSocketClient"].contains(target.name) {
    target.cSettings = isCI ? [.treatAllWarnings(as: .error)] : []
  } else {
    target.swiftSettings =
      [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
      ] + (isCI ? [.treatAllWarnings(as: .error), .unsafeFlags(quickOptions.flatMap { ["-Xfrontend", $0] })] : [])
      + (optimizedNames.contains(target.name)
        ? [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))] : [])
  }
}

// Compiles the code for Apple's platforms with Linux' Foundation, so that it always compiles.
if isDevelopment {
  for target in package.targets where target.name == "CollaborationWebSocket" {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("SCHEMATA_URLSESSION")]
  }
}
