/// The nodes of a document, parents before their children, and the JSON of its scalars.
///
/// Of a mapping, the children are keys and values by turns.
struct YAMLTree {
  enum Kind {
    case scalar
    case sequence
    case mapping
    /// A position where an anchored node is repeated.
    case alias
  }

  struct Node {
    var kind: Kind
    /// A plain, untagged `<<`, which merges mappings if it is a key.
    var isMergeKey = false
    /// For an alias, the node that it refers to; for a scalar, the position where its JSON begins; otherwise unused.
    var start: Int32 = 0
    /// A scalar: where its JSON ends; otherwise the index of the node behind its last descendant.
    var end: Int32 = 0
    var position: YAMLPosition
    /// The bytes of a scalar, an alias or a flow collection in the text, with quotation marks and brackets; of a block
    /// collection, those of its first token.
    var source: Range<UInt32> = 0..<0
  }

  var nodes: [Node] = []
  /// The JSON of all scalars, one after another; keys of mappings are strings as well.
  var scalars: [UInt8] = []
  /// The first tag that says nothing to this reader, in words; nil if there is none.
  var unknownTag: String?

  /// The index of the node behind a node's last descendant.
  func end(of index: Int) -> Int {
    switch nodes[index].kind {
    case .sequence, .mapping: Int(nodes[index].end)
    case .scalar, .alias: index + 1
    }
  }
}

/// A position in a text. All numbers are counted from zero, columns in Unicode scalars.
struct YAMLPosition {
  var offset: UInt32
  var line: UInt32
  var column: UInt32
}
