import Foundation
import SchemaRuntime

let order = accept(
  AOrder.self,
  #"{"total":9.99,"parts":[1,8.99],"tip":null,"code":"a-b","name":"A b","count":2,"rate":0.1,"either":5,"byName":{"x":"y"}}"#
)
expect(order?.total, Money(hundredths: 999))
expect(order?.parts, [Money(hundredths: 100), Money(hundredths: 899)])
let code: Slug? = order?.code
expect(code, "a-b")
let name: String? = order?.name
expect(name, "A b")
let count: Int64? = order?.count
expect(count, 2)
let rate: Decimal? = order?.rate
expect(rate, Decimal(string: "0.1"))
expect(order?.byName, ["x": "y"])
accept(AOrder.self, #"{"total":0,"code":"a","either":"b-c"}"#)

// A type with a text form; the text is preserved.
let high = accept(AOrder.self, #"{"total":0,"code":"a","level":"007"}"#)
expect(high?.level?.value.number, 7)
let basement: Textual<Level>? = Level("-1").map { Textual($0) }
expect(basement?.text, "-1")
expect((try? AOrder(json: Array(#"{"total":0,"code":"a","level":"top"}"#.utf8))) == nil)

// The schema's own limits hold for the types as well.
refuse(AOrder.self, #"{"total":-1,"code":"a"}"#, "/total minimum")
refuse(AOrder.self, #"{"total":1,"code":"abcdefghi"}"#, "/code maxLength")

// What the type refuses is valid, and not representable.
let exact = Array(#"{"total":0.001,"code":"a"}"#.utf8)
expect(AOrder.isValid(exact))
expect((try? AOrder(json: exact)) == nil)
