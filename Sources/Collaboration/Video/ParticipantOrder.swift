public import CollaborationModels

/// An order of participants, made of smaller ones.
///
///     let order = ParticipantOrder.pinned.then(.screenSharing).then(.name)
///     order.sorted(call.participants)
public struct ParticipantOrder: Sendable {
  /// Where the first of two participants stands.
  public enum Comparison: Hashable, Sendable {
    case before
    /// The order does not say.
    case same
    case after
  }

  /// Compares two participants.
  public typealias Compare = @Sendable (ParticipantState, ParticipantState) -> Comparison

  private let comparison: Compare

  public init(_ compare: @escaping Compare) { comparison = compare }

  /// Where the first of two participants stands.
  public func compare(_ a: ParticipantState, _ b: ParticipantState) -> Comparison { comparison(a, b) }

  /// The participants in this order; those of whom it says nothing keep theirs.
  ///
  /// An order may contradict itself over three participants, as those that look at visibility can. Then the result is
  /// still the same for the same participants, each of them once.
  public func sorted(_ participants: [ParticipantState]) -> [ParticipantState] {
    participants.enumerated().sorted { a, b in
      switch compare(a.element, b.element) {
      case .before: true
      case .after: false
      // The standard library does not promise to keep the order of equals.
      case .same: a.offset < b.offset
      }
    }
    .map(\.element)
  }
}

// MARK: - Composing

extension ParticipantOrder {
  /// This order, and another one where this does not say.
  public func then(_ next: ParticipantOrder) -> ParticipantOrder {
    ParticipantOrder { a, b in
      let comparison = compare(a, b)
      return comparison == .same ? next.compare(a, b) : comparison
    }
  }

  /// Orders one after the other: each where those before it do not say.
  public static func combined(_ orders: [ParticipantOrder]) -> ParticipantOrder {
    ParticipantOrder { a, b in
      for order in orders {
        let comparison = order.compare(a, b)
        if comparison != .same { return comparison }
      }
      return .same
    }
  }

  /// This order for pairs of whom a condition holds; of others it does not say.
  public func when(
    _ condition: @escaping @Sendable (ParticipantState, ParticipantState) -> Bool
  ) -> ParticipantOrder {
    ParticipantOrder { a, b in condition(a, b) ? compare(a, b) : .same }
  }

  /// This order where one of two is out of sight, so that nobody moves before one's eyes.
  public var ifInvisible: ParticipantOrder { when { !$0.participant.showTrack || !$1.participant.showTrack } }

  /// The other way round.
  public var reversed: ParticipantOrder { ParticipantOrder { a, b in compare(b, a) } }

  /// Those first of whom a condition holds.
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

  /// Those first whose key is less.
  public static func ascending<Key: Comparable & SendableMetatype>(
    by key: @escaping @Sendable (ParticipantState) -> Key
  ) -> ParticipantOrder {
    ParticipantOrder { a, b in
      let (a, b) = (key(a), key(b))
      return a < b ? .before : b < a ? .after : .same
    }
  }
}
