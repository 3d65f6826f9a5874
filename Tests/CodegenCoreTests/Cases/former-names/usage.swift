import SchemaRuntime

// What is deprecated itself may use what is: a witness, so that nothing here warns.
protocol Runs {
  func run() throws
}

struct OldNames: Runs {
  @available(*, deprecated)
  func run() throws {
    var order: Order = try Bill(json: #"{"payer":"a","version":2,"status":"open"}"#)
    expect(order.payer, "a")
    expect(order.version, 2)
    expect(order.total, 0)
    order.payer = "b"
    order.total = 1
    let status: Order.Status? = order.status
    expect(status, .open)
    var patch = Order.Patch()
    patch.payer = "c"
    try patch.apply(to: &order)
    expect(String(decoding: try order.json(), as: UTF8.self), #"{"payer":"c","version":2,"total":1,"status":"open"}"#)
  }
}

do { try (OldNames() as any Runs).run() } catch { fail("expected no error, found \(error)", #line) }

// The new ones are the same types.
let purchase = accept(Purchase.self, #"{"payer":"a","version":2,"status":"paid"}"#)
expect(purchase?.customer, "a")
expect(purchase?.status, .paid)
