import SchemaRuntime

func schema(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }

// The text has everything that the schema references.
expect(schema(Find.jsonSchema)?["properties"]?["kind"], ["$ref": "#/$defs/kind"])
expect(schema(Find.jsonSchema)?["description"], "Finds \"things\" (\\, #, \u{e9}, \"\"\"#).")
expect(schema(Kind.jsonSchema)?["enum"], ["book", "jsonSchema", "jsonSchemaForMCP"])

// Each provider's subset is a text of its own.
expect(schema(Find.jsonSchemaForOpenAIStrict)?["required"], ["text", "kind", "limit"])
expect(schema(Find.jsonSchemaForAnthropic)?["required"], ["text"])
expect(schema(Find.jsonSchemaForGemini)?["properties"]?["limit"]?["maximum"], 50)
expect(schema(Find.jsonSchemaForMCP)?["properties"]?["text"]?["minLength"], 1)

// Tools of MCP and strict outputs are objects, so that an enum has no such text.
expect(schema(Kind.jsonSchemaForGemini)?["type"], "string")
expect(Kind.jsonSchemaValue.rawValue, "jsonSchema")
