import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration

/// Uploads and messages over connections that lose, double, delay and reorder.
@Suite struct MessageLossTests {
  private enum ToClient {
    case progress(Double, id: Int, attempt: Int)
    case uploaded(String?, id: Int, attempt: Int)
    case sent(number: Int, failure: String?)
  }

  private enum ToService {
    case upload(id: Int, attempt: Int)
    case message(Message, number: Int)
  }

  private struct Run {
    static let timeout = 15

    var outbox: MessageOutbox
    var requests = FaultyChannel<ToService>()
    var answers = FaultyChannel<ToClient>()
    var uploadTimers: [Int: (due: Int, attempt: Int)] = [:]
    var sendTimers: [Int: Int] = [:]
    /// The messages that the service has, by id.
    var received: [String: Message] = [:]
    var open: Set<Int> = []
    var acknowledged: [Message] = []
    var removed: Set<Int> = []
    var texts: [String] = []
    var attachments: [Int] = []
    var now = 0
    var failure: String?

    init(user: MessageUser) {
      let counter = Mutex(0)
      outbox = MessageOutbox(draft: MessageDraft(limits: AttachmentLimits(maximumCount: 500)), user: user) {
        let number = counter.withLock { count in
          count += 1
          return count
        }
        return ("m\(number)", user.createdAt)
      }
    }

    mutating func perform(_ effects: [MessageOutbox.Effect], _ random: inout SeededRandom) {
      for effect in effects {
        switch effect {
        case .upload(_, let id, let attempt):
          requests.send(.upload(id: id, attempt: attempt), at: now, &random)
          uploadTimers[id] = (now + Self.timeout, attempt)
        case .uploadAdvanced(let id, let attempt): uploadTimers[id] = (now + Self.timeout, attempt)
        case .endUpload(let id): uploadTimers[id] = nil
        case .send(let message, let number):
          requests.send(.message(message, number: number), at: now, &random)
          sendTimers[number] = now + Self.timeout
        case .cancelSend(let number): sendTimers[number] = nil
        case .answer(let answer, let number):
          sendTimers[number] = nil
          if open.remove(number) == nil { failure = "message \(number) has two answers" }
          if case .success(let message) = answer { acknowledged.append(message) }
        case .publish: break
        }
      }
      if open.count != outbox.pendingCount { failure = "\(open.count) wait, not \(outbox.pendingCount)" }
    }

    mutating func send(_ random: inout SeededRandom) {
      let (number, effects) = outbox.send([:])
      open.insert(number)
      perform(effects, &random)
    }

    mutating func act(_ random: inout SeededRandom) throws {
      now += 1
      switch random.below(16) {
      case 0...3:
        let word = "w\(now)."
        texts.append(word)
        perform(outbox.setText([outbox.draft.text, word].filter { !$0.isEmpty }.joined(separator: "\n")), &random)
      case 4...6:
        let file = CollaborationModels.Attachment.file(
          FileAttachment(assetURL: "file:///tmp/\(now)", title: "file \(attachments.count + 1)"))
        let (id, effects) = try outbox.add(file, fileSize: 1)
        attachments.append(id)
        perform(effects, &random)
      case 7:
        guard let id = outbox.draft.items.randomElement(using: &random)?.id else { return }
        removed.insert(id)
        perform(outbox.remove(id), &random)
      case 8...9:
        guard let id = outbox.draft.items.randomElement(using: &random)?.id else { return }
        perform(try outbox.retryUpload(of: id), &random)
      case 10...12: send(&random)
      case 13: if let number = open.min() { perform(outbox.giveUp(number, .cancelled), &random) }
      default: break
      }
    }

