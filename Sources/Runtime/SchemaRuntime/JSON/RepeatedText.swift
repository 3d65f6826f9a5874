import CJSONScan

/// The result of a search for two equal texts.
enum RepeatedText {
  case none
  case found(first: UnsafeJSONNode, second: UnsafeJSONNode)
  /// The nodes must be compared in another way.
  case undecided
}

extension RepeatedText {
  /// Searches nodes of which equal ones have the same text: strings without escapes and integers.
  ///
  /// Most long arrays with `uniqueItems`, and the names of most large objects, are such lists. An open table of one word
  /// for each text, and a hash of one multiplication for eight bytes, take a small part of the time of a dictionary.
  /// The hash depends on a secret of the process. An input that finds many collisions nevertheless is undecided before
  /// the search takes more than linear time.
  ///
  /// - Parameters:
  /// - nodes: nodes of one text.
  /// - count: the number of nodes, at least 1.
  /// - secret: what the hash depends on.
  static func search(
    _ nodes: some Sequence<UnsafeJSONNode>, count: Int, secret: UInt64 = Self.secret
  ) -> RepeatedText {
    // At most half of the slots are used.
    let slotCount = 1 &<< (Int.bitWidth &- (2 &* count &- 1).leadingZeroBitCount)
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: slotCount) { slots in
      slots.initialize(repeating: 0)
      var collisionsLeft = 8 &* count
      for node in nodes {
        guard let hash = node.textHash(secret) else { return .undecided }
        var position = Int(truncatingIfNeeded: hash) & (slotCount &- 1)
        while slots[position] != 0 {
          // The upper half of the hash, and the number of the node's entry, from 1.
          let slot = slots[position]
          if (slot ^ hash) &>> 32 == 0 {
            let other = node[at: Int(truncatingIfNeeded: slot & 0xffff_ffff) &- 1]
            if other.hasText(of: node) { return .found(first: other, second: node) }
          }
          guard collisionsLeft > 0 else { return .undecided }
          collisionsLeft &-= 1
          position = (position &+ 1) & (slotCount &- 1)
        }
        slots[position] = hash & ~0xffff_ffff | UInt64(truncatingIfNeeded: node.index &+ 1)
      }
      return .none
    }
  }

  /// Differs from process to process.
  static let secret: UInt64 = {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }()
}

extension UnsafeJSONNode {
  /// A hash of the text and of whether it is a string; nil if other texts can mean the same value.
  func textHash(_ secret: UInt64) -> UInt64? {
    let text = UnsafeRawBufferPointer(text)
    switch kind {
    case .asciiString, .string: return text.hash(secret)
    // `-0` equals `0`.
    case .integer where text[0] != UInt8(ascii: "-") || text[1] != UInt8(ascii: "0"): return text.hash(~secret)
    case .null, .false, .true, .integer, .decimal, .exponential, .escapedString, .array, .object: return nil
    }
  }

  fileprivate func hasText(of other: UnsafeJSONNode) -> Bool {
    isString == other.isString && text.count == other.text.count
      && json_scan_equal(bytes + contentOffset, other.bytes + other.contentOffset, text.count) != 0
  }
}

extension UnsafeRawBufferPointer {
  /// A hash of the bytes: eight at a time, each step the two halves of a product (as in wyhash).
  @inline(__always)
  fileprivate func hash(_ secret: UInt64) -> UInt64 {
    var hash = secret ^ UInt64(truncatingIfNeeded: count)
    var offset = 0
    while offset &+ 8 < count {
      hash = Self.mixed(hash, loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    return Self.mixed(hash, lastWord)
  }

  /// The last eight bytes; if there are fewer, all.
  private var lastWord: UInt64 {
    if count >= 8 { return loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self) }
    if count >= 4 {
      let head = loadUnaligned(as: UInt32.self)
      let tail = loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(head) &<< 32 | UInt64(tail)
    }
    guard count > 0 else { return 0 }
    return UInt64(self[0]) &<< 16 | UInt64(self[count &>> 1]) &<< 8 | UInt64(self[count &- 1])
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
    return product.high ^ product.low
  }
}
