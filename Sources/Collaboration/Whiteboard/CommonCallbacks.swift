public import CollaborationModels
import Synchronization

/// The callbacks that live rooms and playbacks share. Both have an empty form.
public protocol CommonCallbacks: Sendable {
  /// An error that nobody caught.
  func throwError(_ error: WhiteboardError)
  /// The address that is to be used instead of one of a picture or slide that is inserted. It is asked only when the
  /// library was made with `enableInterrupterAPI`.
  func urlInterrupter(_ url: String) -> String
}

extension CommonCallbacks {
  public func throwError(_ error: WhiteboardError) {}
  public func urlInterrupter(_ url: String) -> String { url }
}

/// What all rooms and playbacks of one ``WhiteboardSDK`` share.
final class WhiteboardContext: Sendable {
  let globalState = GlobalStateRegistry()
  private let interruptsURLs: Bool
  private let callbacks: Mutex<(any CommonCallbacks)?>

  init(interruptsURLs: Bool, callbacks: (any CommonCallbacks)?) {
    self.interruptsURLs = interruptsURLs
    self.callbacks = Mutex(callbacks)
  }

  func setCallbacks(_ new: (any CommonCallbacks)?) {
    // The old ones are let go of outside of the lock: their end may set callbacks as well.
    _ = callbacks.withLock { callbacks in
      defer { callbacks = new }
      return callbacks
    }
  }

  private var current: (any CommonCallbacks)? { callbacks.withLock { $0 } }

  // Callbacks run outside of the lock, so that they may replace themselves.
  func throwError(_ error: WhiteboardError) { current?.throwError(error) }

  func interrupt(_ url: String) -> String { interruptsURLs ? current?.urlInterrupter(url) ?? url : url }

  /// The scene with the addresses of its slide as the interrupter wants them.
  func interrupt(_ scene: WhiteboardScene) -> WhiteboardScene {
    guard interruptsURLs, var slide = scene.ppt else { return scene }
    slide.src = interrupt(slide.src)
    slide.previewURL = slide.previewURL.map { interrupt($0) }
    var result = scene
    result.ppt = slide
    return result
  }
}
