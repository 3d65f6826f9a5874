// A table: changes of types, values, numbers and strings.
extension ComparisonRow {
  static let scalars: [ComparisonRow] = [
    Self("nothing changes", #"{"type": "string"}"#, #"{"type": "string"}"#, .holds, .holds, .holds),
    Self(
      "a description is added", #"{"type": "string"}"#, #"{"type": "string", "description": "A name."}"#, .holds,
      .holds,
      .holds, ["description-changed"]),
    Self(
      "an integer becomes a number", #"{"type": "integer"}"#, #"{"type": "number"}"#, .holds, .broken, .broken,
      ["type-widened", "member-type-changed"]),
    Self(
      "a number becomes an integer", #"{"type": "number"}"#, #"{"type": "integer"}"#, .broken, .holds, .broken,
      ["type-narrowed"]),
    Self(
      "a string becomes an integer", #"{"type": "string"}"#, #"{"type": "integer"}"#, .broken, .broken, .broken,
      ["type-changed"]),
    Self(
      "null is allowed", #"{"type": "string"}"#, #"{"type": ["string", "null"]}"#, .holds, .broken, .broken,
      ["type-widened"]),
    Self(
      "null is no longer allowed", #"{"type": ["string", "null"]}"#, #"{"type": "string"}"#, .broken, .holds, .broken,
      ["type-narrowed"]),
    Self("any value becomes a string", "{}", #"{"type": "string"}"#, .broken, .holds, .broken, ["type-narrowed"]),
    Self("true and the empty schema are one", "true", "{}", .holds, .holds, .holds),
    Self("everything is refused", #"{"type": "string"}"#, "false", .broken, .holds, .broken, ["schema-closed"]),
    Self("all types are listed", "{}", allTypes, .holds, .holds, .holds),
    Self(
      "types change their order", #"{"type": ["string", "integer"]}"#, #"{"type": ["integer", "string"]}"#, .holds,
      .holds, .holds),
    Self(
      "integer in addition to number has no effect", #"{"type": ["number", "integer"]}"#, #"{"type": "number"}"#,
      .holds, .holds,
      .holds),
    // Values
    Self(
      "a value of an enum is added", #"{"enum": ["a", "b"]}"#, #"{"enum": ["a", "b", "c"]}"#, .holds, .broken, .broken,
      ["enum-value-added", "enum-case-added"]),
    Self(
      "a value of an enum is removed", #"{"enum": ["a", "b", "c"]}"#, #"{"enum": ["a", "b"]}"#, .broken, .holds,
      .broken,
      ["enum-value-removed", "enum-case-removed"]),
    Self(
      "the values of an enum change their order", #"{"enum": ["a", "b"]}"#, #"{"enum": ["b", "a"]}"#, .holds, .holds,
      .holds),
    Self(
      "an enum replaces any string", #"{"type": "string"}"#, #"{"type": "string", "enum": ["a"]}"#, .broken, .holds,
      .broken, ["enum-added", "type-kind-changed"]),
    Self(
      "an enum is given up", #"{"type": "string", "enum": ["a"]}"#, #"{"type": "string"}"#, .holds, .broken, .broken,
      ["enum-removed"]),
    Self(
      "a constant becomes an enum with it", #"{"const": "a"}"#, #"{"enum": ["a", "b"]}"#, .holds, .broken, .broken),
    Self("a constant changes", #"{"const": 1}"#, #"{"const": 2}"#, .broken, .broken, .broken),
    Self("a constant is the enum of it", #"{"const": 1}"#, #"{"enum": [1]}"#, .holds, .holds, .holds),
    Self(
      "an integer within bounds is an enum", #"{"type": "integer", "minimum": 1, "maximum": 3}"#,
      #"{"type": "integer", "enum": [1, 2, 3]}"#, .holds, .holds, .broken),
    Self(
      "a Boolean is an enum of both", #"{"type": "boolean"}"#, #"{"enum": [true, false]}"#, .holds, .holds, .holds),
    Self(
      "an enum of strings satisfies a length", #"{"enum": ["a", "bb"]}"#, #"{"type": "string", "maxLength": 2}"#,
      .holds,
      .broken, .broken),
    Self("null is a constant", #"{"type": "null"}"#, #"{"const": null}"#, .holds, .holds, .holds),
    Self("numbers are equal by value", #"{"const": 1}"#, #"{"const": 1.0}"#, .holds, .holds, .holds),
    // Numbers
    Self(
      "a maximum is lowered", #"{"type": "integer", "maximum": 10}"#, #"{"type": "integer", "maximum": 5}"#, .broken,
      .holds, .holds, ["maximum-lowered"]),
    Self(
      "a maximum is raised", #"{"type": "integer", "maximum": 5}"#, #"{"type": "integer", "maximum": 10}"#, .holds,
      .broken, .holds, ["maximum-raised"]),
    Self(
      "a maximum is added", #"{"type": "number"}"#, #"{"type": "number", "maximum": 10}"#, .broken, .holds, .holds,
      ["maximum-added"]),
    Self(
      "a minimum is removed", #"{"type": "number", "minimum": 0}"#, #"{"type": "number"}"#, .holds, .broken, .holds,
      ["minimum-removed"]),
    Self(
      "a minimum is raised", #"{"type": "number", "minimum": 0}"#, #"{"type": "number", "minimum": 0.5}"#, .broken,
      .holds, .holds, ["minimum-raised"]),
    Self(
      "a maximum becomes exclusive", #"{"type": "number", "maximum": 1}"#,
      #"{"type": "number", "exclusiveMaximum": 1}"#,
      .broken, .holds, .holds, ["maximum-lowered"]),
    Self(
      "an exclusive bound of integers is the next inclusive one", #"{"type": "integer", "exclusiveMaximum": 10}"#,
      #"{"type": "integer", "maximum": 9}"#, .holds, .holds, .holds),
    Self(
      "an exclusive bound of numbers is not", #"{"type": "number", "exclusiveMaximum": 10}"#,
      #"{"type": "number", "maximum": 9}"#, .broken, .holds, .holds),
    Self(
      "a fraction bounds integers below", #"{"type": "integer", "minimum": 0.5}"#,
      #"{"type": "integer", "minimum": 1}"#,
      .holds, .holds, .holds),
    Self(
      "bounds beyond 64 bits are compared exactly", #"{"type": "integer", "maximum": 100000000000000000000}"#,
      #"{"type": "integer", "maximum": 100000000000000000001}"#, .holds, .broken, .holds, ["maximum-raised"]),
    Self(
      "a bound beyond 64 bits is added", #"{"type": "integer"}"#,
      #"{"type": "integer", "minimum": -99999999999999999999999}"#, .broken, .holds, .holds, ["minimum-added"]),
    Self(
      "a bound is moved into allOf", #"{"type": "number", "minimum": 2}"#,
      #"{"type": "number", "allOf": [{"minimum": 2}]}"#, .holds, .holds, .holds),
    Self(
      "a tighter bound makes the looser one idle", #"{"type": "number", "minimum": 2}"#,
      #"{"type": "number", "minimum": 2, "allOf": [{"minimum": 1}]}"#, .holds, .holds, .holds),
    Self(
      "multiples of ten are multiples of five", #"{"type": "integer", "multipleOf": 10}"#,
      #"{"type": "integer", "multipleOf": 5}"#, .holds, .broken, .holds, ["multiple-of-changed"]),
    Self(
      "multiples of six are multiples of two and of three", #"{"type": "integer", "multipleOf": 6}"#,
      #"{"type": "integer", "multipleOf": 2, "allOf": [{"multipleOf": 3}]}"#, .holds, .holds, .holds),
    Self(
      "hundredths are asked for", #"{"type": "number"}"#, #"{"type": "number", "multipleOf": 0.01}"#, .broken, .holds,
      .holds, ["multiple-of-added"]),
    Self(
      "integers are multiples of hundredths", #"{"type": "integer"}"#, #"{"type": "integer", "multipleOf": 0.01}"#,
      .holds, .holds, .holds),
    Self(
      "draft-04 takes 1.0 for no integer",
      #"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer"}"#,
      #"{"type": "integer"}"#, .holds, .broken, .holds, ["type-widened"]),
    Self(
      "bounds without a type hold for numbers alone", #"{"maximum": 3}"#, #"{"maximum": 2}"#, .broken, .holds, .holds),
    Self(
      "no number is left, so nothing is lost", #"{"type": "number", "minimum": 3, "maximum": 2}"#,
      #"{"type": "number", "maximum": 0}"#, .holds, .broken, .holds),
    // Strings
    Self(
      "a length is lowered", #"{"type": "string", "maxLength": 10}"#, #"{"type": "string", "maxLength": 5}"#, .broken,
      .holds, .holds, ["max-length-lowered"]),
    Self(
      "a length is added", #"{"type": "string"}"#, #"{"type": "string", "minLength": 1}"#, .broken, .holds, .holds,
      ["min-length-added"]),
    Self(
      "a length is removed", #"{"type": "string", "maxLength": 5}"#, #"{"type": "string"}"#, .holds, .broken, .holds,
      ["max-length-removed"]),
    Self(
      "bytes bound characters", #"{"type": "string", "x-maxUTF8Bytes": 8}"#, #"{"type": "string", "maxLength": 8}"#,
      .holds, .broken, .holds),
    Self(
      "characters take four bytes at most", #"{"type": "string", "maxLength": 2}"#,
      #"{"type": "string", "x-maxUTF8Bytes": 8}"#, .holds, .broken, .holds),
    Self(
      "characters can take more bytes than one", #"{"type": "string", "maxLength": 3}"#,
      #"{"type": "string", "x-maxUTF8Bytes": 3}"#, .broken, .holds, .holds, ["max-utf8-bytes-added"]),
    Self(
      "the fewest bytes are raised", #"{"type": "string", "x-minUTF8Bytes": 1}"#,
      #"{"type": "string", "x-minUTF8Bytes": 2}"#, .broken, .holds, .holds, ["min-utf8-bytes-raised"]),
    Self(
      "a pattern is added", #"{"type": "string"}"#, #"{"type": "string", "pattern": "^[a-z]+$"}"#, .broken, .holds,
      .holds, ["pattern-added"]),
    Self(
      "a pattern is removed", #"{"type": "string", "pattern": "^a"}"#, #"{"type": "string"}"#, .holds, .broken, .holds,
      ["pattern-removed"]),
    Self(
      "a pattern admits more", #"{"type": "string", "pattern": "^[a-z]+$"}"#,
      #"{"type": "string", "pattern": "^[a-z0-9]+$"}"#, .holds, .broken, .holds, ["pattern-changed"]),
    Self(
      "two patterns say the same", #"{"type": "string", "pattern": "^(a|b)$"}"#,
      #"{"type": "string", "pattern": "^[ab]$"}"#, .holds, .holds, .holds),
    Self(
      "two patterns differ both ways", #"{"type": "string", "pattern": "^a"}"#, #"{"type": "string", "pattern": "b$"}"#,
      .broken, .broken, .holds),
    Self(
      "a pattern implies a length", #"{"type": "string", "pattern": "^[a-z]{2,4}$"}"#,
      #"{"type": "string", "pattern": "^[a-z]{2,4}$", "minLength": 2, "maxLength": 4}"#, .holds, .holds, .holds),
    Self(
      "a pattern with a length implies another", #"{"type": "string", "pattern": "^a*$", "maxLength": 3}"#,
      #"{"type": "string", "pattern": "^(|a|aa|aaa)$"}"#, .holds, .holds, .holds),
    Self(
      "a pattern implies too great a length", #"{"type": "string", "pattern": "^[a-z]{2,4}$"}"#,
      #"{"type": "string", "maxLength": 3}"#, .broken, .broken, .holds),
    Self(
      "a pattern beyond ASCII is followed", #"{"type": "string", "pattern": "^[à-ü]$"}"#,
      #"{"type": "string", "pattern": "^[à-ö]$"}"#, .broken, .holds, .holds),
    Self(
      "look-ahead is not decided, and an example is found", #"{"type": "string"}"#,
      #"{"type": "string", "pattern": "^(?=a)[a-z]+$"}"#, .broken, .holds, .holds),
    Self(
      "two patterns with look-ahead say the same", #"{"type": "string", "pattern": "^(?=a)ab?$"}"#,
      #"{"type": "string", "pattern": "^(?=ab?$)a"}"#, .holds, .holds, .holds),
    Self(
      "two patterns with back-references that say the same are not decided",
      #"{"type": "string", "pattern": "^(a)\\1$"}"#, #"{"type": "string", "pattern": "^(aa)(?!\\1)$"}"#, .unknown,
      .unknown,
      .holds),
    Self(
      "a format is asserted", #"{"type": "string"}"#, #"{"type": "string", "format": "uuid"}"#, .broken, .holds, .holds,
      ["format-added"]),
    Self(
      "a date has digits and hyphens", #"{"type": "string", "format": "date"}"#,
      #"{"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"}"#, .holds, .broken, .holds),
    Self(
      "a date and time contains a T", #"{"type": "string", "format": "date-time"}"#,
      #"{"type": "string", "pattern": "^[0-9-]+[Tt]"}"#, .holds, .broken, .holds),
    Self(
      "a time has colons", #"{"type": "string", "format": "time"}"#,
      #"{"type": "string", "pattern": "^\\d{2}:\\d{2}:"}"#, .holds, .broken, .holds),
    Self(
      "an address of IPv4 has dots", #"{"type": "string", "format": "ipv4"}"#,
      #"{"type": "string", "pattern": "^(\\d{1,3}\\.){3}\\d{1,3}$"}"#, .holds, .broken, .holds),
    Self(
      "an address of IPv6 has no G", #"{"type": "string", "format": "ipv6"}"#,
      #"{"type": "string", "pattern": "^[^g]*$"}"#, .holds, .broken, .holds),
    Self(
      "a UUID has hyphens", #"{"type": "string", "format": "uuid"}"#,
      #"{"type": "string", "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}$"}"#, .holds, .broken, .holds),
    Self(
      "a URI has a scheme", #"{"type": "string", "format": "uri"}"#,
      #"{"type": "string", "pattern": "^[^:]+:"}"#, .holds, .broken, .holds),
    Self(
      "a JSON Pointer begins with a slash", #"{"type": "string", "format": "json-pointer"}"#,
      #"{"type": "string", "pattern": "^(/|$)"}"#, .holds, .broken, .holds),
    Self(
      "a duration begins with P", #"{"type": "string", "format": "duration"}"#,
      #"{"type": "string", "pattern": "^P"}"#, .holds, .broken, .holds),
    Self(
      "a mailbox has an at sign", #"{"type": "string", "format": "email"}"#,
      #"{"type": "string", "pattern": "@"}"#, .holds, .broken, .holds),
    Self(
      "a date is not always in this century", #"{"type": "string", "format": "date"}"#,
      #"{"type": "string", "pattern": "^20"}"#, .broken, .broken, .holds, ["pattern-added"]),
    Self(
      "a URI is a URI reference", #"{"type": "string", "format": "uri"}"#,
      #"{"type": "string", "format": "uri-reference"}"#,
      .holds, .broken, .holds, ["format-changed"]),
    Self(
      "a URI is an IRI", #"{"type": "string", "format": "uri"}"#, #"{"type": "string", "format": "iri"}"#, .holds,
      .broken,
      .holds, ["format-changed"]),
    Self(
      "an IRI is an IRI reference", #"{"type": "string", "format": "iri"}"#,
      #"{"type": "string", "format": "iri-reference"}"#, .holds, .broken, .holds, ["format-changed"]),
    Self(
      "a mailbox is an international one", #"{"type": "string", "format": "email"}"#,
      #"{"type": "string", "format": "idn-email"}"#, .holds, .broken, .holds, ["format-changed"]),
    Self(
      "a pattern implies bytes", #"{"type": "string", "pattern": "^[a-z]{2}[é-ü]$"}"#,
      #"{"type": "string", "pattern": "^[a-z]{2}[é-ü]$", "x-minUTF8Bytes": 4, "x-maxUTF8Bytes": 4}"#, .holds, .holds,
      .holds),
    Self(
      "a host name is an international one", #"{"type": "string", "format": "hostname"}"#,
      #"{"type": "string", "format": "idn-hostname"}"#, .holds, .broken, .holds, ["format-changed"]),
    Self(
      "a format implies lengths", #"{"type": "string", "format": "uuid"}"#,
      #"{"type": "string", "format": "uuid", "minLength": 36, "maxLength": 36, "x-maxUTF8Bytes": 36}"#,
      .holds, .holds, .holds),
    Self(
      "a format may have longer texts", #"{"type": "string", "format": "date-time"}"#,
      #"{"type": "string", "format": "date-time", "minLength": 20, "maxLength": 30}"#, .broken, .holds, .holds),
    Self(
      "no text has the length of a format", #"{"type": "string", "format": "date", "maxLength": 9}"#, "false",
      .holds, .holds, .broken),
    Self(
      "a format is replaced by another", #"{"type": "string", "format": "ipv4"}"#,
      #"{"type": "string", "format": "ipv6"}"#,
      .broken, .broken, .holds),
  ]

  private static let allTypes = #"{"type": ["null", "boolean", "object", "array", "number", "string", "integer"]}"#
}
