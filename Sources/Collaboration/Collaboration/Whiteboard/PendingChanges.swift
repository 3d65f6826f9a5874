import CollaborationModels
import SchemaRuntime

/// The parts of a room's state that the local member's changes affect before they are confirmed.
struct StateParts: OptionSet, Hashable, Sendable {
  let rawValue: Int

  static let globalState = StateParts(rawValue: 1)
  /// The tool of the local member, which the list of members repeats.
  static let tool = StateParts(rawValue: 2)
  /// The view of the local member.
  static let view = StateParts(rawValue: 4)

  mutating func set(_ part: StateParts, _ isContained: Bool) {
    if isContained { insert(part) } else { remove(part) }
  }
}

/// The changes of the local member that are visible, but not confirmed.
struct PendingChanges: Hashable, Sendable {
  private struct Change: Hashable {
    var id: Int
    var request: RoomAction
  }

  private var changes = Queue<Change>()
  private var counts: [StateParts: Int] = [:]

  var isEmpty: Bool { changes.isEmpty }

  /// The parts that the changes affect.
  private(set) var parts: StateParts = []

  /// The changes in order.
  var requests: some Sequence<RoomAction> { changes.elements.lazy.map(\.request) }

  mutating func append(_ request: RoomAction, id: Int) {
    changes.append(Change(id: id, request: request))
    counts[request.part, default: 0] += 1
    parts.insert(request.part)
  }

  /// Removes a change; immediately if it is the oldest.
  mutating func remove(_ id: Int) -> RoomAction? {
    guard let first = changes.first, first.id <= id else { return nil }
    guard let change = changes.remove(where: { $0.id == id }) else { return nil }
    forget(change.request.part)
    return change.request
  }

  /// Removes all changes up to an id, and returns them.
  mutating func removeAll(through id: Int) -> [RoomAction] {
    var removed: [RoomAction] = []
    while let first = changes.first, first.id <= id {
      changes.removeFirst()
      forget(first.request.part)
      removed.append(first.request)
    }
    return removed
  }

  private mutating func forget(_ part: StateParts) {
    let count = (counts[part] ?? 0) - 1
    counts[part] = count > 0 ? count : nil
    if count <= 0 { parts.remove(part) }
  }
}

extension RoomState.Patch {
  /// The parts that the patch may change.
  var parts: StateParts {
    var parts: StateParts = []
    if globalState.isPresent { parts.insert(.globalState) }
    if memberState.isPresent { parts.insert(.tool) }
    // A broadcaster's information repeats the payload of a member.
    if roomMembers.isPresent { parts.formUnion([.tool, .view]) }
    if cameraState.isPresent || zoomScale.isPresent || broadcastState.isPresent { parts.insert(.view) }
    return parts
  }
}

extension RoomState {
  /// Takes over some parts of another state.
  mutating func adopt(_ parts: StateParts, of other: RoomState) {
    if parts.contains(.globalState) { globalState = other.globalState }
    if parts.contains(.tool) {
      memberState = other.memberState
      roomMembers = other.roomMembers
    }
    if parts.contains(.view) {
      cameraState = other.cameraState
      zoomScale = other.zoomScale
      broadcastState = other.broadcastState
    }
  }

  /// Whether some parts equal those of another state.
  func isEqual(to other: RoomState, in parts: StateParts) -> Bool {
    if parts.contains(.globalState), globalState != other.globalState { return false }
    if parts.contains(.tool), memberState != other.memberState || roomMembers != other.roomMembers { return false }
    let isSameView =
      cameraState == other.cameraState && zoomScale == other.zoomScale && broadcastState == other.broadcastState
    return !parts.contains(.view) || isSameView
  }
}
