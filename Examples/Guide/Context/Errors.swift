import SchemaRuntime

private let bytes = Array(
  """
  { "name": "Long words for a short name",
    "payment": {
      "method": "voucher" } }
  """.utf8)
private let issues = (try? Order.issues(in: #"{"payment":{"method":"invoice"}}"#)) ?? []
private func highlight(_ location: JSONPointer, _ names: [String]) { print("highlight", location, names) }
private func show(_ text: String, at location: JSONPointer) { print("show", text, "at", location) }
