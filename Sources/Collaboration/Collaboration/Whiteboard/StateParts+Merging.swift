package import CollaborationModels
import SchemaRuntime

/// A part of a room's or playback's state that partial updates are merged into.
protocol MergingPart {
  /// Adopts every member of the update; absent ones stay.
  mutating func merge(_ update: Self)
}

extension Optional where Wrapped: MergingPart {
  /// Merges a patch: if it is absent, the part is unchanged; null clears the part; a value is merged into it.
  mutating func merge(_ update: Presence<Wrapped>) {
    switch update {
    case .absent: return
    case .null: self = nil
    case .value(let value):
      self?.merge(value)
      if self == nil { self = value }
    }
  }
}

extension MergingPart {
  /// Merges a patch into a required part: null resets it to its empty form.
  mutating func merge(_ update: Presence<Self>, empty: @autoclosure () -> Self) {
    switch update {
    case .absent: return
    case .null: self = empty()
    case .value(let value): merge(value)
    }
  }
}

extension SceneState: MergingPart {
  mutating func merge(_ update: SceneState) {
    scenes = update.scenes
    scenePath = update.scenePath
    sceneName = update.sceneName
    contextPath = update.contextPath
    index = update.index
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension CameraState: MergingPart {
  package mutating func merge(_ update: CameraState) {
    centerX = update.centerX
    centerY = update.centerY
    scale = update.scale
    width = update.width
    height = update.height
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension PageState: MergingPart {
  mutating func merge(_ update: PageState) {
    index = update.index
    length = update.length
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension WindowBoxState: MergingPart {
  mutating func merge(_ update: WindowBoxState) { self = update }
}

extension ObserverMode: MergingPart {
  mutating func merge(_ update: ObserverMode) { self = update }
}

extension AppState: MergingPart {
  /// A focused app keeps the focus only while it is open.
  mutating func merge(_ update: AppState) {
    appIds = update.appIds
    if let focused = update.focusedId {
      focusedId = focused
    } else if let focused = focusedId, !appIds.contains(focused) {
      focusedId = nil
    }
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension MemberState: MergingPart {
  mutating func merge(_ update: MemberState) {
    currentApplianceName = update.currentApplianceName
    strokeType = update.strokeType ?? strokeType
    strokeColor = update.strokeColor ?? strokeColor
    strokeWidth = update.strokeWidth ?? strokeWidth
    strokeOpacity = update.strokeOpacity ?? strokeOpacity
    dottedLine = update.dottedLine ?? dottedLine
    textColor = update.textColor ?? textColor
    textSize = update.textSize ?? textSize
    textCanSelectText = update.textCanSelectText ?? textCanSelectText
    pencilEraserSize = update.pencilEraserSize ?? pencilEraserSize
    shapeType = update.shapeType ?? shapeType
    fillColor = update.fillColor ?? fillColor
    fillOpacity = update.fillOpacity ?? fillOpacity
    if let options = update.pencilOptions { pencilOptions.merge(.value(options)) }
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension PencilOptions: MergingPart {
  mutating func merge(_ update: PencilOptions) {
    enableDrawPoint = update.enableDrawPoint ?? enableDrawPoint
    disableBezier = update.disableBezier ?? disableBezier
    sparseWidth = update.sparseWidth ?? sparseWidth
    sparseHump = update.sparseHump ?? sparseHump
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension BroadcastState: MergingPart {
  mutating func merge(_ update: BroadcastState) {
    mode = update.mode
    broadcasterId.merge(update.broadcasterId) { $0 = $1 }
    broadcasterInformation.merge(update.broadcasterInformation) { $0.merge($1) }
    // Information about one broadcaster does not apply to the next.
    let isOfAnother = broadcasterInformation.value.map { $0.id != broadcasterId.value } ?? false
    if isOfAnother, !update.broadcasterInformation.isPresent { broadcasterInformation = .absent }
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension Presence {
  /// Adopts the value of an update. Null removes the value, as in every merge patch; without a value, nothing changes.
  fileprivate mutating func merge(_ update: Presence<Value>, by merging: (inout Value, Value) -> Void) {
    switch update {
    case .absent: return
    case .null: if value != nil { self = .absent }
    case .value(let new):
      if var old = value {
        merging(&old, new)
        self = .value(old)
      } else {
        self = update
      }
    }
  }
}

extension BroadcasterInformation: MergingPart {
  mutating func merge(_ update: BroadcasterInformation) {
    guard id == update.id else {
      self = update
      return
    }
    if let new = update.payload { payload = payload?.merging(new) ?? new }
    additionalMembers.mergePatch(update.additionalMembers)
  }
}

extension JSONValue {
  /// Returns the value after a partial update: two objects are merged, other values are replaced.
  fileprivate func merging(_ patch: JSONValue) -> JSONValue {
    guard case .object(let change) = patch, case .object(var merged) = self else { return patch }
    merged.mergePatch(change)
    return .object(merged)
  }
}
