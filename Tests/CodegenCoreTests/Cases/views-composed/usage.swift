import SchemaRuntime

// A choice beside members: its branches have twins, and unknown members are refused as before.
let sale = accept(
  VOrderRequest.self,
  #"{"customer":{"name":"Ada"},"kind":"sale","lines":[{"text":"a"},"b"],"parts":[{"customer":{"name":"Bo"},"#
    + #""kind":"rent","days":2,"code":"c"}],"price":1.5}"#)
expect(sale?.customer == VOrder.PartyRequest(name: "Ada"), "a definition")
expect(sale?.lines?.line?.text == "a", "an item of a tuple")
refuse(VOrder.self, #"{"customer":{"name":"Ada"},"kind":"sale","price":1}"#, " required")
refuse(VOrderRequest.self, #"{"customer":{"name":"Ada"},"kind":"sale"}"#, " required")
refuse(
  VOrderRequest.self, #"{"customer":{"name":"Ada"},"kind":"sale","price":1,"id":"1"}"#, "/id unevaluatedProperties")
refuse(
  VOrderRequest.self, #"{"customer":{"name":"Ada","since":1},"kind":"sale","price":1}"#,
  "/customer/since unevaluatedProperties")
accept(VOrderRequest.self, #"{"customer":{"name":"Ada","trial":"t"},"kind":"rent","days":1,"code":"c"}"#)

// A type that is nullable.
accept(VOrderRequest.self, #"{"customer":{"name":"A"},"kind":"rent","state":{"why":"w"},"days":1,"code":"c"}"#)
accept(VOrderRequest.self, #"{"customer":{"name":"A"},"kind":"rent","state":null,"days":1,"code":"c"}"#)

// The same in a response, which keeps `id` and thereby stays `Identifiable`.
let rent = accept(VOrderResponse.self, #"{"id":"7","customer":{"name":"A","since":1},"kind":"rent","days":1}"#)
expect(rent?.id == "7", "an identity")
func identity(of value: some Identifiable<String>) -> String { value.id }
expect(rent.map { identity(of: $0) } == "7", "Identifiable")
refuse(
  VOrderResponse.self, #"{"id":"7","customer":{"name":"A","since":1},"kind":"rent","days":1,"code":"c"}"#,
  "/code unevaluatedProperties")

// Definitions to which nothing refers have twins as well.
accept(VOrder.TokenResponse.self, "{}")
refuse(VOrder.Token.self, "{}", " required")
