public import CollaborationModels

/// An order of participants, composed of smaller ones.
///
///     let order = ParticipantOrder.pinned.then(.screenSharing).then(.name)
///     order.sorted(call.participants)
public struct ParticipantOrder: Sendable {
  /// The relative order of two participants.
  public enum Comparison: Hashable, Sendable {
    case before
    /// The order does not distinguish them.
    case same
    case after
  }

  /// Compares two participants.
  public typealias Compare = @Sendable (ParticipantState, ParticipantState) -> Comparison

  private let comparison: Compare

  public init(_ compare: @escaping Compare) { comparison = compare }

  /// Returns the relative order of two participants.
  public func compare(_ a: ParticipantState, _ b: ParticipantState) -> Comparison { comparison(a, b) }

  /// Returns the participants in this order; those that it does not distinguish keep their order.
  ///
  /// An order may be inconsistent for three participants, as those that depend on visibility can be. The result is
  /// still deterministic and contains each participant once.
  public func sorted(_ participants: [ParticipantState]) -> [ParticipantState] {
    participants.enumerated().sorted { a, b in
      switch compare(a.element, b.element) {
      case .before: true
      case .after: false
      // The standard library does not guarantee a stable sort.
      case .same: a.offset < b.offset
      }
    }
    .map(\.element)
  }
}

// MARK: - Composing

extension ParticipantOrder {
  /// Returns this order with another one as a tie-breaker.
  public func then(_ next: ParticipantOrder) -> ParticipantOrder {
    ParticipantOrder { a, b in
      let comparison = compare(a, b)
      return comparison == .same ? next.compare(a, b) : comparison
    }
  }

  /// Combines orders, each as a tie-breaker for those before it.
  public static func combined(_ orders: [ParticipantOrder]) -> ParticipantOrder {
    ParticipantOrder { a, b in
      for order in orders {
        let comparison = order.compare(a, b)
        if comparison != .same { return comparison }
      }
      return .same
    }
  }

  /// Returns this order restricted to pairs that satisfy a condition.
  public func when(
    _ condition: @escaping @Sendable (ParticipantState, ParticipantState) -> Bool
  ) -> ParticipantOrder {
    ParticipantOrder { a, b in condition(a, b) ? compare(a, b) : .same }
  }

  /// This order restricted to pairs with an invisible participant, so that no one moves on screen.
  public var ifInvisible: ParticipantOrder { when { !$0.participant.showTrack || !$1.participant.showTrack } }

  /// The reverse order.
  public var reversed: ParticipantOrder { ParticipantOrder { a, b in compare(b, a) } }

  /// Sorts participants who satisfy a condition first.
  public static func first(
    where condition: @escaping @Sendable (ParticipantState) -> Bool
  ) -> ParticipantOrder {
    ParticipantOrder { a, b in
      switch (condition(a), condition(b)) {
      case (true, false): .before
      case (false, true): .after
      case (true, true), (false, false): .same
      }
    }
  }

  /// Sorts by a key in ascending order.
  public static func ascending<Key: Comparable & SendableMetatype>(
    by key: @escaping @Sendable (ParticipantState) -> Key
  ) -> ParticipantOrder {
    ParticipantOrder { a, b in
      let (a, b) = (key(a), key(b))
      return a < b ? .before : b < a ? .after : .same
    }
  }
}
