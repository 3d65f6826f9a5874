import CollaborationModels

/// A picture on the current scene.
public struct WhiteboardImage: Hashable, Sendable {
  /// The id of the picture, chosen by the member who inserts it.
  public var uuid: String
  /// The address of the picture.
  public var src: String
  /// The center and size of the picture, in whiteboard coordinates.
  public var centerX, centerY, width, height: Double
  /// Whether the picture cannot be moved.
  public var isLocked: Bool

  public init(
    uuid: String, src: String, centerX: Double = 0, centerY: Double = 0, width: Double, height: Double,
    isLocked: Bool = false
  ) {
    self.uuid = uuid
    self.src = src
    self.centerX = centerX
    self.centerY = centerY
    self.width = width
    self.height = height
    self.isLocked = isLocked
  }
}

extension RoomAction.InsertImage {
  init(_ image: WhiteboardImage) {
    self.init(
      uuid: image.uuid, src: image.src, centerX: image.centerX, centerY: image.centerY, width: image.width,
      height: image.height, locked: image.isLocked)
  }
}
