import SchemaRuntime
import SchemaStrings

/// The schema of `codegen.json`. `codegen dump configuration-schema` prints it; `Schemas/codegen.schema.json` is the
/// same.
package enum ConfigurationSchema {
  package static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://schemata.dev/schemas/codegen.schema.json",
      "title": "Codegen Configuration",
      "description": "The configuration of the code generator, read from `codegen.json`. All paths and patterns in it are relative to the folder that holds the file. Every member is optional.",
      "type": "object",
      "properties": {
        "$schema": {
          "description": "The location of this schema, for checks in editors. The generator ignores it.",
          "type": "string"
        },
        "accessLevel": {
          "description": "The access level of generated declarations.",
          "type": "string",
          "enum": ["public", "package", "internal"],
          "default": "public"
        },
        "namePrefix": {
          "description": "A prefix for the name of every generated type. When empty, names are unchanged.",
          "type": "string",
          "default": "",
          "pattern": "^([A-Za-z_][A-Za-z0-9_]*)?$"
        },
        "naming": {
          "description": "What types are named after: the file, definition or member, or the `title` of their schema, where it is fit for a name: at most five words and 40 characters. `x-swift` and the name lock take precedence.",
          "type": "string",
          "enum": ["definition", "title"],
          "default": "definition"
        },
        "namespace": {
          "description": "An enum in which all generated types are nested, so that their names hide no others: `API` gives `API.UserInfo`. When absent, the types are at the top level of the module.",
          "type": "string",
          "pattern": "^[A-Z][A-Za-z0-9_]*$"
        },
        "validators": {
          "description": "What validates payloads: Swift code for each schema, which is fastest, or the program of all schemas that explains invalid payloads anyway, so that there is less code to compile. The verdicts are the same.",
          "type": "string",
          "enum": ["swift", "program"],
          "default": "swift"
        },
        "formats": {
          "description": "How the keyword `format` is interpreted.",
          "type": "object",
          "properties": {
            "assert": {
              "description": "The formats that are checked: a payload with a string that does not have the format is invalid. All other formats are annotations. When absent, none are checked.",
              "type": "array",
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
          "description": "The Swift types of values, by kind of schema (`string`, `integer`, `number`), or by kind and format: `number:decimal`. `number:multipleOf` means numbers that are multiples of a decimal fraction, `string:base64` strings with `contentEncoding: base64`. An entry with a format takes precedence. Without an entry, the types are String, Int and Double. A valid value that the type does not have is refused by decoders.",
          "type": "object",
          "propertyNames": {
            "pattern": "^(string|integer|number)(:.+)?$"
          },
          "additionalProperties": {
            "anyOf": [
              {
                "description": "A type of Swift, Foundation or the runtime. Those for formats of strings require that the format is checked: `assert` under `formats` lists it.",
                "type": "string",
                "minLength": 1
              },
              {
                "description": "Any type. One of your own conforms to the protocols that `x-swift` asks for.",
                "type": "object",
                "properties": {
                  "type": {
                    "description": "The Swift type, such as `Money` or `Kit.Money`.",
                    "type": "string",
                    "minLength": 1
                  },
                  "import": {
                    "description": "The module of the type. When absent, it is that of the generated code.",
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
              "description": "Whether validators check the strings that they describe: a payload is invalid if a string does not have the encoding, is not JSON although required, or contains JSON that violates the schema. Unknown encodings and media types are annotations.",
              "type": "boolean",
              "default": false
            }
          },
          "additionalProperties": false
        },
        "schemas": {
          "description": "Which files are schemas.",
          "type": "object",
          "properties": {
            "include": {
              "description": "Patterns of the files to read. `*` matches any text within one folder or file name, `**` any number of folders.",
              "type": "array",
              "items": {
                "description": "One pattern.",
                "type": "string",
                "minLength": 1
              },
              "default": ["**/*.schema.{json,yaml,yml}"]
            },
            "exclude": {
              "description": "Patterns of files to exclude from those included.",
              "type": "array",
              "items": {
                "description": "One pattern.",
                "type": "string",
                "minLength": 1
              },
              "default": []
            },
            "root": {
              "description": "Where the files contain their schemas: every member of the object at this pointer is a schema with its own type; the rest of the file is ignored. `#/components/schemas` for OpenAPI and AsyncAPI. When absent, each file is a schema.",
              "type": "string",
              "pattern": "^#?(/([^~]|~[01])*)?$"
            }
          },
          "additionalProperties": false
        },
        "definitions": {
          "description": "Which definitions (`$defs`, `definitions`) become Swift types: those to which a schema refers, or all, for schemas that are libraries of definitions.",
          "type": "string",
          "enum": ["reachable", "all"],
          "default": "reachable"
        },
        "untypedObjects": {
          "description": "What `properties`, `patternProperties` or `additionalProperties` without `type` mean to Swift types: an object, so that a valid value of another type cannot be represented, or exactly what they say, a union of an object and any other value. Validators are exact either way.",
          "type": "string",
          "enum": ["objects", "exact"],
          "default": "objects"
        },
        "refSiblings": {
          "description": "What keywords beside `$ref` mean in drafts before 2019-09: nothing, as those drafts say, or what they mean elsewhere, as many authors expect.",
          "type": "string",
          "enum": ["ignore", "apply"],
          "default": "ignore"
        },
        "laterKeywords": {
          "description": "What keywords mean in a draft that does not have them, such as `const` in draft-04: nothing, as that draft says, or what they mean in later drafts, as many authors expect.",
          "type": "string",
          "enum": ["ignore", "apply"],
          "default": "ignore"
        },
        "enums": {
          "description": "What lists of strings (`enum`, choices between constants) mean: all values, as the schemas say, or those that are known today, so that validators accept others and types preserve them. Lists on which a decision rests stay closed: in conditions, and where they tell the branches of a choice apart.",
          "type": "string",
          "enum": ["closed", "open"],
          "default": "closed"
        },
        "views": {
          "description": "Whether a type that has or reaches members marked `readOnly` also has a twin for requests, without these members (`UserRequest`), and one that has or reaches members marked `writeOnly` a twin for responses (`UserResponse`).",
          "type": "boolean",
          "default": false
        },
        "overrides": {
          "description": "What is said of schemas in files that must not be edited: by the path of the file, relative to this one, and by JSON Pointer.",
          "type": "object",
          "additionalProperties": {
            "description": "Overrides by location, such as `#/components/schemas/Price`.",
            "type": "object",
            "propertyNames": {
              "pattern": "^#?(/|$)"
            },
            "additionalProperties": {
              "description": "What the schema gets, as if its file said so.",
              "type": "object",
              "properties": {
                "name": {
                  "description": "The name of the type or property.",
                  "type": "string",
                  "minLength": 1
                },
                "type": {
                  "description": "The Swift type that replaces the mapped one.",
                  "type": "string",
                  "minLength": 1
                },
                "import": {
                  "description": "The module of that type.",
                  "type": "string",
                  "minLength": 1
                },
                "id": {
                  "description": "The member that makes the type Identifiable.",
                  "type": "string",
                  "minLength": 1
                },
                "deprecated": {
                  "description": "Whether it is deprecated.",
                  "type": "boolean"
                },
                "sensitive": {
                  "description": "Whether the value is never shown.",
                  "type": "boolean"
                },
                "localOnly": {
                  "description": "Whether the value never leaves the device.",
                  "type": "boolean"
                }
              },
              "additionalProperties": false,
              "minProperties": 1
            }
          }
        },
        "operations": {
          "description": "Whether an API description (OpenAPI, Swagger) gives types for the schemas of its operations too: of parameters, request bodies, responses and headers, named after `operationId`.",
          "type": "boolean",
          "default": false
        },
        "lenient": {
          "description": "Patterns of the files in which mistakes are warnings: a keyword with a mistake is left out, and a schema whose reference leads nowhere leaves every value undecided. For schemas of others.",
          "type": "array",
          "items": {
            "description": "A pattern of paths, as under `schemas`.",
            "type": "string",
            "minLength": 1
          },
          "default": []
        },
        "names": {
          "description": "Names of which Swift names are made, by the names of properties, definitions, values and files: `sts` to `status` gives the member `status` and the type `Status`. They take precedence over the name lock.",
          "type": "object",
          "additionalProperties": {
            "description": "The name to use instead.",
            "type": "string",
            "minLength": 1
          },
          "default": {}
        },
        "dependencies": {
          "description": "Other modules with generated types. A reference to one of their schemas becomes the type that its module has, which the generated code imports.",
          "type": "array",
          "items": {
            "description": "One module.",
            "type": "object",
            "properties": {
              "schemas": {
                "description": "The folder with the `codegen.json` of its schemas. That configuration and its name lock decide the names.",
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
          "description": "Local files for URIs, so that references need no network: a file for a URI, or a folder for all URIs with a prefix that ends in `/`, or null if there is none: references to such a document accept every value. The longest match counts.",
          "type": "object",
          "propertyNames": {
            "format": "uri"
          },
          "additionalProperties": {
            "description": "The path of the file or folder; null for a document that is not available.",
            "type": ["string", "null"],
            "minLength": 1
          },
          "default": {}
        },
        "outputs": {
          "description": "Where generated files go. An output without an entry is not written.",
          "type": "object",
          "properties": {
            "models": {
              "description": "The folder for Swift models, with their validators.",
              "type": "string",
              "minLength": 1
            },
            "documentation": {
              "description": "The folder for documentation.",
              "type": "string",
              "minLength": 1
            },
            "docc": {
              "description": "The folder for a DocC catalogue, whose name ends in `.docc`.",
              "type": "string",
              "pattern": "[^/]\\.docc$"
            },
            "openapi": {
              "description": "The file for an OpenAPI 3.1 description with the schemas as its components.",
              "type": "string",
              "pattern": "[^/]\\.json$"
            },
            "testSupport": {
              "description": "The folder for samples of the models, which tests use: `UserInfo.sample(seed: 1)`.",
              "type": "string",
              "minLength": 1
            },
            "outside": {
              "description": "Whether outputs and name lock may lie outside the project: the git repository around this file, or else its Swift package, or else the folder above its own. Symbolic links are followed.",
              "type": "boolean",
              "default": false
            }
          },
          "additionalProperties": false
        },
        "templates": {
          "description": "A folder of templates. Each overrides the built-in one with the same path.",
          "type": "string",
          "minLength": 1
        },
        "documentation": {
          "description": "Settings of the documentation.",
          "type": "object",
          "properties": {
            "title": {
              "description": "The title of the documentation. When absent, a neutral one is used.",
              "type": "string"
            },
            "version": {
              "description": "The version of the schemas, for the OpenAPI description.",
              "type": "string",
              "minLength": 1,
              "default": "1.0.0"
            },
            "module": {
              "description": "The Swift module of the models. If set, the DocC catalogue documents that module and links to its symbols.",
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
              "description": "Levels for some files. The last match counts.",
              "type": "array",
              "items": {
                "description": "Levels for the files that match patterns.",
                "type": "object",
                "properties": {
                  "paths": {
                    "description": "Patterns of the files, written as under `schemas`.",
                    "type": "array",
                    "items": {
                      "description": "One pattern.",
                      "type": "string",
                      "minLength": 1
                    },
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
                "description": "The findings of one rule, in some files or below one location.",
                "type": "object",
                "properties": {
                  "rule": {
                    "description": "The rule.",
                    "$ref": "#/$defs/lintRule"
                  },
                  "path": {
                    "description": "A pattern of the files, written as under `schemas`.",
                    "type": "string",
                    "minLength": 1
                  },
                  "pointer": {
                    "description": "A JSON Pointer: findings at this location and below are suppressed. When absent, those of the whole file.",
                    "type": "string",
                    "pattern": "^(/([^~/]|~[01])*)*$"
                  },
                  "reason": {
                    "description": "Why they are suppressed.",
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
        "testSupport": {
          "description": "Settings of the samples.",
          "type": "object",
          "properties": {
            "module": {
              "description": "The module of the models, imported by the samples. When absent, the samples belong to it.",
              "type": "string",
              "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"
            }
          },
          "additionalProperties": false
        },
        "lock": {
          "description": "The file that records the Swift name of each schema, so that names stay the same as schemas change.",
          "type": "string",
          "minLength": 1,
          "default": "codegen.lock.json"
        }
      },
      "additionalProperties": false,
      "$defs": {
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
            "misspelt-keyword",
            "foreign-keyword",
            "ignored-beside-reference",
            "inapplicable-keyword",
            "keyword-without-companion",
            "vacuous-condition",
            "unknown-format",
            "refused-enum-value",
            "invalid-default",
            "invalid-example",
            "required-without-property",
            "ambiguous-union",
            "unanchored-pattern",
            "nonlinear-pattern",
            "deprecated-form",
            "needless-escape",
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
          "description": "The levels of rules. Other rules have their default level.",
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
