import CodegenTemplates
import Foundation
import JSONSchema
import SchemaRuntime
import Testing

@testable import CodegenCore

/// The names of types, members and files, which are stable once assigned.
@Suite struct NameTests {
  struct Row: CustomTestStringConvertible {
    var name: String
    var text: String
    var expected: String
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ expected: String) {
      self.name = name
      self.text = text
      self.expected = expected
    }
  }

  @Test(arguments: [
    Row("words joined by hyphens", "user-info", "UserInfo"),
    Row("words joined by underscores", "voice_recording", "VoiceRecording"),
    Row("a camel-case name keeps its capitals", "URLPath", "URLPath"),
    Row("a leading digit gets a word before it", "3d-model", "Model3dModel"),
    Row("a type that generated code names is reserved", "string", "StringModel"),
    Row("symbols are spelled out if there is nothing else", "--", "MinusMinus"),
    Row("an empty name", "", "Value"),
    Row("acronyms are capitals, as in members", "user_id", "UserID"),
    Row("numbers stay apart", "devinit-4.0", "Devinit4_0"),
  ])
  func typesAreUpperCamelCase(_ row: Row) { #expect(SwiftNames.type(row.text) == row.expected) }

  @Test(arguments: [
    Row("an acronym in camel case is in capitals", "avatarUrl", "avatarURL"),
    Row("acronyms after an underscore are capitals", "asset_url", "assetURL"),
    Row("leading capitals are lowered", "URLPath", "urlPath"),
    Row("a member that every type has is reserved", "json", "jsonProperty"),
    Row("a function with labels leaves its name to a member", "validate", "validate"),
    Row("an empty name", "", "value"),
    Row("a plural of an acronym", "IDs", "ids"),
    Row("a leading digit gets a word before it", "2d", "value2d"),
    Row("a sign is a word", "+1", "plus1"),
    Row("a comparison is a word", "<=", "lessOrEqual"),
  ])
  func membersAreLowerCamelCase(_ row: Row) { #expect(SwiftNames.member(row.text) == row.expected) }

  /// A name in real schemas, among those beside it, and what a person would call it. Written by somebody who had not
  /// seen the rules.
  struct WrittenName: CustomTestStringConvertible {
    let kind: String
    let text: JSONValue
    /// All names of the scope, in order.
    let scope: [JSONValue]
    /// The member whose values they are.
    let member: String
    let expected: String
    let why: String
    var testDescription: String { "\(kind) \(text.text()): \(why)" }

    static let all: [WrittenName] = {
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "names.json")
      let rows = (try? JSONValue(parsing: [UInt8](Data(contentsOf: file))))?.array ?? []
      return rows.map { row in
        var scope = row["siblings"]?.array ?? []
        let text = row["text"] ?? .null
        scope.insert(text, at: min(row["index"]?.int ?? scope.count, scope.count))
        return WrittenName(
          kind: row["kind"]?.string ?? "", text: text, scope: scope, member: row["of"]?.string ?? "value",
          expected: row["expected"]?.string ?? "", why: row["why"]?.string ?? "")
      }
    }()
  }

  @Test("a name is what a person would choose", arguments: WrittenName.all)
  func writtenNames(_ row: WrittenName) throws {
    if row.kind == "type", row.scope.count == 1, let text = row.text.string {
      #expect(SwiftNames.type(text) == row.expected)
      return
    }
    let member: JSONValue = ["type": "object", "properties": [:]]
    let members = JSONValue.object(JSONObject(row.scope.map { ($0.string ?? $0.text(), member) }))
    let schema: JSONValue =
      switch row.kind {
      case "type": ["$defs": members]
      case "member": ["type": "object", "properties": members]
      default:
        ["type": "object", "properties": .object(JSONObject([(row.member, .object(["enum": .array(row.scope)]))]))]
      }
    let document = SchemaDocument(
      uri: "https://names.example/root", name: "root", source: try JSONDocument(parsing: schema.json()))
    let surface = try CodegenPipeline.surface(
      of: CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: Configuration(), folder: "", lock: nil,
        templates: []))
    let index = try #require(row.scope.firstIndex(of: row.text))
    switch row.kind {
    case "type": #expect(surface.types.dropFirst()[index + 1].name == "Root." + row.expected)
    case "member": #expect(surface.types[0].members.first { $0.wireName == row.text.string }?.name == row.expected)
    default: #expect(surface.types.dropFirst().first?.cases[index].name == row.expected)
    }
  }

  @Test("a definition keeps its name beside an anonymous type that members of that name share")
  func definitionsKeepTheirNames() throws {
    let choice = #"{"enum": ["north", "east", "south", "west"]}"#
    let schema = """
      {"$defs": {
        "Axis": {"type": "object", "properties": {"anchor": \(choice)}},
        "Title": {"type": "object", "properties": {"anchor": \(choice)}},
        "Anchor": {"enum": ["start", "middle", "end", "none"]}}}
      """
    let document = SchemaDocument(
      uri: "https://names.example/root", name: "root", source: try JSONDocument(parsing: schema))
    let surface = try CodegenPipeline.surface(
      of: CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: Configuration(), folder: "", lock: nil,
        templates: []))
    #expect(Set(surface.types.map(\.name)) == ["Root", "Root.Anchor", "Root.Axis", "Root.AxisAnchor", "Root.Title"])
  }

  @Test(
    "types and cases are named for what tells them apart",
    arguments: [
      (
        "a title spells the words that a definition runs together",
        #"{"$defs": {"deleted_invoiceitem": {"title": "DeletedInvoiceItem", "type": "object"}}}"#,
        ["Root.DeletedInvoiceItem"]
      ),
      (
        "another title does not name a definition",
        #"{"$defs": {"invoice": {"title": "Bill Of Sale", "type": "object"}}}"#, ["Root.Invoice"]
      ),
      (
        "strings in a list with a singular name",
        #"{"properties": {"level": {"type": "array", "items": {"enum": ["low", "mid", "high", "top"]}}}}"#,
        ["Root.Level", "Root.Level.low", "Root.Level.mid", "Root.Level.high", "Root.Level.top"]
      ),
      (
        "an object with a title in a list with a singular name",
        #"{"properties": {"map": {"type": "array", "items": {"title": "Mapping", "properties": {"a": true}}}}}"#,
        ["Root.Mapping"]
      ),
      (
        "the only object with several members beside a string",
        """
        {"properties": {"volume": {"oneOf": [{"type": "string"}, {"type": "object", "required": ["type"],
          "properties": {"type": {"type": "string"}, "source": {"type": "string"}}}]}}}
        """, ["Root.Volume", "Root.Volume.string", "Root.Volume.object", "Root.Volume.Object"]
      ),
      (
        "the only object with one member beside a string",
        """
        {"properties": {"secret": {"oneOf": [{"type": "string"}, {"type": "object", "required": ["env"],
          "properties": {"env": {"type": "string"}}}]}}}
        """, ["Root.Secret", "Root.Secret.string", "Root.Secret.env", "Root.Secret.Env"]
      ),
      (
        "members that several branches require tell none apart",
        """
        {"properties": {"definition": {"anyOf": [
          {"type": "object", "required": ["condition", "value"], "properties": {"condition": {}, "value": {}}},
          {"type": "object", "required": ["condition", "expr"], "properties": {"condition": {}, "expr": {}}}]}}}
        """,
        [
          "Root.Definition", "Root.Definition.valueCase", "Root.Definition.expr", "Root.Definition.Value",
          "Root.Definition.Expr",
        ]
      ),
      (
        "a reference without the words of the union",
        """
        {"$defs": {"ShowAs<time>": {"anyOf": [{"$ref": "#/$defs/ShowAsText<time>"}, {"type": "boolean"}]},
          "ShowAsText<time>": {"type": "object", "required": ["a"], "properties": {"a": {}, "b": {}}}}}
        """, ["Root.ShowAsTime", "Root.ShowAsTime.text", "Root.ShowAsTime.boolean", "Root.ShowAsTextTime"]
      ),
      (
        "a sentence is no name",
        """
        {"properties": {"store": {"oneOf": [
          {"title": "The `sorted set` type.", "const": "sortedset"}, {"title": "A list.", "const": "list"}]}}}
        """, ["Root.Store", "Root.Store.sortedset", "Root.Store.aList"]
      ),
      (
        "a type around items has said whose they are",
        """
        {"properties": {"env_file": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"oneOf": [
          {"type": "string"}, {"type": "object", "required": ["path"], "properties": {"path": {}, "raw": {}}}]}}]}}}
        """,
        [
          "Root.EnvFile", "Root.EnvFile.string", "Root.EnvFile.array", "Root.EnvFile.Item", "Root.EnvFile.Item.string",
          "Root.EnvFile.Item.object", "Root.EnvFile.Item.Object",
        ]
      ),
      (
        "the strings of a choice are its values",
        """
        {"properties": {"level": {"oneOf": [{"enum": ["low", "mid", "high", "top"]}, {"type": "object",
          "required": ["at", "of"], "properties": {"at": {}, "of": {}}}]}}}
        """,
        [
          "Root.Level", "Root.Level.string", "Root.Level.object", "Root.Level.Value", "Root.Level.Value.low",
          "Root.Level.Value.mid", "Root.Level.Value.high", "Root.Level.Value.top", "Root.Level.Object",
        ]
      ),
      (
        "what the type around it has said already",
        """
        {"$defs": {"Certificate": {"type": "object", "properties": {
          "certificateDetails": {"type": "object", "properties": {"serial": {}}},
          "certificateOrKey": {"type": "object", "properties": {"text": {}}},
          "certificateType": {"type": "object", "properties": {"text": {}}}}}}}
        """,
        [
          "Root.Certificate", "Root.Certificate.CertificateOrKey", "Root.Certificate.CertificateType",
          "Root.Certificate.Details",
        ]
      ),
      (
        "the items of a list that has lost the words of the type around it",
        """
        {"$defs": {"Block": {"type": "object", "properties": {"blockLayout": {"oneOf": [{"type": "string"},
          {"type": "array", "items": {"type": "object", "properties": {"a": {}}}}]}}}}}
        """,
        [
          "Root.Block", "Root.Block.Layout", "Root.Block.Layout.string", "Root.Block.Layout.array",
          "Root.Block.Layout.Item",
        ]
      ),
      (
        "values that all begin with the words of their type",
        """
        {"properties": {"sourceType": {"enum": ["SOURCE_TYPE_FILE", "SOURCE_TYPE_WEB_URL", "SOURCE_TYPE_NONE"]},
          "size": {"enum": ["SIZE_1", "SIZE_2", "SIZE_3", "SIZE_4"]}}}
        """,
        [
          "Root.SourceType", "Root.SourceType.file", "Root.SourceType.webURL", "Root.SourceType.noneValue", "Root.Size",
          "Root.Size.size1", "Root.Size.size2", "Root.Size.size3", "Root.Size.size4",
        ]
      ),
      (
        "a type that would have the name of Foundation's",
        """
        {"properties": {"message": {"properties": {"data": {"properties": {"a": {}}}}}}}
        """, ["Root.Message", "Root.Message.Payload"]
      ),
      (
        "a title with a link is no name",
        """
        {"properties": {"compression": {"oneOf": [{"const": "none"}, {"title": "[Gzip][gzip] format.", "const": "gzip"}]}}}
        """, ["Root.Compression", "Root.Compression.noneValue", "Root.Compression.gzip"]
      ),
      (
        "branches of a union that has no name lose no words",
        """
        {"$defs": {"": {"oneOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}]},
          "a": {"type": "object", "required": ["x"], "properties": {"x": {}}},
          "b": {"type": "object", "required": ["y"], "properties": {"y": {}}}}}
        """, ["Root.Value", "Root.Value.a", "Root.Value.b", "Root.A", "Root.B"]
      ),
      (
        "a definition has its name before a member",
        """
        {"properties": {"group": {"type": "object", "properties": {"default": {"$ref": "#/$defs/group"}}}},
          "$defs": {"group": {"type": "object", "properties": {"targets": {}}}}}
        """, ["Root.Group", "Root.RootGroup"]
      ),
      (
        "items of what is named by a verb",
        """
        {"properties": {"requires": {"type": "array", "items": {"type": "object", "properties": {"a": {}}}}}}
        """, ["Root.RequiresItem"]
      ),
      (
        "words that a union and all of its branches have within",
        """
        {"$defs": {"TextFormatModeChoice": {"oneOf": [{"$ref": "#/$defs/FormatModeText"}, {"$ref": "#/$defs/TextFormatModeSchema"}]},
          "FormatModeText": {"type": "object", "required": ["a"], "properties": {"a": {}}},
          "TextFormatModeSchema": {"type": "object", "required": ["b"], "properties": {"b": {}}}}}
        """,
        [
          "Root.FormatModeText", "Root.TextFormatModeChoice", "Root.TextFormatModeChoice.text",
          "Root.TextFormatModeChoice.textSchema", "Root.TextFormatModeSchema",
        ]
      ),
      (
        "a name that is too long loses what most others have, but not what tells it apart",
        """
        {"$defs": {
          "RealtimeBetaServerEventConversationItemInputAudioTranscriptionDelta": {"properties": {"a": {}}},
          "RealtimeServerEventConversationItemInputAudioTranscriptionDelta": {"properties": {"a": {}}},
          "RealtimeServerEventConversationItemAdded": {"properties": {"a": {}}}}}
        """,
        [
          "Root.BetaServerEventConversationItemInputAudioTranscriptionDelta",
          "Root.ServerEventConversationItemInputAudioTranscriptionDelta",
          "Root.RealtimeServerEventConversationItemAdded",
        ]
      ),
      (
        "a member that has the name of its type is its value",
        #"{"$defs": {"Counter": {"type": "object", "properties": {"counter": {"type": "object", "properties": {"a": {}}}}}}}"#,
        ["Root.Counter", "Root.Counter.Value"]
      ),
      (
        "members share a type that is named after the words with which they end",
        """
        {"$defs": {
          "Size": {"type": "object", "properties": {"sizeUnit": {"enum": ["mm", "in"]}}},
          "Step": {"type": "object", "properties": {"step_unit": {"enum": ["mm", "in"]}}}}}
        """, ["Root.Size", "Root.Step", "Root.Unit", "Root.Unit.mm", "Root.Unit.in"]
      ),
      (
        "members whose names end in different words share a type that is named after its values",
        """
        {"$defs": {
          "Size": {"type": "object", "properties": {"unit": {"enum": ["mm", "px"]}}},
          "Step": {"type": "object", "properties": {"measure": {"enum": ["mm", "px"]}}}}}
        """, ["Root.Size", "Root.Step", "Root.MmOrPx", "Root.MmOrPx.mm", "Root.MmOrPx.px"]
      ),
      (
        "a choice that members share, next to a definition of their name",
        """
        {"$defs": {"TimeUnit": {"enum": ["day", "hour"]}, "BinnedTimeUnitOfManyCalendars": {"enum": ["week", "year"]},
          "TimeUnitParameters": {"type": "object", "properties": {"step": {}}},
          "A": {"type": "object", "properties": {"timeUnit": {"anyOf": [{"$ref": "#/$defs/TimeUnit"},
            {"$ref": "#/$defs/BinnedTimeUnitOfManyCalendars"}, {"$ref": "#/$defs/TimeUnitParameters"}]}}},
          "B": {"type": "object", "properties": {"timeUnit": {"anyOf": [{"$ref": "#/$defs/TimeUnit"},
            {"$ref": "#/$defs/BinnedTimeUnitOfManyCalendars"}, {"$ref": "#/$defs/TimeUnitParameters"}]}}}}}
        """,
        [
          "Root.TimeUnit", "Root.TimeUnit.day", "Root.TimeUnit.hour", "Root.BinnedTimeUnitOfManyCalendars",
          "Root.BinnedTimeUnitOfManyCalendars.week", "Root.BinnedTimeUnitOfManyCalendars.year",
          "Root.TimeUnitParameters", "Root.A", "Root.B", "Root.AnyTimeUnit", "Root.AnyTimeUnit.timeUnit",
          "Root.AnyTimeUnit.binnedTimeUnitOfManyCalendars", "Root.AnyTimeUnit.parameters",
        ]
      ),
      (
        "an id that a response may replace with its resource",
        """
        {"$defs": {"customer": {"type": "object", "properties": {"id": {}}},
          "charge": {"type": "object", "properties": {"payer": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/customer"}],
            "x-expansionResources": {"oneOf": [{"$ref": "#/$defs/customer"}]}}}}}}
        """,
        [
          "Root.Customer", "Root.Charge", "Root.ExpandableCustomer", "Root.ExpandableCustomer.string",
          "Root.ExpandableCustomer.customer",
        ]
      ),
      (
        "a definition whose key is a hash is named after the member that refers to it",
        """
        {"properties": {"can-networks": {"$ref": "#/definitions/9b9c0/full"}}, "definitions": {
          "9b9c0": {"full": {"type": "array", "items": {"$ref": "#/definitions/77ab1/full"}}},
          "77ab1": {"full": {"type": "object", "properties": {"a": {}}}}}}
        """, ["Root.CanNetwork"]
      ),
      (
        "members of several such definitions have the same name",
        """
        {"properties": {"library": {"$ref": "#/definitions/9b9c0/full"}, "reader": {"$ref": "#/definitions/77ab1/full"}},
          "definitions": {
            "9b9c0": {"full": {"type": "object", "properties": {"path": {"$ref": "#/definitions/0a1b2/full"}}}},
            "77ab1": {"full": {"type": "object", "properties": {"path": {"$ref": "#/definitions/3c4d5/full"}}}},
            "0a1b2": {"full": {"type": "object", "properties": {"a": {}}}},
            "3c4d5": {"full": {"type": "object", "properties": {"b": {}}}}}}
        """, ["Root.Library", "Root.Reader", "Root.LibraryPath", "Root.ReaderPath"]
      ),
      (
        "branches that begin with words of their choice",
        """
        {"$defs": {"ResponseFormatText": {"type": "object", "properties": {"a": {}}, "required": ["a"]},
          "ResponseFormatGrammar": {"type": "object", "properties": {"b": {}}, "required": ["b"]},
          "APIResponseFormatOption": {"oneOf": [{"const": "auto"}, {"$ref": "#/$defs/ResponseFormatText"},
            {"$ref": "#/$defs/ResponseFormatGrammar"}]}}}
        """,
        [
          "Root.ResponseFormatText", "Root.ResponseFormatGrammar", "Root.APIResponseFormatOption",
          "Root.APIResponseFormatOption.auto", "Root.APIResponseFormatOption.text",
          "Root.APIResponseFormatOption.grammar",
        ]
      ),
      (
        "tags that all begin with words of their choice",
        """
        {"$defs": {"RunStepEvent": {"oneOf": [
          {"type": "object", "required": ["event"], "properties": {"event": {"const": "thread.run.step.created"}}},
          {"type": "object", "required": ["event"], "properties": {"event": {"const": "thread.run.step.in_progress"}}}]}}}
        """,
        [
          "Root.RunStepEvent", "Root.RunStepEvent.created", "Root.RunStepEvent.inProgress", "Root.RunStepEvent.Created",
          "Root.RunStepEvent.InProgress",
        ]
      ),
      (
        "some branches end with the word of their choice and another one",
        """
        {"$defs": {"Item": {"oneOf": [{"$ref": "#/$defs/CallItemParam"}, {"$ref": "#/$defs/ShellItemParam"},
            {"$ref": "#/$defs/Message"}]},
          "CallItemParam": {"type": "object", "required": ["a"], "properties": {"a": {}}},
          "ShellItemParam": {"type": "object", "required": ["b"], "properties": {"b": {}}},
          "Message": {"type": "object", "required": ["c"], "properties": {"c": {}}}}}
        """,
        [
          "Root.Item", "Root.Item.call", "Root.Item.shell", "Root.Item.message", "Root.CallItemParam",
          "Root.ShellItemParam", "Root.Message",
        ]
      ),
      (
        "most branches end with a word of their choice",
        """
        {"$defs": {"TaskDef": {"oneOf": [{"$ref": "#/$defs/ShellTask"}, {"$ref": "#/$defs/PlainTask"},
            {"$ref": "#/$defs/Task"}, {"type": "string"}]},
          "ShellTask": {"type": "object", "required": ["a"], "properties": {"a": {}}},
          "PlainTask": {"type": "object", "required": ["b"], "properties": {"b": {}}},
          "Task": {"type": "object", "required": ["c"], "properties": {"c": {}}}}}
        """,
        [
          "Root.TaskDef", "Root.TaskDef.shell", "Root.TaskDef.plain", "Root.TaskDef.task", "Root.TaskDef.string",
          "Root.ShellTask", "Root.PlainTask", "Root.Task",
        ]
      ),
      (
        "a branch that is a list has no name with arguments",
        """
        {"$defs": {"Pair<Pair<number>>": {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
          "Extent": {"anyOf": [{"$ref": "#/$defs/Pair<Pair<number>>"}, {"type": "string"}]}}}
        """, ["Root.Extent", "Root.Extent.array", "Root.Extent.string", "Root.PairPairNumber"]
      ),
      (
        "a title spells a name, and a member with that name is its value",
        """
        {"$defs": {"phraseapp": {"title": "Settings of PhraseApp", "type": "object", "properties": {
          "phraseapp": {"type": "object", "properties": {"a": {}}}}}}}
        """, ["Root.PhraseApp", "Root.PhraseApp.Value"]
      ),
      (
        "a name that is too long loses what joins words, or what it repeats",
        """
        {"$defs": {
          "StandardInstrumentExtendedCacheAttributesWithSubgraphSelector": {"properties": {"a": {}}},
          "NodeTypeKubernetesResourcesMultipleFileDefinedResourcesProperties": {"properties": {"a": {}}}}}
        """,
        [
          "Root.StandardInstrumentExtendedCacheAttributesSubgraphSelector",
          "Root.NodeTypeKubernetesMultipleFileDefinedResourcesProperties",
        ]
      ),
      (
        "what members of one name admit beside null, or in lists",
        """
        {"$defs": {
          "A": {"type": "object", "properties": {"retention": {"anyOf": [{"enum": ["day", "week"]}, {"type": "null"}]},
            "modes": {"type": "array", "items": {"enum": ["text", "image"]}}}},
          "B": {"type": "object", "properties": {"retention": {"anyOf": [{"enum": ["day", "week"]}, {"type": "null"}]},
            "output_modes": {"type": "array", "items": {"enum": ["text", "image"]}}}}}}
        """,
        [
          "Root.A", "Root.B", "Root.Retention", "Root.Retention.day", "Root.Retention.week", "Root.Mode",
          "Root.Mode.text", "Root.Mode.image",
        ]
      ),
      (
        "digits in words, and values instead of a definition's name",
        """
        {"$defs": {"Level": {"type": "object", "properties": {"a": {}}},
          "A": {"type": "object", "properties": {"debug": {"enum": ["0", "1"]}, "level": {"enum": ["low", "auto"]}}},
          "B": {"type": "object", "properties": {"trace": {"enum": ["0", "1"]}, "level": {"enum": ["low", "auto"]}}}}}
        """,
        [
          "Root.Level", "Root.A", "Root.B", "Root.ZeroOrOne", "Root.ZeroOrOne.value0", "Root.ZeroOrOne.value1",
          "Root.LowOrAuto", "Root.LowOrAuto.low", "Root.LowOrAuto.auto",
        ]
      ),
      (
        "a branch that refers to a definition whose key is a hash",
        """
        {"properties": {"file": {"oneOf": [{"$ref": "#/definitions/9b9c0/full"}, {"type": "boolean"}]}}, "definitions": {
          "9b9c0": {"full": {"type": "string", "minLength": 2}}}}
        """, ["Root.BooleanOrString", "Root.BooleanOrString.string", "Root.BooleanOrString.boolean"]
      ),
      (
        "an item of a list whose singular is a definition",
        """
        {"$defs": {"arg": {"type": "object", "properties": {"a": {}}},
          "command": {"type": "object", "properties": {
            "arg": {"type": "object", "properties": {"b": {}}},
            "args": {"type": "array", "items": {"type": "object", "properties": {"value": {}}}}}}}}
        """, ["Root.Arg", "Root.Command", "Root.Command.Arg", "Root.Command.ArgItem"]
      ),
      (
        "one of multiple",
        #"{"properties": {"multipleOwners": {"type": "array", "items": {"type": "object", "properties": {"a": {}}}}}}"#,
        ["Root.Owner"]
      ),
      (
        "a title with another word than the definition that a branch extends",
        """
        {"$defs": {"AudioDeltaEvent": {"type": "object", "properties": {"type": {"const": "delta"}}, "required": ["type"]},
          "AudioDoneEvent": {"type": "object", "properties": {"type": {"const": "done"}}, "required": ["type"]},
          "ServerEvent": {"oneOf": [
            {"title": "AudioWsDelta", "allOf": [{"$ref": "#/$defs/AudioDeltaEvent"}, {"properties": {"id": {}}}]},
            {"title": "AudioWsDone", "allOf": [{"$ref": "#/$defs/AudioDoneEvent"}, {"properties": {"id": {}}}]}]}}}
        """,
        [
          "Root.AudioDeltaEvent", "Root.AudioDoneEvent", "Root.ServerEvent", "Root.ServerEvent.delta",
          "Root.ServerEvent.done", "Root.ServerEvent.Delta", "Root.ServerEvent.Done",
        ]
      ),
    ])
  func kinds(_ name: String, _ schema: String, _ expected: [String]) throws {
    let document = SchemaDocument(
      uri: "https://names.example/root", name: "root", source: try JSONDocument(parsing: schema))
    let surface = try CodegenPipeline.surface(
      of: CodegenPipeline.Input(
        graph: try SchemaResolver.resolve([document]).graph, configuration: Configuration(), folder: "", lock: nil,
        templates: []))
    let names = surface.types.flatMap { type in [type.name] + type.cases.map { "\(type.name).\($0.name)" } }
    #expect(Set(names.filter { $0 != "Root" }) == Set(expected))
  }

  @Test(arguments: [
    Row("folders are joined by plus signs", "users/user-info.schema.json", "Users+UserInfo"),
    Row("a camel-case name is kept", "users/userInfo.schema.json", "Users+UserInfo"),
    Row("separators of any kind capitalize the next letter", "rum/long_task-schema.json", "Rum+LongTask"),
    Row("dots separate words", "com.shop.order.json", "ComShopOrder"),
    Row("numbers stay apart", "devinit.schema-4.0.json", "Devinit4_0"),
    Row("a name without letters and digits is spelled out", "a/+.json", "A+_2b_"),
    Row("a file that is only called schema is", "schema.json", "Schema"),
  ])
  func filesAreNamedByTheirPath(_ row: Row) { #expect(FileNames.bases(of: [row.text]) == [row.expected]) }

  @Test func differentPathsHaveDifferentFiles() {
    let paths = ["a-b", "aB", "a_b", "a b", "a--b", "ab", "a/b", "A-b", "a.b", "a+b", "a-b-", "-a-b", "é", "e"]
    #expect(Set(FileNames.bases(of: paths.map { $0 + ".schema.json" })).count == paths.count)
  }

  /// Generates from schemas by path and returns the names of their types by path, and the lock.
  private func generate(_ schemas: [String: String], lock: JSONValue? = nil) throws -> ([String], JSONValue) {
    let documents = try schemas.keys.sorted().map { path in
      SchemaDocument(
        uri: "https://names.example/" + path, name: path,
        source: try JSONDocument(parsing: Array((schemas[path] ?? "").utf8)))
    }
    var configuration = Configuration()
    configuration.outputs.models = "Models"
    let output = try CodegenPipeline.run(
      CodegenPipeline.Input(
        graph: try SchemaResolver.resolve(documents).graph, configuration: configuration, folder: "", lock: lock,
        templates: SwiftTemplates.all))
    let catalog = output.files.first { $0.path == "Schemas.Catalog.swift" }?.contents ?? ""
    let entries = catalog.split(separator: "\n").filter { $0.contains("SchemaCatalog.Entry(") }
    return (entries.map { $0.trimmingPrefix { $0 == " " }.description }, output.lock)
  }

  @Test func aSchemaThatIsInTheLockKeepsItsNameWhenAnotherWouldTakeIt() throws {
    let object = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
    let (first, lock) = try generate(["b/thing.schema.json": object])
    #expect(first == [#"SchemaCatalog.Entry("b/thing", Thing.self),"#])
    let both = ["a/thing.schema.json": object, "b/thing.schema.json": object]
    let (grown, newLock) = try generate(both, lock: lock)
    #expect(
      grown == [
        #"SchemaCatalog.Entry("a/thing", AThing.self),"#, #"SchemaCatalog.Entry("b/thing", Thing.self),"#,
      ])
    let (again, _) = try generate(both, lock: newLock)
    #expect(again == grown)
  }

  @Test(
    "a member's name is written as JSON has it, scalar by scalar",
    arguments: [
      ("a", #""a""#), ("\u{301}", #""\u{301}""#), ("\u{301}a", #""\u{301}a""#), ("", #""""#),
      ("\"", #""\\\"""#), ("\u{0}", #""\\u0000""#),
    ])
  func memberNames(_ name: String, _ expected: String) {
    #expect(SwiftText.memberName(name).text == expected)
  }

  @Test func aNameThatIsGoneLeavesTheLock() throws {
    let object = #"{"type": "object"}"#
    let (_, lock) = try generate(["a.schema.json": object, "b.schema.json": object])
    let (_, smaller) = try generate(["a.schema.json": object], lock: lock)
    #expect(smaller["types"]?.object?.keys == ["https://names.example/a.schema.json#"])
  }
}
