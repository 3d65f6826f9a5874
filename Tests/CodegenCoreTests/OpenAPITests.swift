import Foundation
import JSONSchema
import SchemaRuntime
import SchemaTestSuite
import SchemaValidation
import TestSupport
import Testing

@testable import CodegenDocumentation
@testable import CodegenCore

/// The OpenAPI description: read again by our own resolver, it gives the same verdicts as its source schemas.
@Suite struct OpenAPITests {
  // MARK: - What is written

  @Test(
    "every draft's keywords become those of 2020-12",
    arguments: [
      (
        "definitions, tuples and a limit that is a flag",
        ##"""
        {"$schema": "http://json-schema.org/draft-04/schema#", "id": "https://x.example/a", "definitions": {"n": {"minimum": 1, "exclusiveMinimum": true}},
         "items": [{"$ref": "#/definitions/n"}], "additionalItems": false}
        """##,
        ##"{"$defs":{"n":{"exclusiveMinimum":1}},"prefixItems":[{"$ref":"#/components/schemas/A/$defs/n"}],"items":false}"##
      ),
      (
        "dependencies, and what a reference makes a draft ignore",
        ##"""
        {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"$ref": "#", "minLength": 3}},
         "dependencies": {"a": ["b"], "b": {"required": ["c"]}}, "unevaluatedProperties": false}
        """##,
        ##"{"dependentRequired":{"a":["b"]},"properties":{"a":{"$ref":"#/components/schemas/A"}},"dependentSchemas":{"b":{"required":["c"]}}}"##
      ),
      (
        "names, anchors and words for people",
        ##"""
        {"$id": "https://x.example/a", "title": "T", "description": "D", "x-note": [1], "unknown": 1, "$ref": "#b",
         "$defs": {"a/b %": {"$anchor": "b", "const": null}}, "default": 2, "examples": [3], "deprecated": true}
        """##,
        ##"{"title":"T","description":"D","x-note":[1],"default":2,"examples":[3],"deprecated":true,"$defs":{"a/b %":{"const":null}},"$ref":"#/components/schemas/A/$defs/a~1b%20%25"}"##
      ),
    ])
  func components(_ what: String, _ schema: String, _ expected: String) throws {
    let description = try OpenAPITesting.description([("a", schema)])
    let schemas = try #require(description.value["components"]?["schemas"]?.object)
    let component = try #require(schemas.first { $0.key == "A" })
    #expect(component.value.text() == expected)
    #expect(description.value["openapi"] == "3.1.0")
    #expect(description.value["info"] == ["title": "Test", "version": "1.2.3"])
  }

  @Test("a schema that never leaves the device is not part of the interface")
  func leavesOutLocalTypes() throws {
    let description = try OpenAPITesting.description([
      ("own", #"{"x-localOnly": true, "type": "object"}"#), ("sent", #"{"type": "object"}"#),
    ])
    #expect(description.value["components"]?["schemas"]?.object?.keys == ["Sent"])
  }

  @Test("keywords that 2020-12 cannot express are reported")
  func reports() throws {
    let description = try OpenAPITesting.description([
      ("a", "{\"$schema\": \"http://json-schema.org/draft-04/schema#\",\n \"type\": \"integer\"}")
    ])
    #expect(
      description.diagnostics.map(\.description) == [
        "Schemas/a.schema.json:2:10: warning: in draft-04, 'integer' excludes 1.0; in the OpenAPI description "
          + "(draft 2020-12) it includes 1.0"
      ])
  }

  // MARK: - Verdicts

  @Test("the repository's schemas give their own examples the same verdicts through the description")
  func repository() throws {
    let documents = try OpenAPITesting.repositoryDocuments()
    var count = 0
    let pairs = try OpenAPITesting.Pairs(
      documents, options: Compiler.Options(assertedFormats: [.dateTime, .uri, .uuid]))
    for (root, original) in Effort.sample(pairs.roots, oneIn: 4) {
      guard let other = pairs.components[root] else { continue }
      let node = pairs.graph[root]
      var instances: [JSONValue] = [[:], [], "a", 1, nil, true] + node.keywords.examples
      for example in node.keywords.examples { instances += OpenAPITesting.neighbors(of: example) }
      for instance in instances {
        #expect(
          original.validate(instance.json()).isValid == other.validate(instance.json()).isValid,
          "\(node.location): \(instance.text())")
        count += 1
      }
    }
    #expect(count > (Effort.isThorough ? 2_000 : 300))
  }

  @Test(
    "the official suite has the same verdicts through the description",
    .enabled(if: OfficialSuite.isPresent, Comment(rawValue: OfficialSuite.instructions)),
    arguments: OfficialSuite.drafts)
  func officialSuite(_ draft: OfficialSuite.Draft) throws {
    var count = 0
    for group in Effort.sample(try OfficialSuite.groups(of: draft), oneIn: 8) where !group.isOptional {
      let options = SchemaResolver.Options(defaultDialect: draft.dialect)
      // The description has another dialect, which does not assert formats.
      let checks = Compiler.Options(assertedFormats: draft.dialect.assertsFormat ? Set(Format.allCases) : [])
      guard let pairs = try? OpenAPITesting.Pairs([group.schema], options: checks, resolver: options),
        let root = pairs.graph.roots.first, let original = pairs.roots.first?.validator
      else { continue }
      let other = try #require(pairs.components[root], "\(group.name)")
      for instance in group.instances {
        let verdicts = [original, other].map { $0.validate(Array(instance.text.utf8)).isValid }
        count += 1
        #expect(verdicts[0] == verdicts[1], "\(group.title(of: instance))")
      }
    }
    #expect(count > (Effort.isThorough ? 400 : 40))
  }
}
