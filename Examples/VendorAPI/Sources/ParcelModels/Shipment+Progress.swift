// Your own code extends the generated types.
extension Shipment {
  /// Whether the parcel has arrived. A state that the description does not list is one on the way.
  public var hasArrived: Bool { status == .delivered }
}
