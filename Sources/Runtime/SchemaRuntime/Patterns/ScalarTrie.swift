/// The class of a code point, determined byte by byte from its UTF-8 form and as early as possible.
///
/// Built from ``ScalarClasses`` for ``ByteAutomaton``. For the classes of `.` (all but LF, CR, U+2028, U+2029), every
/// lead byte except E2 decides; E2 leads to a node in which all bytes except 80 decide, and 80 to a node that
/// distinguishes A8 and A9 from the rest. Text must be well-formed, so where no scalar can be encoded, the decision of
/// a neighbor is used, which leaves fewer bytes to distinguish.
struct ScalarTrie {
  /// A class, or the node for the next byte.
  enum Child: Hashable {
    case scalarClass(Int)
    case node(Int)
  }

  struct Node: Hashable {
    /// Indexed by continuation byte minus 80.
    var children: [Child]
    /// Whether the byte read at this node is the last of its scalar.
    var isLast: Bool
  }

  /// The distinct classes below each node.
  private(set) var classesBelow: [[Int]] = []

  private(set) var nodes: [Node] = []
  /// Indexed by lead byte minus C0.
  private(set) var leads: [Child] = []
  private var numbers = Lookup<Node, Int>()

  init(_ classes: ScalarClasses) {
    for lead in UInt32(0xc0)...0xff {
      switch lead {
      case ..<0xe0: leads.append(child(of: classes, from: (max(lead, 0xc2) & 0x1f) << 6, bytesLeft: 1, 0x80))
      case ..<0xf0: leads.append(child(of: classes, from: (lead & 0xf) << 12, bytesLeft: 2, 0x800))
      default: leads.append(child(of: classes, from: (min(lead, 0xf4) & 0x7) << 18, bytesLeft: 3, 0x10000))
      }
    }
  }

  /// The child for the scalars from `base` on that share all but `bytesLeft` bytes; scalars below `minimum` have
  /// shorter encodings.
  private mutating func child(
    of classes: ScalarClasses, from base: UInt32, bytesLeft: UInt32, _ minimum: UInt32
  ) -> Child {
    let first = max(base, minimum)
    let last = min(base + (1 << (6 * bytesLeft)) - 1, ScalarSet.last)
    if let common = classes.commonClass(of: ScalarRange(first, last)) { return .scalarClass(common) }
    let step = UInt32(1) << (6 * (bytesLeft - 1))
    var children: [Child] = []
    for index in UInt32(0)..<64 {
      let start = base + index * step
      let encodable = max(start, first & ~(step - 1))
      children.append(
        encodable > last
          ? children[children.count - 1] : child(of: classes, from: encodable, bytesLeft: bytesLeft - 1, minimum))
    }
    let node = Node(children: children, isLast: bytesLeft == 1)
    let number = numbers.value(of: node, or: nodes.count)
    if number == nodes.count {
      nodes.append(node)
      var below: [Int] = []
      for scalarClass in children.flatMap(classes(below:)).sorted() where scalarClass != below.last {
        below.append(scalarClass)
      }
      classesBelow.append(below)
    }
    return .node(number)
  }

  func classes(below child: Child) -> [Int] {
    switch child {
    case .scalarClass(let scalarClass): [scalarClass]
    case .node(let number): classesBelow[number]
    }
  }
}
