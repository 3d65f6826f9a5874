import SchemaRuntime

/// Reads orders, one a line, and says of each what it holds or what is wrong with it.
@main
enum Orders {
  static let log = #"""
    {"id":"a-1","placed":"2024-05-01T10:00:00Z","items":[{"name":"tea","count":2},{"name":"pot","count":1}]}
    {"id":"a-2","placed":"2024-05-01T10:01:00Z","items":[]}
    {"id":"a-3","placed":"noon","items":[{"name":"cup","count":0}],"note":"no hurry"}
    """#

  static func main() {
    for line in Order.lines(in: Array(log.utf8)) {
      switch line.result {
      case .success(let order):
        let items = order.items.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
        print("\(order.id): \(items)")
      case .failure(let error):
        print(error)
      }
    }
  }
}