    mutating func deliver(_ random: inout SeededRandom) {
      for request in requests.receive(at: now) {
        switch request {
        case .upload(let id, let attempt):
          for progress in [0.3, 0.6] { answers.send(.progress(progress, id: id, attempt: attempt), at: now, &random) }
          let address = random.below(6) == 0 ? nil : "https://files.example/\(id)"
          answers.send(.uploaded(address, id: id, attempt: attempt), at: now, &random)
        case .message(let message, let number):
          let isRefused = received[message.id] == nil && random.below(6) == 0
          if !isRefused {
            if let former = received[message.id], former != message { failure = "one id for two messages" }
            received[message.id] = message
          }
          answers.send(.sent(number: number, failure: isRefused ? "refused" : nil), at: now, &random)
        }
      }
      for answer in answers.receive(at: now) {
        switch answer {
        case .progress(let progress, let id, let attempt):
          perform(outbox.progress(progress, of: id, attempt: attempt), &random)
        case .uploaded(let address, let id, let attempt):
          perform(outbox.uploadEnded(id, attempt: attempt, address: address), &random)
        case .sent(let number, let failure): perform(outbox.answered(number, failure: failure), &random)
        }
      }
      for (id, timer) in uploadTimers.sorted(by: { $0.key < $1.key }) where timer.due <= now {
        perform(outbox.uploadEnded(id, attempt: timer.attempt, address: nil), &random)
      }
      for (number, due) in sendTimers.sorted(by: { $0.key < $1.key }) where due <= now {
        perform(outbox.giveUp(number, .timedOut(after: .seconds(15))), &random)
      }
    }

    /// What is lost or without an answer.
    var verdict: String? {
      if let failure { return failure }
      if !open.isEmpty { return "messages \(open.sorted()) have no answer" }
      for message in acknowledged where received[message.id] != message { return "\(message.id) was never received" }
      let written = received.values.map(\.text) + [outbox.draft.text]
      for word in texts where !written.contains(where: { $0.contains(word) }) { return "'\(word)' is lost" }
      let titles = Set(
        (received.values.flatMap(\.attachments) + outbox.draft.items.map(\.attachment)).compactMap { attachment in
          if case .file(let file) = attachment { file.title } else { nil }
        })
      for (index, id) in attachments.enumerated() where !removed.contains(id) {
        if !titles.contains("file \(index + 1)") { return "file \(index + 1) is lost" }
      }
      return nil
    }
  }

  @Test(
    "whatever is lost, doubled or overtaken, every message has one answer, an id has one content, and every text and file is in the draft or has arrived"
  )
  func losesNothing() throws {
    let user = try MessageUser.sample("temur")
    let failures = try LossRuns.failures(60) { random in
      var run = Run(user: user)
      for _ in 0..<LossRuns.events {
        try run.act(&random)
        run.deliver(&random)
        if let failure = run.failure { return "step \(run.now): \(failure)" }
      }
      for _ in 0..<80 {
        run.now += 1
        run.deliver(&random)
      }
      return run.verdict
    }
    #expect(failures.prefix(3) == [])
  }

  @Test("a message sent again after a deadline has the same id, and a late answer to the first attempt ends the second")
  func repeats() throws {
    let user = try MessageUser.sample("temur")
    let ids = Mutex(0)
    var outbox = MessageOutbox(draft: MessageDraft(), user: user) {
      ("m\(ids.withLock { ids in ids += 1; return ids })", user.createdAt)
    }
    func sent(_ effects: [MessageOutbox.Effect]) -> String? {
      for case .send(let message, _) in effects { return message.id }
      return nil
    }
    func answers(_ effects: [MessageOutbox.Effect]) -> [String] {
      effects.compactMap { effect in
        guard case .answer(let answer, let number) = effect else { return nil }
        return "\(number): \((try? answer.get().id) ?? "failed")"
      }
    }
    _ = outbox.setText("Hello")
    let (first, effects) = outbox.send([:])
    #expect(sent(effects) == "m1" && outbox.draft.text.isEmpty)
    #expect(answers(outbox.giveUp(first, .timedOut(after: .seconds(1)))) == ["1: failed"])
    #expect(outbox.draft.text == "Hello")
    let (second, again) = outbox.send([:])
    #expect(second == 2 && sent(again) == "m1")
    #expect(answers(outbox.answered(first, failure: nil)) == ["2: m1"])
    #expect(outbox.answered(second, failure: nil).isEmpty)
    #expect(outbox.draft.text.isEmpty && outbox.pendingCount == 0)
    // A changed message is another one.
    _ = outbox.setText("Bye")
    let third = outbox.send([:]).number
    _ = outbox.answered(third, failure: "refused")
    _ = outbox.setText("Bye!")
    #expect(sent(outbox.send([:]).effects) != "m1")
  }
}
