// What the vendor's description does not say: code of one's own beside the generated types.
extension Shipment {
  /// Whether the parcel has arrived. A state that the description does not list is one on the way.
  public var hasArrived: Bool { status == .delivered }
}
