import SchemaAnalysis
import SchemaRuntime

/// The schema of `codegen.json`. `codegen dump configuration-schema` prints it; `Schemas/codegen.schema.json` is a
/// copy.
package enum ConfigurationSchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://schemata.dev/schemas/codegen.schema.json",
      "title": "Codegen Configuration",
      "description": "The configuration of the code generator, read from `codegen.json`. All paths and patterns are relative to the folder that contains the file. All members are optional.",
      "type": "object",
      "properties": {
        "$schema": {
          "description": "The location of this schema, for editors. The generator ignores it.",
          "type": "string"
        },
        "accessLevel": {
          "description": "The access level of generated declarations.",
          "type": "string",
          "enum": ["public", "package", "internal"],
          "default": "public"
        },
        "namePrefix": {
          "description": "A prefix for the names of all generated types. When empty, names have no prefix.",
          "type": "string",
          "default": "",
          "pattern": "^([A-Za-z_][A-Za-z0-9_]*)?$"
        },
        "naming": {
          "description": "The source of type names: the file, definition or member, or the `title` of the schema if it has at most five words and 40 characters. `x-swift` and the name lock take precedence.",
          "type": "string",
          "enum": ["definition", "title"],
          "default": "definition"
        },
        "namespace": {
          "description": "An enum in which all generated types are nested to avoid name clashes: `API` gives `API.UserInfo`. When absent, the types are at the top level of the module.",
          "type": "string",
          "pattern": "^[A-Z][A-Za-z0-9_]*$"
        },
        "validators": {
          "description": "How payloads are validated: by Swift code for each schema, which is fastest, or by the program that also explains invalid payloads, which means less code to compile. The verdicts are the same.",
          "type": "string",
          "enum": ["swift", "program"],
          "default": "swift"
        },
        "formats": {
          "description": "How the keyword `format` is interpreted.",
          "type": "object",
          "properties": {
            "assert": {
              "description": "The formats to check, or `all`: a payload is invalid if a string does not match its format. Other formats are annotations, except those with a type of their own under `types`. Default: no others are checked.",
              "type": ["array", "string"],
              "pattern": "^all$",
              "items": {
                "description": "The name of a format.",
                "type": "string",
                "enum": [\#(list(Format.allCases.map(\.keyword), indentation: 12))]
              },
              "uniqueItems": true,
              "default": []
            }
          },
          "additionalProperties": false
        },
        "types": {
          "description": "The Swift types of values by kind of schema (`string`, `integer`, `number`) or by kind and format (`number:decimal`). `number:multipleOf` matches multiples of a decimal fraction, `string:base64` strings with `contentEncoding: base64`. Entries with a format take precedence. The defaults are String, Int and Double. Decoders reject valid values that the type cannot represent.",
          "type": "object",
          "propertyNames": {
            "pattern": "^(string|integer|number)(:.+)?$"
          },
          "additionalProperties": {
            "anyOf": [
              {
                "description": "A type of Swift, Foundation or the runtime. The formats of strings with a type are checked.",
                "type": "string",
                "minLength": 1
              },
              {
                "description": "Any type. Your own type must conform to the protocols required by `x-swift`.",
                "type": "object",
                "properties": {
                  "type": {
                    "description": "The Swift type, such as `Money` or `Kit.Money`.",
                    "type": "string",
                    "minLength": 1
                  },
                  "import": {
                    "description": "The module of the type. Default: the module of the generated code.",
                    "type": "string",
                    "minLength": 1
                  }
                },
                "required": ["type"],
                "additionalProperties": false
              }
            ]
          },
          "default": {}
        },
        "content": {
          "description": "How the keywords `contentEncoding`, `contentMediaType` and `contentSchema` are interpreted.",
          "type": "object",
          "properties": {
            "assert": {
              "description": "Whether validators check the described strings: a payload is invalid if a string does not have the required encoding, is not JSON although required, or contains JSON that violates the schema. Unknown encodings and media types are annotations.",
              "type": "boolean",
              "default": false
            }
          },
          "additionalProperties": false
        },
        "schemas": {
          "description": "The schema files.",
          "type": "object",
          "properties": {
            "include": {
              "description": "Patterns of the files to read. `*` matches any text within one path component, `**` any number of folders.",
              "$ref": "#/$defs/selected",
              "default": ["**/*.schema.{json,yaml,yml}"]
            },
            "exclude": {
              "description": "Patterns of files to exclude.",
              "$ref": "#/$defs/selected",
              "default": []
            },
            "root": {
              "description": "The location of schemas in each file: every member of the object at this pointer is a schema with its own type; the rest of the file is ignored. When absent, each file is a schema, except that OpenAPI, Swagger and AsyncAPI documents have theirs where their standard says so.",
              "type": "string",
              "pattern": "^#?(/([^~]|~[01])*)?$"
            }
          },
          "additionalProperties": false
        },
        "definitions": {
          "description": "Which definitions (`$defs`, `definitions`) become Swift types: those referenced by a schema, or all, for schemas that are libraries of definitions.",
          "type": "string",
          "enum": ["reachable", "all"],
          "default": "reachable"
        },
        "untypedObjects": {
          "description": "The Swift type of schemas with `properties`, `patternProperties` or `additionalProperties` but without `type`: an object, so that valid values of other types cannot be represented, or the exact meaning, a union of an object and any other value. Validators are exact in both cases.",
          "type": "string",
          "enum": ["objects", "exact"],
          "default": "objects"
        },
        "reading": {
          "description": "What decides the meaning of schemas: `standard`, the letter of the specification, or `practice`, what authors mean and servers do: a discriminator selects the schema of an object, `nullable` admits null wherever it stands, and neither keywords next to `$ref` nor those of later drafts are ignored. One of them for all files, or by path pattern; the last pattern that matches counts. By default, `practice` for OpenAPI, Swagger and AsyncAPI, and `standard` for everything else.",
          "oneOf": [
            { "$ref": "#/$defs/reading" },
            { "type": "object", "additionalProperties": { "$ref": "#/$defs/reading" } }
          ]
        },
        "open": {
          "description": "The kinds of schemas that later versions may extend, so that validators accept what they do not know and types preserve it, as `.unknown`: `enums`, lists of strings (`enum`, choices between constants), and `unions`, choices between objects that a member tells apart. Lists in conditions, lists that distinguish the branches of a choice, and choices that are branches of others are always closed. `x-open` in a schema takes precedence.",
          "type": "array",
          "items": {
            "description": "A kind of schemas.",
            "type": "string",
            "enum": ["enums", "unions"]
          },
          "uniqueItems": true,
          "default": []
        },
        "views": {
          "description": "The views for which types have twins: a type with `readOnly` members, directly or in nested types, one for requests without these members (`UserRequest`), a type with `writeOnly` members one for responses (`UserResponse`), with `patch` the object type of each schema one for partial updates, as if it had `x-patch`, and with `partial` each object type, and each choice between objects that a member tells apart, one for values that are still arriving (`User.Partial`), which needs the product `SchemaStreaming`. By default, requests and responses in API descriptions that require such a member, because no payload satisfies the type itself, and none elsewhere.",
          "type": "array",
          "items": {
            "description": "A view.",
            "type": "string",
            "enum": ["request", "response", "patch", "partial"]
          },
          "uniqueItems": true
        },
        "overrides": {
          "description": "Changes of schemas in files that must not be edited, by the file's path, relative to this file, and by JSON Pointer. They are made in the order of this text.",
          "type": "object",
          "additionalProperties": {
            "description": "Changes by location, such as `#/components/schemas/Price`.",
            "type": "object",
            "propertyNames": {
              "pattern": "^#?(/|$)"
            },
            "additionalProperties": {
              "description": "A JSON Merge Patch (RFC 7396): members to add, to replace, or by null to remove. `x-swift`, `x-sensitive`, `deprecated` and every other keyword may be among them. Or an array of operations (RFC 6902), whose pointers start at the location.",
              "type": ["object", "array"],
              "items": {
                "description": "An operation.",
                "type": "object"
              },
              "minProperties": 1,
              "minItems": 1
            }
          }
        },
        "operations": {
          "description": "Makes types for the operations of an API description (OpenAPI, Swagger): their parameters, request bodies, responses and headers, named after `operationId`. With lists, only for the operations that one of them names, with the schemas that these reach; without, for all operations and schemas. Content that is neither JSON nor a form has no type.",
          "type": "object",
          "properties": {
            "tags": {
              "description": "Tags of operations.",
              "$ref": "#/$defs/selected"
            },
            "paths": {
              "description": "Patterns of paths, as under `schemas`: `/pets/**`.",
              "$ref": "#/$defs/selected"
            },
            "ids": {
              "description": "Values of `operationId`.",
              "$ref": "#/$defs/selected"
            }
          },
          "additionalProperties": false
        },
        "lenient": {
          "description": "Patterns of the files in which mistakes are only warnings, for third-party schemas: an invalid keyword is ignored, and verdicts that depend on an unresolvable reference are undecided.",
          "$ref": "#/$defs/selected",
          "default": []
        },
        "names": {
          "description": "Replacements for the names of properties, definitions, values and files, from which Swift names are derived: mapping `sts` to `status` gives the member `status` and the type `Status`. They take precedence over the name lock.",
          "type": "object",
          "additionalProperties": {
            "description": "The name to use instead.",
            "type": "string",
            "minLength": 1
          },
          "default": {}
        },
        "dependencies": {
          "description": "Other modules with generated types. References to their schemas use their types, and the generated code imports the module.",
          "type": "array",
          "items": {
            "description": "A module.",
            "type": "object",
            "properties": {
              "schemas": {
                "description": "The folder with the `codegen.json` of its schemas. That configuration and its name lock determine the names.",
                "type": "string",
                "minLength": 1
              },
              "module": {
                "description": "The name of the module.",
                "type": "string",
                "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
              }
            },
            "required": ["schemas", "module"],
            "additionalProperties": false
          },
          "default": []
        },
        "references": {
          "description": "Local files for URIs, so that references need no network access: a file for one URI, a folder for all URIs with a prefix that ends in `/`, or null for a document that is not available, whose references accept every value. The longest match applies.",
          "type": "object",
          "propertyNames": {
            "format": "uri"
          },
          "additionalProperties": {
            "description": "The path of the file or folder, or null for a document that is not available.",
            "type": ["string", "null"],
            "minLength": 1
          },
          "default": {}
        },
        "outputs": {
          "description": "The locations of generated files. Outputs without an entry are not written.",
          "type": "object",
          "properties": {
            "models": {
              "description": "The folder for Swift models, with their validators.",
              "type": "string",
              "minLength": 1
            },
            "documentation": { "description": "The folder for documentation.", "type": "string", "minLength": 1 },
            "docc": {
              "description": "The folder for a DocC catalog, whose name ends in `.docc`.",
              "type": "string",
              "pattern": "[^/]\\.docc$"
            },
            "openapi": {
              "description": "The file for an OpenAPI 3.1 description with the schemas as its components.",
              "type": "string",
              "pattern": "[^/]\\.json$"
            },
            "testSupport": {
              "description": "The folder for test samples of the models: `UserInfo.sample(seed: 1)`.",
              "type": "string",
              "minLength": 1
            },
            "schemaText": {
              "description": "Whether the models of schema files contain their schemas as JSON text (`jsonSchema`); or the providers of language models for whose subsets of JSON Schema they contain one each, too.",
              "type": ["boolean", "array"],
              "items": { "description": "A provider.", "type": "string", "enum": [\#(Configuration.Outputs.providers)] },
              "uniqueItems": true,
              "default": false
            },
            "outside": {
              "description": "Whether outputs and the name lock may be outside the project, which is the git repository that contains this file, or else its Swift package, or else the parent of its folder. Symbolic links are resolved.",
              "type": "boolean",
              "default": false
            }
          },
          "additionalProperties": false
        },
        "templates": {
          "description": "A folder of templates, which override built-in ones with the same path.",
          "type": "string",
          "minLength": 1
        },
        "documentation": {
          "description": "Settings of the documentation.",
          "type": "object",
          "properties": {
            "title": {
              "description": "The title of the documentation. When absent, a generic title is used.",
              "type": "string"
            },
            "editions": {
              "description": "The editions in the documentation folder: an HTML site, the same pages in Markdown, or both.",
              "type": "array",
              "items": { "description": "An edition.", "type": "string", "enum": ["html", "markdown"] },
              "minItems": 1,
              "uniqueItems": true,
              "default": ["html", "markdown"]
            },
            "version": {
              "description": "The version of the schemas, for the OpenAPI description.",
              "type": "string",
              "minLength": 1,
              "default": "1.0.0"
            },
            "module": {
              "description": "The Swift module of the models. If set, the DocC catalog documents the module and links to its symbols.",
              "type": "string",
              "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
            }
          },
          "additionalProperties": false
        },
        "lint": {
          "description": "The levels of lint rules, and suppressed findings. `codegen lint --explain RULE` explains a rule.",
          "type": "object",
          "properties": {
            "notes": {
              "description": "Whether notes are reported, as by `--notes`.",
              "type": "boolean",
              "default": false
            },
            "rules": { "$ref": "#/$defs/lintLevels" },
            "overrides": {
              "description": "Levels for specific files. The last match applies.",
              "type": "array",
              "items": {
                "description": "Levels for the files that match the patterns.",
                "type": "object",
                "properties": {
                  "paths": {
                    "description": "Patterns of the files, as under `schemas`.",
                    "$ref": "#/$defs/selected",
                    "minItems": 1
                  },
                  "rules": { "$ref": "#/$defs/lintLevels" }
                },
                "required": ["paths", "rules"],
                "additionalProperties": false
              },
              "default": []
            },
            "suppressions": {
              "description": "Suppressed findings. Unused and unexplained suppressions are reported.",
              "type": "array",
              "items": {
                "description": "Findings of a rule, in certain files or at a location.",
                "type": "object",
                "properties": {
                  "rule": {
                    "description": "The rule.",
                    "$ref": "#/$defs/lintRule"
                  },
                  "path": {
                    "description": "A pattern of the files, as under `schemas`.",
                    "type": "string",
                    "minLength": 1
                  },
                  "pointer": {
                    "description": "A JSON Pointer: suppresses findings at this location and below. When absent, in the entire file.",
                    "type": "string",
                    "pattern": "^(/([^~/]|~[01])*)*$"
                  },
                  "reason": {
                    "description": "The reason for the suppression.",
                    "type": "string"
                  }
                },
                "required": ["rule", "path"],
                "additionalProperties": false
              },
              "default": []
            }
          },
          "additionalProperties": false
        },
        "diff": {
          "description": "Settings of comparisons of versions.",
          "type": "object",
          "properties": {
            "accepted": {
              "description": "Changes that are accepted although they break something. They are shown with the reason, and break no verdict. Those that accept nothing, or have expired, are reported.",
              "type": "array",
              "items": {
                "description": "Changes of a rule, in certain files or at a location.",
                "type": "object",
                "properties": {
                  "rule": {
                    "description": "The id of a rule, such as `response-removed`.",
                    "type": "string",
                    "minLength": 1
                  },
                  "path": {
                    "description": "A pattern of the files, as under `schemas`. When absent, all files.",
                    "type": "string",
                    "minLength": 1
                  },
                  "pointer": {
                    "description": "A JSON Pointer: accepts changes at this location and below, in either version. When absent, in the entire file.",
                    "type": "string",
                    "pattern": "^(/([^~/]|~[01])*)*$"
                  },
                  "reason": {
                    "description": "The reason.",
                    "type": "string",
                    "minLength": 1
                  },
                  "until": {
                    "description": "The last day on which the changes are accepted. When absent, they always are.",
                    "type": "string",
                    "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
                  }
                },
                "required": ["rule", "reason"],
                "additionalProperties": false
              },
              "default": []
            }
          },
          "additionalProperties": false
        },
        "testSupport": {
          "description": "Settings of the samples.",
          "type": "object",
          "properties": {
            "module": {
              "description": "The module of the models, imported by the samples. When absent, the samples are part of that module.",
              "type": "string",
              "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
            }
          },
          "additionalProperties": false
        },
        "lock": {
          "description": "The file that records the Swift names of schemas, so that names remain stable when schemas change.",
          "type": "string",
          "minLength": 1,
          "default": "codegen.lock.json"
        }
      },
      "additionalProperties": false,
      "$defs": {
        "reading": {
          "description": "What decides the meaning of schemas.",
          "type": "string",
          "enum": ["standard", "practice"]
        },
        "selected": {
          "description": "Names or patterns of what is selected.",
          "type": "array",
          "items": {
            "description": "A name or pattern.",
            "type": "string",
            "minLength": 1
          }
        },
        "lintRule": {
          "description": "The id of a lint rule.",
          "type": "string",
          "enum": [
            "json-syntax",
            "duplicate-key",
            "invalid-keyword-value",
            "repeated-value",
            "unknown-dialect",
            "clashing-identifier",
            "unresolvable-reference",
            "reference-cycle",
            "invalid-pattern",
            "meta-schema-violation",
            "local-only-reachable",
            "unsatisfiable-schema",
            "contradictory-bounds",
            "contradictory-keywords",
            "impossible-property",
            "never-matching-pattern",
            "missing-dialect",
            "misspelled-keyword",
            "foreign-keyword",
            "ignored-beside-reference",
            "inapplicable-keyword",
            "keyword-without-companion",
            "vacuous-condition",
            "unknown-format",
            "rejected-enum-value",
            "invalid-default",
            "invalid-example",
            "required-without-property",
            "ambiguous-union",
            "unanchored-pattern",
            "nonlinear-pattern",
            "deprecated-form",
            "needless-escape",
            "foreign-pattern",
            "redundant-keyword",
            "redundant-branch",
            "ineffective-byte-limit",
            "repeated-enum-value",
            "unreferenced-definition",
            "unknown-keyword",
            "missing-title",
            "missing-description",
            "unused-suppression",
            "unexplained-suppression"
          ]
        },
        "lintLevels": {
          "description": "The levels of rules. Rules without an entry have their default level.",
          "type": "object",
          "propertyNames": { "$ref": "#/$defs/lintRule" },
          "additionalProperties": {
            "description": "The level; `off` disables the rule.",
            "type": "string",
            "enum": ["off", "note", "warning", "error"]
          },
          "default": {}
        }
      },
      "examples": [
        {
          "$schema": "codegen.schema.json",
          "accessLevel": "public",
          "namePrefix": "",
          "validators": "swift",
          "formats": {
            "assert": ["date-time", "uri", "uuid"]
          },
          "types": {
            "string:date-time": "Timestamp",
            "number:decimal": { "type": "Money", "import": "MoneyKit" }
          },
          "schemas": {
            "include": ["**/*.schema.json"],
            "exclude": ["codegen.schema.json"]
          },
          "reading": { "vendor/**": "practice" },
          "lenient": ["vendor/**"],
          "dependencies": [{ "schemas": "../Money/Schemas", "module": "MoneyModels" }],
          "references": {
            "https://example.com/common.json": "../vendor/common.json",
            "https://example.com/schemas/": "../vendor/schemas",
            "https://example.com/internal.json": null
          },
          "outputs": {
            "models": "../Generated/Models",
            "documentation": "../Generated/Documentation"
          },
          "templates": "../Templates",
          "documentation": { "title": "Collaboration Schemas" },
          "lint": {
            "rules": { "missing-title": "warning" },
            "overrides": [{ "paths": ["vendor/**"], "rules": { "missing-description": "off" } }],
            "suppressions": [
              { "rule": "unanchored-pattern", "path": "vendor/*", "reason": "Not ours to change." }
            ]
          },
          "lock": "codegen.lock.json"
        },
        { "accessLevel": "internal" }
      ]
    }
    """# + "\n"

  /// Returns strings as the elements of an array, one per line.
  private static func list(_ strings: [String], indentation: Int) -> String {
    let margin = "\n" + String(repeating: " ", count: indentation)
    return margin + strings.map { "  \"\($0)\"" }.joined(separator: "," + margin) + margin
  }
}
