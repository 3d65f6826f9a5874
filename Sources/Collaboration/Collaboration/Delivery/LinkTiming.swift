/// The durations of a client's delivery, in milliseconds.
struct LinkTiming: Hashable, Sendable {
  /// The time after which the caller of a request stops waiting, and a silent connection is given up.
  var request = 15_000
  /// The time after which leaving ends without an answer.
  var leave = 5_000
  /// The limit of the first random wait between two attempts to connect or to repeat messages.
  var retry = 1_000
  /// The limit of such waits, which doubles from one to the next.
  var maximumRetry = 30_000
  /// The time after which a quiet connection is checked.
  var heartbeat = 10_000
  /// The time after which joining, or restoring a lost connection, is given up; nil if the owner of the link decides.
  var connection: Int?
  /// Whether joining goes on if a connection could not be opened, instead of failing.
  var retriesJoining = false
}
