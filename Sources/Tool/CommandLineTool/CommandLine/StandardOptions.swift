/// The options of all verbs.
struct StandardOptions: OptionGroup {
  @Option("--color", "WHEN", .word, default: .auto) var color: TextStream.ColorUse
  @Option("--quiet", "print no progress and no summary") var isQuiet: Bool
  @Option("--verbose", "print every note, including similar ones") var isVerbose: Bool
  @Option("--help", "print this help") var isHelp: Bool
  @Option("--version", "print the version") var isVersion: Bool

  var parameters: [Parameter] {
    [_color.parameter, _isQuiet.parameter, _isVerbose.parameter, _isHelp.parameter, _isVersion.parameter]
  }

  var verbosity: Terminal.Verbosity { isQuiet ? .quiet : isVerbose ? .verbose : .normal }
}
