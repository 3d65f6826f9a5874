import CollaborationModels
import SchemaRuntime
import TestSupport
import Testing

@testable import Collaboration
@testable import CollaborationService

@Suite struct WhiteboardConcurrencyTests {
  /// Records whether two callbacks ever ran concurrently.
  private final class Alone: RoomCallbacks {
    private let running = Mutex((now: 0, most: 0))

    var most: Int { running.withLock { $0.most } }

    func fireRoomStateChanged(_ modifyState: RoomState.Patch, in room: Room) {
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      _ = room.state
      running.withLock { $0.now -= 1 }
    }
  }

  @Test("eight tasks in three rooms: all end with the service's state, and no two callbacks run concurrently")
  func hammersRooms() async throws {
    let (board, alone) = (Whiteboard(), [Alone(), Alone(), Alone()])
    var rooms: [Room] = []
    for callbacks in alone { rooms.append(try await board.join(callbacks: callbacks)) }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { [rooms] in
          var random = SeededRandom(seed: UInt64(task))
          for step in 0..<250 {
            let room = rooms[Int(random.next() % 3)]
            switch random.next() % 8 {
            case 0, 1, 2: try? room.setGlobalState(["key \(random.next() % 5)": .number(JSONNumber(step))])
            case 3: try? room.setMemberState(MemberState(currentApplianceName: .text, textSize: Double(step)))
            case 4: try? room.setViewMode(step.isMultiple(of: 2) ? .broadcaster : .freedom)
            case 5:
              try? room.moveCamera(CameraState(centerX: Double(step), centerY: 0, scale: 1, width: 1, height: 1))
            case 6: try? await room.addPage(WhiteboardScene(name: "page \(step % 9)"), afterCurrent: true)
            default: _ = room.state
            }
          }
        }
      }
    }
    for _ in 0..<2 { for room in rooms { _ = await room.getRoomState() } }
    for (room, id) in zip(rooms, 1...) {
      #expect(room.state == board.service.state(of: "room", for: id))
    }
    #expect(alone.map(\.most) == [1, 1, 1])
    #expect(board.common.errors.isEmpty)
  }

  @Test("eight tasks with one store: all handles end with the same values")
  func hammersStores() async throws {
    let board = Whiteboard()
    var stores: [SyncedStore] = []
    for _ in 0..<2 { stores.append(try await board.join(callbacks: Alone()).connectSyncedStore("score")) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { [stores] in
          for step in 0..<125 {
            try await stores[task % 2].setState([
              "key \(task % 3)": .number(JSONNumber(step)), "last": .number(JSONNumber(task)),
            ])
          }
        }
      }
      try await group.waitForAll()
    }
    for store in stores { try await store.setState([:]) }
    for store in stores { try await store.setState([:]) }
    #expect(stores[0].state == stores[1].state)
    #expect(stores[0].state.count == 4)
  }

  @Test("eight tasks with one playback: it is never in an impossible state")
  func hammersPlayer() async throws {
    let board = Whiteboard(recordings: LocalRecordings(["room": try .sample()]))
    let player = try await board.sdk.createPlayer(PlayerConfig(room: "room"))
    let problems = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var random = SeededRandom(seed: UInt64(task))
          var problems = 0
          for _ in 0..<250 {
            switch random.next() % 5 {
            case 0: try? player.play()
            case 1: try? player.pause()
            case 2: _ = try? await player.seek(toScheduleTime: .milliseconds(Int(random.next() % 3000)))
            case 3: board.clock.advance(by: .milliseconds(Int(random.next() % 50)))
            default:
              let info = player.timeInfo
              if !(0...2000).contains(info.scheduleTime) { problems += 1 }
            }
          }
          return problems
        }
      }
      return await group.reduce(0, +)
    }
    #expect(problems == 0)
    // Whatever came before, the visible state is the recording's at that time.
    try player.pause()
    _ = try await player.seek(toScheduleTime: .milliseconds(100))
    _ = try await player.seek(toScheduleTime: .seconds(2))
    #expect(player.globalState == ["page": 2])
    player.stop()
    #expect(player.phase == .stopped)
  }
}
