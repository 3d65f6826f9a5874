public import CollaborationModels

/// The text of the navigation bar before a call.
public struct SetupScreenText: Hashable, Sendable {
  /// The first line; never empty.
  public var title: String
  /// The second line; nil when there is none.
  public var subtitle: String?
  /// Whether a subtitle was given and left out, because it needs a title: worth a line in an app's log.
  public var isSubtitleIgnored: Bool

  /// The given title and subtitle; without a title that can be seen, the standard title alone.
  public init(_ data: SetupScreenViewData?, texts: CallTexts = CallTexts()) {
    let subtitle = data?.subtitle.unlessBlank
    if let title = data?.title, !title.isBlank {
      self.title = title
      self.subtitle = subtitle
      isSubtitleIgnored = false
    } else {
      title = texts.setupTitle
      self.subtitle = nil
      isSubtitleIgnored = subtitle != nil
    }
  }
}
