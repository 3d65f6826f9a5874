import JSONSchema
import SchemaAnalysis
import SchemaRewriting
import SchemaRuntime

/// The schemas that models contain as JSON text (`outputs.schemaText`).
struct SchemaTexts {
  /// The static members of the models of schema files, by the schema.
  private(set) var members: [SchemaID: SwiftSource] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  /// - Parameter plan: the types, of which those of whole files get the text.
  init(_ plan: TypePlan, _ graph: SchemaGraph, _ configuration: Configuration) {
    guard let providers = configuration.outputs.schemaText else { return }
    let options = SchemaResolver.Options(requiresSchemas: false)
    let documents = Dictionary(graph.documents.map { ($0.uri, $0) }) { first, _ in first }
    for root in plan.files.compactMap(\.types.first?.key.schema) {
      let document = graph.documents[graph[root].document]
      guard document.extent == .whole, graph[root].pointer.tokens.isEmpty else {
        add("'schemaText' applies to schemas in files of their own; this model has no 'jsonSchema'", root, graph)
        continue
      }
      var source = SwiftSource.indentation(level: 0)
      do throws(RewritingError) {
        let bundle = try Bundler.bundle(document, keepsIdentifiers: false, options: options) { documents[$0] }
        let words: SwiftSource = "The schema as JSON text, with all that it references."
        source += Self.member("jsonSchema", words, bundle, configuration)
      } catch {
        add("this model has no 'jsonSchema': \(error.message)", root, graph)
        continue
      }
      for provider in providers {
        do throws(RewritingError) {
          let subset = try ProviderSubset(of: document, for: ProviderProfile(provider), options: options) {
            documents[$0]
          }
          source += "\n\n" + Self.member(Self.name(provider), Self.words(provider), subset.schema, configuration)
        } catch {
          add("this model has no text for '\(provider.rawValue)': \(error.message)", root, graph)
        }
      }
      members[root] = source
    }
  }

  private mutating func add(_ message: String, _ root: SchemaID, _ graph: SchemaGraph) {
    diagnostics.append(graph.diagnostic(.note, at: root, message))
  }

  private static func member(
    _ name: SwiftSource, _ words: SwiftSource, _ schema: JSONValue, _ configuration: Configuration
  ) -> SwiftSource {
    let text = SwiftSource.json(schema)
    let delimiter = SwiftSource.delimiter(for: [text])
    return "  /// \(words)\n  \(configuration.accessLevel.prefix)static var \(name): String {\n    "
      + "\(delimiter)\"\"\"\n    \(text)\n    \"\"\"\(delimiter)\n  }"
  }

  static func name(_ provider: ProviderProfile.Name) -> SwiftSource {
    switch provider {
    case .openAIStrict: "jsonSchemaForOpenAIStrict"
    case .anthropic: "jsonSchemaForAnthropic"
    case .gemini: "jsonSchemaForGemini"
    case .mcp: "jsonSchemaForMCP"
    }
  }

  private static func words(_ provider: ProviderProfile.Name) -> SwiftSource {
    switch provider {
    case .openAIStrict: "The schema in the subset for OpenAI's strict structured outputs. See `codegen bundle --for`."
    case .anthropic: "The schema in the subset for Anthropic's structured outputs. See `codegen bundle --for`."
    case .gemini: "The schema in the subset for Gemini's `responseJsonSchema`. See `codegen bundle --for`."
    case .mcp: "The schema as the `inputSchema` of a tool in MCP. See `codegen bundle --for`."
    }
  }
}
