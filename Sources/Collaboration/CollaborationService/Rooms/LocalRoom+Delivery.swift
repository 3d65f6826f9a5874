import Collaboration
import CollaborationModels
import SchemaRuntime

// The room's side of the connections: sessions, repeated and early requests, missed frames.

extension LocalRoom {
  /// Frames to send, each on a connection.
  typealias Deliveries = [(connection: Int, frame: RoomFrame)]

  /// Processes a message that arrived on a connection.
  /// - Parameters:
  ///   - user: the verified id of the user who sent it; nil if the service does not know. A session belongs to the user
  ///     who began it.
  ///   - mayWrite: whether the member's token grants write access.
  mutating func receive(
    _ message: RoomRequestFrame, from user: String? = nil, on connection: Int, mayWrite: Bool = true
  ) -> Deliveries {
    guard let index = members.firstIndex(where: { $0.link.session == message.session }) else {
      return begin(message, from: user, on: connection, mayWrite: mayWrite)
    }
    guard members[index].user == user else { return [(connection, .ended())] }
    guard members[index].isReachable else {
      if case .resume = message { members[index].parked = (connection, message) }
      return []
    }
    let memberID = members[index].id
    if case .leave = message {
      return post(leave(memberID)) + [(connection, .ended())]
    }
    var output = vacate(connection, exceptFor: message.session)
    guard let index = self.index(of: memberID) else { return output }
    if members[index].link.connection != connection {
      members[index].link.connection = connection
      members[index].connections += 1
    }
    output += post(recover(memberID)) + restrict(memberID, mayWrite: mayWrite)
    switch message {
    case .join: return output + [(connection, .snapshot(snapshot(for: members[index])))]
    case .resume(let resume):
      return output + handleRequests(of: index, seen: resume.seen) + missed(by: index, resume.seen)
    case .act(let act): return output + handle(act, from: index)
    case .leave: return output
    }
  }

  /// Refuses a request that could not be read.
  mutating func refuse(_ refusal: RoomLogEntry.Refusal) -> Deliveries {
    // As the answer to a question of the same session, which connects it.
    let resume = RoomRequestFrame.resume(session: refusal.session, seen: refusal.seen)
    guard let index = members.firstIndex(where: { $0.link.session == refusal.session }),
      members[index].user == refusal.userID, members[index].isReachable,
      members[index].link.connection == refusal.connection
    else { return receive(resume, from: refusal.userID, on: refusal.connection) }
    if refusal.id <= members[index].link.handled {
      let answer = members[index].link.answer(to: refusal.id)
      return answer.map { [(refusal.connection, $0)] } ?? missed(by: index, refusal.seen)
    }
    members[index].link.acknowledge(refusal.seen)
    guard members[index].link.skip(refusal.id) else { return [] }
    let memberID = members[index].id
    let output = post(refused(refusal.id, for: memberID, .invalidMessage(refusal.reason)))
    guard let index = self.index(of: memberID) else { return output }
    return output + handleRequests(of: index, seen: refusal.seen)
  }

  /// Processes a message of a session without a member: it joins, or it has ended.
  private mutating func begin(
    _ message: RoomRequestFrame, from user: String?, on connection: Int, mayWrite: Bool
  ) -> Deliveries {
    if let ended = ended.elements.first(where: { $0.session == message.session }) {
      return [(connection, ended.user == user ? ended.last : .ended())]
    }
    guard case .join(let join) = message else { return [(connection, .ended())] }
    let link = ServiceLink<RoomWire>(session: join.session, connection: connection, limits: Self.limits)
    var copy = self
    do {
      let (member, output) = try copy.join(join.config, user: user, link: link, mayWrite: mayWrite)
      let first = RoomFrame.snapshot(copy.snapshot(for: member))
      // A payload can be nested too deeply for a list of members, for example.
      try first.validate()
      self = copy
      return post(output) + vacate(connection, exceptFor: join.session) + [(connection, first)]
    } catch {
      return [(connection, .disconnect(revision: 1, payload: DisconnectError(error: "\(error)")))]
    }
  }

  /// Disconnects the members of a connection, except for one session: a connection belongs to the session that used it
  /// last.
  private mutating func vacate(_ connection: Int, exceptFor session: String? = nil) -> Deliveries {
    var deliveries: Deliveries = []
    for member in members where member.link.connection == connection && member.link.session != session {
      deliveries += post(drop(member.id))
    }
    return deliveries
  }

