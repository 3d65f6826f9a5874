import SchemaRuntime

/// Tasks that end with their owner. An actor adds tasks here in its `init`, where it cannot set its own properties yet.
/// Finished tasks are removed.
package final class OwnedTasks: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())

  package init() {}

  package func add(_ operation: @escaping @Sendable () async -> Void) {
    // Created inside the lock, so that a task that finishes immediately is removed only after it was added.
    state.withLock { state in
      let id = state.nextID
      state.nextID += 1
      state.tasks[id] = Task { [weak self] in
        await operation()
        self?.forget(id)
      }
    }
  }

  package func cancelAll() {
    let cancelled = state.withLock { state in
      defer { state.tasks = [:] }
      return state.tasks
    }
    for task in cancelled.values { task.cancel() }
  }

  private func forget(_ id: Int) { _ = state.withLock { $0.tasks.removeValue(forKey: id) } }

  deinit { cancelAll() }
}
