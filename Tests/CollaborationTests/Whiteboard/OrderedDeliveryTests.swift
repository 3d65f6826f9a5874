import SchemaRuntime
import Testing

@testable import Collaboration

@Suite struct OrderedDeliveryTests {
  private final class Diary: Sendable {
    let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private func deliver(_ delivery: OrderedDelivery<Int>, _ diary: Diary) {
    delivery.run { value in
      diary.note("begin \(value)")
      if value == 1 {
        delivery.add(2)
        deliver(delivery, diary)
      }
      diary.note("end \(value)")
    }
  }

  @Test("effects of a callback are delivered after the callback")
  func delaysNested() {
    let (delivery, diary) = (OrderedDelivery<Int>(), Diary())
    delivery.add(1)
    deliver(delivery, diary)
    deliver(delivery, diary)
    #expect(diary.lines.withLock { $0 } == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test("eight tasks that add and deliver: one delivery at a time, each value once, in the order of each task")
  func deliversAlone() async {
    let (delivery, diary) = (OrderedDelivery<(task: Int, step: Int)>(), Diary())
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<500 {
            delivery.add((task, step))
            delivery.run { value in
              diary.note("begin")
              diary.note("\(value.task) \(value.step)")
            }
          }
        }
      }
    }
    let lines = diary.lines.withLock { $0 }
    // If two were delivered concurrently, one begin would follow another.
    #expect(stride(from: 0, to: lines.count, by: 2).allSatisfy { lines[$0] == "begin" })
    #expect(lines.count == 8000)
    for task in 0..<8 {
      let own = lines.filter { $0.hasPrefix("\(task) ") }
      #expect(own == (0..<500).map { "\(task) \($0)" })
    }
  }
}
