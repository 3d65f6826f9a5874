public import CollaborationModels
public import SchemaRuntime

/// A list of messages without the invalid ones, with a report of what was dropped.
///
/// One invalid element never invalidates the list. Invalid attachments are dropped from their message. A message that
/// is invalid even without them, such as one that quotes another without a user, is dropped alone.
public struct LossyMessageList: Sendable {
  /// A message that was dropped.
  public struct DroppedMessage: Sendable {
    /// Its index in the payload's list.
    public let index: Int
    /// The reason.
    public let error: SchemaError
  }

  /// The reason why a payload could not be read as a list at all.
  public enum ReadingError: Error, Hashable, Sendable {
    case syntax(JSONSyntaxError)
    case notAList(actual: JSONType)
  }

  /// The valid messages, in order.
  public private(set) var messages: [Message] = []
  /// The dropped messages, in order.
  public private(set) var droppedMessages: [DroppedMessage] = []
  /// The parts dropped from the remaining messages; locations refer to the payload.
  public private(set) var lossReport = LossReport()

  /// Reads a JSON array of messages.
  public init(json: [UInt8]) throws(ReadingError) {
    for (index, text) in try Self.elements(of: json).enumerated() {
      var report = LossReport()
      do throws(SchemaError) {
        messages.append(try Message(json: text, lossy: &report))
      } catch {
        droppedMessages.append(DroppedMessage(index: index, error: error))
        continue
      }
      for var drop in report.drops {
        drop.instanceLocation = JSONPointer([String(index)] + drop.instanceLocation.tokens)
        lossReport.drops.append(drop)
      }
    }
  }

  /// Returns the texts of an array's elements, each up to the following comma or bracket.
  private static func elements(of json: [UInt8]) throws(ReadingError) -> [[UInt8]] {
    var reader = JSONReader()
    let outcome = json.withUnsafeBufferPointer { buffer -> Result<[Int], ReadingError> in
      do throws(JSONSyntaxError) {
        let root = try reader.read(buffer)
        return root.isArray ? .success(root.elements.map(\.offset)) : .failure(.notAList(actual: root.type))
      } catch {
        return .failure(.syntax(error))
      }
    }
    let starts = try outcome.get()
    let ends = starts.dropFirst() + [json.count]
    return zip(starts, ends).map { start, end in
      let separator = json[start..<end].lastIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]") }
      return Array(json[start..<(separator ?? end)])
    }
  }
}
