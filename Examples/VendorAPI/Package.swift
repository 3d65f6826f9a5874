// swift-tools-version: 6.2
import PackageDescription

let runtime: [Target.Dependency] = [
  .product(name: "SchemaRuntime", package: "schemata"), .product(name: "SchemaRuntimeFoundation", package: "schemata"),
]
let plugins: [Target.PluginUsage] = [.plugin(name: "CodegenPlugin", package: "schemata")]

let package = Package(
  name: "vendor-api",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "schemata", path: "../..")],
  targets: [
    // The vendor's description, as it was published.
    .target(name: "ParcelModels", dependencies: runtime, plugins: plugins),
    // Your own schemas, which refer to the vendor's.
    .target(name: "BillingModels", dependencies: runtime + ["ParcelModels"], plugins: plugins),
    .executableTarget(name: "Billing", dependencies: runtime + ["ParcelModels", "BillingModels"]),
  ]
)
