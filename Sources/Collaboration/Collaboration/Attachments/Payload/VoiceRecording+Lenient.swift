public import CollaborationModels
public import SchemaRuntime

extension VoiceRecording {
  /// Reads a payload as the service's own clients write and read it, where the schema is stricter.
  ///
  /// A `file_size` that is missing or not a number becomes 0, and a fraction is rounded. A title, media type, duration
  /// or waveform that is null or of another type becomes absent. Heights outside 0…1 are clipped. Members with other
  /// names are kept, and of equal names the last one counts.
  /// - Throws: if the payload is invalid even so: text that is not JSON, or an address that is missing or not a URI.
  public init(lenient json: [UInt8]) throws(SchemaError) {
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONValue(parsing: json) } catch { throw .syntax(error) }
    try self.init(lenient: value)
  }

  /// Reads a value that is part of a payload; see ``init(lenient:)-([UInt8])``.
  public init(lenient value: JSONValue) throws(SchemaError) {
    guard var object = value.object else {
      self = try VoiceRecording(json: value.json())
      return
    }
    object["file_size"] = .number(JSONNumber(Self.fileSize(object["file_size"])))
    if object["title"]?.string == nil { object["title"] = nil }
    if object["mime_type"]?.string == nil { object["mime_type"] = nil }
    if object["duration"]?.double == nil { object["duration"] = nil }
    object["waveform_data"] = Self.waveform(object["waveform_data"])
    self = try VoiceRecording(json: JSONValue.object(object).json())
  }

  private static func fileSize(_ value: JSONValue?) -> Int {
    value?.number.flatMap { $0.int ?? $0.double.flatMap { Int(exactly: $0.rounded()) } } ?? 0
  }

  private static func waveform(_ value: JSONValue?) -> JSONValue? {
    guard let heights = value?.array else { return nil }
    // One element that is not a number makes the list a list of another type, as it does for the service's clients.
    let numbers = heights.compactMap(\.double)
    guard numbers.count == heights.count else { return nil }
    return .array(numbers.compactMap { JSONNumber(Waveform.height($0)) }.map(JSONValue.number))
  }
}
