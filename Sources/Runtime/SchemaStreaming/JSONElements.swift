public import SchemaRuntime

/// The elements of an array or a map in a payload that arrives in chunks: see ``JSONElementStream``.
///
///     for try await element in try UserInfoFetchResponse.elements(UserInfoREST.self, at: "/data", of: chunks) {
///       greet(element.value)
///     }
///
/// Iteration throws a `SchemaError` when the payload is rejected, which may be at its end.
public struct JSONElements<Model: SchemaModel, Value: JSONDecodable, Source: AsyncSequence>: AsyncSequence
where Source.Element: JSONLinesPiece {
  public typealias Element = JSONElement<Value>

  let source: Source
  let path: String
  let limits: JSONLimits

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(source: source.makeAsyncIterator(), stream: ElementStreamBox(self))
  }

  /// The iterator, which is not safe for use by two tasks at a time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var source: Source.AsyncIterator
    let stream: ElementStreamBox<Value>

    public mutating func next() async throws -> JSONElement<Value>? {
      while true {
        if let element = try stream.next() { return element }
        if stream.isAtEnd { return nil }
        stream.add(try await source.next())
      }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> JSONElement<Value>? {
      while true {
        if let element = try stream.next() { return element }
        if stream.isAtEnd { return nil }
        stream.add(try await source.next(isolation: actor))
      }
    }
  }
}

extension JSONElements: Sendable where Source: Sendable {}

extension SchemaModel {
  /// Returns the elements of an array, or the members of an object that is a map, in a payload that arrives in chunks:
  /// bytes, or arrays of bytes.
  ///
  /// - Parameters:
  ///   - path: a JSON Pointer to the array or the object, without which it is the payload itself.
  ///   - limits: the limits of each value that is kept in memory. The payload may be of any size.
  /// - Throws: if the values there are of another model.
  public static func elements<Value: JSONDecodable, Source: AsyncSequence>(
    _ value: Value.Type = Value.self, at path: String = "", of source: Source, limits: JSONLimits = JSONLimits()
  ) throws(JSONElementPathError) -> JSONElements<Self, Value, Source> where Source.Element: JSONLinesPiece {
    _ = try JSONElementStream(value, of: Self.self, at: path)
    return JSONElements(source: source, path: path, limits: limits)
  }
}

/// The stream of an iterator.
final class ElementStreamBox<Value: JSONDecodable> {
  private var stream: JSONElementStream<Value>?
  private var hasEnded = false
  /// Whether the source has ended and all its elements have been taken.
  private(set) var isAtEnd = false

  init<Model, Source>(_ elements: JSONElements<Model, Value, Source>) {
    // The path has been checked.
    stream = try? JSONElementStream(Value.self, of: Model.self, at: elements.path, limits: elements.limits)
  }

  func next() throws(SchemaError) -> JSONElement<Value>? {
    do throws(SchemaError) {
      let element = try stream?.next()
      if element == nil, hasEnded { isAtEnd = true }
      return element
    } catch {
      stream = nil
      isAtEnd = true
      throw error
    }
  }

  /// Adds the source's next chunk; nil if there is none.
  func add<Piece: JSONLinesPiece>(_ piece: Piece?) {
    guard let piece else {
      hasEnded = true
      stream?.end()
      return
    }
    piece.withBytes { stream?.append($0) }
  }
}
