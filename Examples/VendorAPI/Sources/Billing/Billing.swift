import BillingModels
import Foundation
import ParcelModels
import SchemaRuntime

/// Decodes a response from the vendor's service, and creates an invoice.
@main
enum Billing {
  static let response = #"""
    {"id": "P-1007", "st": "held_at_customs", "price": {"value": 12.90, "currency": "EUR"}, "weight": 0.8,
     "receiver": {"name": "Ada", "city": "Ulm", "phone": "+49 731 555"}, "updated_at": "2026-05-01T10:00:00Z"}
    """#
  static let broken = #"{"id": "P-1008", "st": 3, "price": {"value": -1, "currency": "euro"}}"#

  static func main() throws {
    let shipment = try Shipment(json: response)
    print("\(shipment.id): \(shipment.status.rawValue), \(shipment.hasArrived ? "arrived" : "on its way")")
    print(shipment)

    let customer = Address(name: "Grace", city: "Bonn")
    let invoice = Invoice(number: "I-1", customer: customer, shipments: [shipment])
    print("\(customer.name) pays \(invoice.total(in: "EUR")) EUR")
    print(String(decoding: try invoice.json(), as: UTF8.self))

    do {
      _ = try Shipment(json: broken)
    } catch {
      print(error)
    }
  }
}
