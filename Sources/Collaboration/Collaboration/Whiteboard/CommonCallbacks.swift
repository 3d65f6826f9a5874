public import CollaborationModels
import SchemaRuntime

/// The callbacks shared by live rooms and playbacks. All have default implementations.
public protocol CommonCallbacks: Sendable {
  /// Called for an uncaught error.
  func throwError(_ error: WhiteboardError)
  /// Returns the address to use for an inserted picture or slide. Called only if the library was created with
  /// `enableInterrupterAPI`.
  func urlInterrupter(_ url: String) -> String
}

extension CommonCallbacks {
  public func throwError(_ error: WhiteboardError) {}
  public func urlInterrupter(_ url: String) -> String { url }
}

/// The state shared by all rooms and playbacks of one ``WhiteboardSDK``.
final class WhiteboardContext: Sendable {
  let globalState = GlobalStateRegistry()
  private let interruptsURLs: Bool
  private let callbacks: Mutex<(any CommonCallbacks)?>

  init(interruptsURLs: Bool, callbacks: (any CommonCallbacks)?) {
    self.interruptsURLs = interruptsURLs
    self.callbacks = Mutex(callbacks)
  }

  func setCallbacks(_ new: (any CommonCallbacks)?) {
    // The old ones are released outside the lock, because their deinitializer may set callbacks as well.
    _ = callbacks.withLock { callbacks in
      defer { callbacks = new }
      return callbacks
    }
  }

  private var current: (any CommonCallbacks)? { callbacks.withLock { $0 } }

  // Callbacks run outside the lock, so that they can replace themselves.
  func throwError(_ error: WhiteboardError) { current?.throwError(error) }

  func interrupt(_ url: String) -> String { interruptsURLs ? current?.urlInterrupter(url) ?? url : url }

  /// Returns the scene with its slide's addresses replaced by the interrupter.
  func interrupt(_ scene: WhiteboardScene) -> WhiteboardScene {
    guard interruptsURLs, var slide = scene.ppt else { return scene }
    slide.src = interrupt(slide.src)
    slide.previewURL = slide.previewURL.map { interrupt($0) }
    var result = scene
    result.ppt = slide
    return result
  }
}
