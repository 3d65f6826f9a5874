public import SchemaRuntime

/// A model of which a part can be read before all of it has arrived: `"views": ["partial"]` generates the type.
public protocol StreamedModel: SchemaModel {
  /// What has arrived of a value: each member is optional, and nothing is validated.
  associatedtype Partial: PartialValue
}

/// What has arrived of a model's value.
public protocol PartialValue: Sendable, Equatable {
  /// - Returns: nil if it depends on what follows which type of values it is.
  init?(_ json: PartialJSON)
}

extension JSONStream where Model: StreamedModel {
  /// What has arrived; nil before the value has begun, and after a refusal.
  public var partial: Model.Partial? { partialJSON.flatMap { Model.Partial($0) } }
}

extension NullableJSONStream where Model: StreamedModel {
  /// What has arrived, without the members that are absent; nil before the value has begun, and after a refusal.
  public var partial: Model.Partial? { partialJSON.flatMap { Model.Partial($0) } }
}

/// A value that arrives in pieces, at some time.
public enum StreamUpdate<Model: StreamedModel>: Sendable {
  /// What has arrived, which differs from the update before.
  case partial(Model.Partial)
  /// The whole value, which is valid. It comes last.
  case complete(Model)
}

/// The states of a value that arrives in pieces, such as a view shows one after the other.
///
///     for try await update in Search.updates(of: pieces) {
///       switch update {
///       case .partial(let search): show(search.query ?? "")
///       case .complete(let search): run(search)
///       }
///     }
///
/// Iteration throws a `SchemaError` as soon as nothing valid can follow.
public struct StreamUpdates<Model: StreamedModel, Source: AsyncSequence>: AsyncSequence
where Source.Element: JSONLinesPiece {
  let source: Source
  let limits: JSONLimits

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(source: source.makeAsyncIterator(), stream: JSONStream(limits: limits))
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    var source: Source.AsyncIterator
    var stream: JSONStream<Model>
    private var last: StreamScanner.Progress?
    private var isAtEnd = false

    init(source: Source.AsyncIterator, stream: JSONStream<Model>) { (self.source, self.stream) = (source, stream) }

    public mutating func next() async throws -> StreamUpdate<Model>? {
      while !isAtEnd {
        if let update = try update(with: try await source.next()) { return update }
      }
      return nil
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> StreamUpdate<Model>? {
      while !isAtEnd {
        if let update = try update(with: try await source.next(isolation: actor)) { return update }
      }
      return nil
    }

    private mutating func update(with piece: Source.Element?) throws(SchemaError) -> StreamUpdate<Model>? {
      guard let piece else {
        isAtEnd = true
        return .complete(try stream.finish())
      }
      piece.withBytes { _ = stream.append($0) }
      if case .refused(let error) = stream.verdict {
        isAtEnd = true
        throw error
      }
      let progress = stream.progress
      if progress == last { return nil }
      last = progress
      return stream.partial.map { .partial($0) }
    }
  }
}

extension StreamUpdates: Sendable where Source: Sendable {}

extension StreamedModel {
  /// Returns what is known of a value each time that more of it has arrived, and at last the value.
  ///
  /// - Parameter source: the text of one value, in bytes or arrays of bytes.
  public static func updates<Source: AsyncSequence>(
    of source: Source, limits: JSONLimits = JSONLimits()
  ) -> StreamUpdates<Self, Source> where Source.Element: JSONLinesPiece {
    StreamUpdates(source: source, limits: limits)
  }
}
