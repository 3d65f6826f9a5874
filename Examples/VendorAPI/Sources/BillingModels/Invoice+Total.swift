import Foundation

extension Invoice {
  /// The sum of the prices in one currency.
  public func total(in currency: String) -> Decimal {
    shipments.map(\.price).filter { $0.currency == currency }.reduce(0) { $0 + $1.value }
  }
}
