import CommandLineTool

/// `codegen generate --watch`: generates again whenever an input changes.
///
/// The system only reports that something happened. A comparison of file stamps decides whether to run, so that no
/// change between two runs is missed, and the output of a run does not trigger another one.
struct Watch {
  let generation: Generation

  /// Runs until the process is interrupted.
  func run() throws -> ExitCode {
    let terminal = generation.terminal
    let watcher = try FolderWatcher()
    Interruptions.shared.makeInterruptOrderly()
    var known: InputFiles?
    while true {
      let roots = generation.inputs().roots
      var files = InputFiles(roots)
      // Changes after this snapshot produce events.
      try watcher.watch(files.folders)
      files = InputFiles(roots)
      if files != known {
        let code = generation.run()
        terminal.pauseProgress()
        if code == .unusable, !generation.options.json {
          terminal.output.writeLine("not generated, because of the errors above; waiting for changes")
        }
        terminal.output.flush()
        if terminal.output.failure != nil { return .unusable }
        if let lock = roots.lock { files.stamp(lock) }
        known = files
        // The configuration may have changed during the run.
        if generation.inputs().roots != roots { continue }
      }
      watcher.wait()
    }
  }
}
