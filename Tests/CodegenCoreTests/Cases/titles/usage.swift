import SchemaRuntime

let order = accept(
  PurchaseOrder.self,
  #"{"cust":{"name":"Ada"},"ship":{"city":"Ulm"},"bill":{"iban":"1"},"long":{"x":1},"own":{"y":2},"st":"open","#
    + #""self":{"z":3},"text":{"value":"a"},"rows":[{"n":1}],"maybe":{"card":"b"},"pay":{"mail":"c"},"see":{"id":4}}"#)
expect(order?.cust, PurchaseOrder.Customer(name: "Ada"))
expect(order?.ship, PurchaseOrder.DeliveryAddress(city: "Ulm"))
expect(order?.long, PurchaseOrder.Long(x: 1))
expect(order?.own, PurchaseOrder.Named(y: 2))
expect(order?.st, PurchaseOrder.OrderState.open)
expect(order?.rows, [PurchaseOrder.Line(n: 1)])
expect(order?.pay, PurchaseOrder.Payment.mail(PurchaseOrder.Payment.Mail(mail: "c")))
expect(order?.see, OtherPurchaseOrder(id: 4))
expect(ModelCatalog.schemas["ord"]?.model == PurchaseOrder.self, "the schema by the name of its file")
