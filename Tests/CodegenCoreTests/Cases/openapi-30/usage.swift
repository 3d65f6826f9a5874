import SchemaRuntime

// `nullable` admits null beside the type, in both engines.
let product = accept(
  Product.self,
  #"{"id":1,"name":"Lamp","price":0.5,"discount":null,"size":null,"maker":null,"anything":null,"parts":null,"#
    + #""labels":{"a":null,"b":"c"}}"#)
expect(product?.discount == .null && product?.size == .null, "null is told from absent")
expect(product?.maker == .null && product?.parts == .null, "also through a reference, and for a list")
expect(product?.labels?["a"] == .some(nil) && product?.labels?["b"] == "c", "and for values of a map")

accept(Product.self, #"{"id":1,"name":"Lamp","price":1,"category":null}"#)
refuse(Product.self, #"{"id":1,"name":null,"price":1}"#, "/name type")

// Limits are exclusive by a Boolean.
refuse(Product.self, #"{"id":1,"name":"Lamp","price":0}"#, "/price exclusiveMinimum")
accept(Product.self, #"{"id":1,"name":"Lamp","price":1,"discount":1}"#)
refuse(Product.self, #"{"id":1,"name":"Lamp","price":1,"discount":2}"#, "/discount maximum")

// The discriminator's member is the tag.
let payment = accept(Payment.self, #"{"kind":"card","number":"4711"}"#)
expect(payment?.card?.number == "4711", "a branch by its tag")
refuse(Payment.self, #"{"kind":"coins"}"#, " oneOf")