  /// Changes what a member's token grants, if it does not grant the same as before.
  private mutating func restrict(_ memberID: Int, mayWrite: Bool) -> Deliveries {
    guard let index = index(of: memberID), members[index].mayWrite != mayWrite else { return [] }
    members[index].mayWrite = mayWrite
    return !mayWrite && members[index].isWritable ? setWritable(false, for: memberID) : []
  }

  private mutating func handle(_ act: RoomRequestFrame.Act, from index: Int) -> Deliveries {
    let connection = members[index].link.connection
    if act.id <= members[index].link.handled {
      members[index].link.acknowledge(act.seen)
      if let answer = members[index].link.answer(to: act.id) { return connection.map { [($0, answer)] } ?? [] }
      return missed(by: index, act.seen)
    }
    members[index].link.take(act.action, id: act.id)
    return handleRequests(of: index, seen: act.seen)
  }

  /// Handles the requests whose turn it is.
  private mutating func handleRequests(of index: Int, seen: Int) -> Deliveries {
    members[index].link.acknowledge(seen)
    members[index].lostStores = members[index].lostStores.filter { $0.value > seen }
    var deliveries: Deliveries = []
    while let (id, request) = members[index].link.next() {
      deliveries += post(handle(request, id: id, from: members[index].id))
    }
    return deliveries
  }

  private func missed(by index: Int, _ seen: Int) -> Deliveries {
    let link = members[index].link
    guard let connection = link.connection else { return [] }
    let missing = link.missing(after: seen)
    let frames = missing.lost == nil ? missing.frames : [.snapshot(snapshot(for: members[index]))]
    let last = RoomFrame.upToDate(revision: link.revision)
    return (frames + [last]).map { (connection, $0) }
  }

  /// Numbers frames, keeps them for their members, and returns those for connected members.
  mutating func post(_ output: Output) -> Deliveries {
    output.flatMap { post -> Deliveries in
      // Measured once, because only the revisions differ.
      let size = post.members.isEmpty ? 0 : post.frame(0).jsonSize
      return post.members.compactMap { memberID in
        guard let index = index(of: memberID) else { return nil }
        let frame = members[index].link.number(post.answer, size: size, post.frame)
        return members[index].link.connection.map { ($0, frame) }
      }
    }
  }

  /// Returns the complete state as a member sees it.
  func snapshot(for member: Member) -> RoomFrame.Snapshot {
    var known = JSONMap<JSONObject?>()
    for name in member.lostStores.keys.sorted() { known[name] = .some(nil) }
    for name in member.stores.sorted() {
      if let values = stores[name] { known[name] = values }
    }
    return RoomFrame.Snapshot(
      revision: member.link.revision, memberID: member.id, isWritable: member.isWritable, state: state(for: member),
      stores: known, handled: member.link.handled, answers: member.link.answers)
  }
}

// MARK: - What a service does on its own

extension LocalRoom {
  /// Ends a connection.
  mutating func disconnect(_ connection: Int) -> Deliveries { vacate(connection) }

  /// Simulates the loss of a member's network.
  mutating func lose(_ memberID: Int) -> Deliveries {
    guard let index = index(of: memberID) else { return [] }
    members[index].isReachable = false
    return post(drop(memberID))
  }

  /// Simulates the return of a member's network.
  mutating func find(_ memberID: Int) -> Deliveries {
    guard let index = index(of: memberID), !members[index].isReachable else { return [] }
    members[index].isReachable = true
    guard let (connection, resume) = members[index].parked else { return [] }
    members[index].parked = nil
    return receive(resume, from: members[index].user, on: connection)
  }

  /// Removes a member from the room.
  mutating func kick(_ memberID: Int, reason: String) -> Deliveries {
    guard let index = index(of: memberID) else { return [] }
    let last = members[index].link.number { .kick(revision: $0, payload: KickReason(reason: reason)) }
    let connection = members[index].link.connection
    return (connection.map { [($0, last)] } ?? []) + post(leave(memberID, last: last))
  }

  mutating func setWritable(_ isWritable: Bool, for memberID: Int) -> Deliveries {
    guard let index = index(of: memberID) else { return [] }
    members[index].isWritable = isWritable
    return post([writable(isWritable, for: memberID)])
  }
}
