public import Collaboration
public import CollaborationModels

/// The common callbacks as the whiteboard SDK has them: with any error, which is ``Collaboration/WhiteboardFailure/service(_:)``.
public protocol CommonCallbackDelegate: CommonCallbacks {
  /// Called for an uncaught error.
  func throwError(_ error: any Error)
}

extension CommonCallbackDelegate {
  public func throwError(_ error: WhiteboardError) { throwError(WhiteboardFailure.service(error)) }
  public func throwError(_ error: any Error) {}
}
