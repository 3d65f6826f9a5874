/// The values of a JSON Lines text, each validated and decoded as it arrives.
///
///     for try await line in UserInfo.lines(of: chunks) {          // bytes, or arrays of them
///       switch line.result {
///       case .success(let user): greet(user)
///       case .failure(let error): print(error)                    // 12:14: /nickName: expected at most 64 bytes …
///       }
///     }
///     for try await user in UserInfo.lines(of: chunks).values { … }   // ends at the first invalid line
///
/// A line ends at a line feed, optionally preceded by a carriage return; the last line needs none. Lines that contain
/// only white space are skipped. Memory holds at most one line and one chunk of the source, and only the beginning of a
/// line that exceeds the limit.
///
/// For an `AsyncSequence` of chunks this is an `AsyncSequence`, for a `Sequence` a `Sequence`.
public struct JSONLines<Model: SchemaModel, Source> {
  public typealias Element = JSONLine<Model>

  let source: Source
  let limits: JSONLimits
}

extension JSONLines: Sendable where Source: Sendable {}

// MARK: - Iterating

extension JSONLines: AsyncSequence where Source: AsyncSequence, Source.Element: JSONLinesPiece {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  public typealias Failure = Source.Failure

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(source: source.makeAsyncIterator(), reader: JSONLinesReader(limits: limits))
  }

  /// The iterator of lines that arrive over time.
  public struct AsyncIterator: AsyncIteratorProtocol {
    var source: Source.AsyncIterator
    let reader: JSONLinesReader<Model>

    public mutating func next() async throws -> JSONLine<Model>? {
      while true {
        if let line = reader.next() { return line }
        if reader.isAtEnd { return nil }
        reader.add(try await source.next())
      }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Source.Failure) -> JSONLine<Model>? {
      while true {
        if let line = reader.next() { return line }
        if reader.isAtEnd { return nil }
        reader.add(try await source.next(isolation: actor))
      }
    }
  }
}

extension JSONLines: Sequence where Source: Sequence, Source.Element: JSONLinesPiece {
  public func makeIterator() -> Iterator {
    Iterator(source: source.makeIterator(), reader: JSONLinesReader(limits: limits))
  }

  /// The iterator of lines in memory.
  public struct Iterator: IteratorProtocol {
    var source: Source.Iterator
    let reader: JSONLinesReader<Model>

    public mutating func next() -> JSONLine<Model>? {
      while true {
        if let line = reader.next() { return line }
        if reader.isAtEnd { return nil }
        reader.add(source.next())
      }
    }
  }
}

// MARK: - Values

extension JSONLines where Source: AsyncSequence, Source.Element: JSONLinesPiece {
  /// Only the values. An invalid line is thrown as a ``JSONLineError`` and ends the sequence.
  public var values: Values { Values(lines: self) }

  /// The decoded lines. Iteration throws the error of the first line that is rejected.
  public struct Values: AsyncSequence {
    public typealias Element = Model

    let lines: JSONLines

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(lines: lines.makeAsyncIterator()) }

    public struct AsyncIterator: AsyncIteratorProtocol {
      var lines: JSONLines.AsyncIterator
      var hasEnded = false

      public mutating func next() async throws -> Model? {
        guard !hasEnded, let line = try await lines.next() else { return nil }
        return try value(of: line)
      }

      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Model? {
        guard !hasEnded, let line = try await lines.next(isolation: actor) else { return nil }
        return try value(of: line)
      }

      /// Returns the value of a line, or throws its error and ends the sequence.
      private mutating func value(of line: JSONLine<Model>) throws -> Model {
        do {
          return try line.get()
        } catch {
          hasEnded = true
          throw error
        }
      }
    }
  }
}

extension JSONLines.Values: Sendable where Source: Sendable {}

// MARK: - Creation

extension SchemaModel {
  /// Returns the values of a JSON Lines text that arrives in chunks: bytes, or arrays of bytes.
  ///
  /// - Parameter limits: the limits for one line.
  public static func lines<Source: AsyncSequence>(
    of source: Source, limits: JSONLimits = JSONLimits()
  ) -> JSONLines<Self, Source> where Source.Element: JSONLinesPiece {
    JSONLines(source: source, limits: limits)
  }

  /// Returns the values of a JSON Lines text in chunks: bytes, or arrays of bytes.
  ///
  /// - Parameter limits: the limits for one line.
  public static func lines<Source: Sequence>(
    of source: Source, limits: JSONLimits = JSONLimits()
  ) -> JSONLines<Self, Source> where Source.Element: JSONLinesPiece {
    JSONLines(source: source, limits: limits)
  }

  /// Returns the values of a JSON Lines text.
  ///
  /// - Parameter limits: the limits for one line.
  public static func lines(
    in text: [UInt8], limits: JSONLimits = JSONLimits()
  ) -> some Sequence<JSONLine<Self>> {
    lines(of: TextPieces(rest: text[...]), limits: limits)
  }
}

/// A text in small chunks, so that reading it line by line does not copy all of it.
private struct TextPieces: Sequence, IteratorProtocol {
  private static let size = 1 << 16

  var rest: ArraySlice<UInt8>

  mutating func next() -> ArraySlice<UInt8>? {
    if rest.isEmpty { return nil }
    defer { rest = rest.dropFirst(Self.size) }
    return rest.prefix(Self.size)
  }
}
