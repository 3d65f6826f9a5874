/// The schema of `codegen.json`: the text of `Schemas/codegen.schema.json`, which a test compares with it.
enum ConfigurationSchema {
  static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "https://schemata.dev/schemas/codegen.schema.json",
      "title": "Codegen Configuration",
      "description": "The configuration of the code generator, read from `codegen.json`. All paths and patterns in it are relative to the folder that holds the file. Every member is optional.",
      "type": "object",
      "properties": {
        "$schema": {
          "description": "Where this schema is found, so that editors can check the file while it is edited. The generator ignores it.",
          "type": "string"
        },
        "accessLevel": {
          "description": "The access level of everything that is generated.",
          "type": "string",
          "enum": ["public", "package", "internal"],
          "default": "public"
        },
        "namePrefix": {
          "description": "Text put before the name of every generated type. When empty, names stand as they are.",
          "type": "string",
          "default": "",
          "pattern": "^([A-Za-z_][A-Za-z0-9_]*)?$"
        },
        "formats": {
          "description": "How the keyword `format` is understood.",
          "type": "object",
          "properties": {
            "assert": {
              "description": "The formats that are checked: a payload with a string that has not the format is invalid. All other formats are annotations. When absent, none is checked.",
              "type": "array",
              "items": {
                "description": "The name of a format.",
                "type": "string",
                "enum": [
                  "date-time",
                  "date",
                  "time",
                  "duration",
                  "email",
                  "idn-email",
                  "hostname",
                  "idn-hostname",
                  "ipv4",
                  "ipv6",
                  "uri",
                  "uri-reference",
                  "iri",
                  "iri-reference",
                  "uuid",
                  "uri-template",
                  "json-pointer",
                  "relative-json-pointer",
                  "regex"
                ]
              },
              "uniqueItems": true,
              "default": []
            },
            "types": {
              "description": "The Swift type of strings with a given format. Formats that are not named become String. A type other than String needs the format to be checked, so it has to be listed under `assert` too.",
              "type": "object",
              "propertyNames": {
                "enum": [
                  "date-time",
                  "date",
                  "time",
                  "duration",
                  "email",
                  "idn-email",
                  "hostname",
                  "idn-hostname",
                  "ipv4",
                  "ipv6",
                  "uri",
                  "uri-reference",
                  "iri",
                  "iri-reference",
                  "uuid",
                  "uri-template",
                  "json-pointer",
                  "relative-json-pointer",
                  "regex"
                ]
              },
              "additionalProperties": {
                "description": "The Swift type. Timestamp and CalendarDate come with the runtime; Date, UUID and URL make the generated code import Foundation.",
                "type": "string",
                "enum": ["String", "Timestamp", "CalendarDate", "Date", "UUID", "URL"]
              },
              "default": {}
            }
          },
          "additionalProperties": false
        },
        "content": {
          "description": "How the keywords `contentEncoding`, `contentMediaType` and `contentSchema` are understood.",
          "type": "object",
          "properties": {
            "assert": {
              "description": "Whether validators look into the strings that they describe: a payload with a string that is not in the encoding, is not JSON where that is asked for, or whose JSON breaks the schema is invalid. Encodings and types that are not known stay annotations.",
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
              "description": "Patterns of the files to read. `*` stands for any text within one folder or file name, `**` for any number of folders.",
              "type": "array",
              "items": {
                "description": "One pattern.",
                "type": "string",
                "minLength": 1
              },
              "default": ["**/*.schema.json"]
            },
            "exclude": {
              "description": "Patterns of files that are left out although they are included.",
              "type": "array",
              "items": {
                "description": "One pattern.",
                "type": "string",
                "minLength": 1
              },
              "default": []
            }
          },
          "additionalProperties": false
        },
        "references": {
          "description": "Files that stand for URIs, so that no reference needs a network: a file by the URI itself, or a folder by a URI that ends in `/`, for all URIs that begin with it. Of several that fit, the longest counts.",
          "type": "object",
          "propertyNames": {
            "format": "uri"
          },
          "additionalProperties": {
            "description": "The path of the file or folder.",
            "type": "string",
            "minLength": 1
          },
          "default": {}
        },
        "outputs": {
          "description": "Where generated files go. A folder that is not named is not written.",
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
            }
          },
          "additionalProperties": false
        },
        "documentation": {
          "description": "Settings of the documentation.",
          "type": "object",
          "properties": {
            "title": {
              "description": "The title of the documentation. When absent, a neutral one is used.",
              "type": "string"
            }
          },
          "additionalProperties": false
        },
        "lock": {
          "description": "The file that records which Swift name each schema has, so that names stay the same as schemas grow.",
          "type": "string",
          "minLength": 1,
          "default": "codegen.lock.json"
        }
      },
      "additionalProperties": false,
      "examples": [
        {
          "$schema": "codegen.schema.json",
          "accessLevel": "public",
          "namePrefix": "",
          "formats": {
            "assert": ["date-time", "uri", "uuid"],
            "types": { "date-time": "Timestamp" }
          },
          "schemas": {
            "include": ["**/*.schema.json"],
            "exclude": ["codegen.schema.json"]
          },
          "references": {
            "https://example.com/common.json": "../vendor/common.json",
            "https://example.com/schemas/": "../vendor/schemas"
          },
          "outputs": {
            "models": "../Generated/Models",
            "documentation": "../Generated/Documentation"
          },
          "documentation": { "title": "Collaboration Schemas" },
          "lock": "codegen.lock.json"
        },
        { "accessLevel": "internal" }
      ]
    }
    """# + "\n"
}
