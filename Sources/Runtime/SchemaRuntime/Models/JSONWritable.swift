/// A type that generated encoders can write, from any task (`SendableMetatype`), even in a module of the main actor.
public protocol JSONWritable: SendableMetatype {
  /// Writes the value, followed by a comma, as ``JSONWriter`` requires.
  func write(to writer: inout JSONWriter)
}

@_spi(Generated) extension String: JSONWritable {
  @inlinable @inline(__always) public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension Bool: JSONWritable {
  @inlinable @inline(__always) public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension Int: JSONWritable {
  @inlinable @inline(__always) public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension Double: JSONWritable {
  @inlinable @inline(__always) public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension JSONNumber: JSONWritable {
  @inlinable public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension JSONValue: JSONWritable {
  public func write(to writer: inout JSONWriter) { writer.write(self) }
}

@_spi(Generated) extension Timestamp: JSONWritable {
  @inlinable public func write(to writer: inout JSONWriter) { writer.write(text) }
}

@_spi(Generated) extension CalendarDate: JSONWritable {
  @inlinable public func write(to writer: inout JSONWriter) { writer.write(text) }
}

@_spi(Generated) extension Base64Bytes: JSONWritable {
  public func write(to writer: inout JSONWriter) {
    bytes.withUnsafeBufferPointer { writer.write(base64: $0) }
  }
}

@_spi(Generated) extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes the value, or null.
  @inlinable
  public func write(to writer: inout JSONWriter) {
    if let self { self.write(to: &writer) } else { writer.writeNull() }
  }
}

@_spi(Generated) extension Presence: JSONWritable where Value: JSONWritable {
  /// Writes the value, or null. For an absent member, generated code does not call this.
  @inlinable
  public func write(to writer: inout JSONWriter) { value.write(to: &writer) }
}

@_spi(Generated) extension Array: JSONWritable where Element: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) {
    writer.beginArray()
    // Reading the storage directly avoids the retain and release of an iterator's copies.
    withUnsafeBufferPointer { buffer in
      for index in buffer.indices { buffer[index].write(to: &writer) }
    }
    writer.endArray()
  }
}

@_spi(Generated) extension JSONMap: JSONWritable where Value: JSONWritable {
  @inlinable
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// Writes the members without the braces, for an object with further members.
  @inlinable
  public func writeMembers(to writer: inout JSONWriter) {
    // Most objects have no further members.
    if members.isEmpty { return }
    members.withUnsafeBufferPointer { buffer in
      for index in buffer.indices {
        writer.key(buffer[index].key)
        buffer[index].value.write(to: &writer)
      }
    }
  }
}
