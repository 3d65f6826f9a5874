public import CollaborationModels

/// The texts of the navigation bar before a call.
public struct SetupScreenText: Hashable, Sendable {
  /// The first line; never empty.
  public var title: String
  /// The second line, if any.
  public var subtitle: String?
  /// Whether a subtitle was ignored because it requires a title. Apps may want to log this.
  public var isSubtitleIgnored: Bool

  /// Creates the texts from title and subtitle; if the title is blank, the standard title alone.
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
