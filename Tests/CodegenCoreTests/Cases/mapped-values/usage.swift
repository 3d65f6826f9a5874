import Foundation
import SchemaRuntime
import SchemaRuntimeFoundation

/// Expects a valid payload that the types do not hold, with a message.
///
/// - Parameter codable: false if the decoder rounds the number before anybody sees it.
func unrepresentable(_ json: String, _ message: String, codable: Bool = true, line: UInt = #line) {
  expect(Invoice.isValid(Array(json.utf8)), "\(json) to be valid", line: line)
  expect((try? Invoice.issues(in: Array(json.utf8)))?.isEmpty == true, "no issues in \(json)", line: line)
  do throws(SchemaError) {
    _ = try Invoice(json: Array(json.utf8))
    fail("expected \(json) to be refused", line)
  } catch {
    guard case .notRepresentable = error else { return fail("expected .notRepresentable, found \(error)", line) }
    expect(error.description, "1:\(json.prefix { $0 != ":" }.count + 2): " + message, line: line)
  }
  guard codable else { return }
  let decoded = try? JSONDecoder().decode(Invoice.self, from: Data(json.utf8))
  expect(decoded == nil, "JSONDecoder to refuse \(json)", line: line)
}

// The limits of each type.
accept(
  Invoice.self,
  #"{"tiny":-128,"small":-32768,"count":-2147483648,"number":-9223372036854775808,"octet":0,"port":0,"color":0,"digest":0}"#
)
let greatest = accept(
  Invoice.self,
  #"{"tiny":127,"small":32767,"count":2147483647,"number":9223372036854775807,"octet":255,"port":65535,"#
    + #""color":4294967295,"digest":18446744073709551615}"#)
expect(greatest?.tiny, Int8.max)
expect(greatest?.digest, UInt64.max)
unrepresentable(#"{"tiny":128}"#, "/tiny: expected a value that Int8 can represent, found 128")
unrepresentable(#"{"small":-32769}"#, "/small: expected a value that Int16 can represent, found -32769")
unrepresentable(#"{"count":2147483648}"#, "/count: expected a value that Int32 can represent, found 2147483648")
unrepresentable(
  #"{"number":9223372036854775808}"#, "/number: expected a value that Int64 can represent, found 9223372036854775808")
unrepresentable(#"{"octet":-1}"#, "/octet: expected a value that UInt8 can represent, found -1")
unrepresentable(#"{"port":1e5}"#, "/port: expected a value that UInt16 can represent, found 1e5")
unrepresentable(#"{"color":4294967296}"#, "/color: expected a value that UInt32 can represent, found 4294967296")
unrepresentable(
  #"{"digest":18446744073709551616}"#, "/digest: expected a value that UInt64 can represent, found 18446744073709551616"
)

// Integers however they are written; a fraction only where the schema admits it.
accept(
  Invoice.self, #"{"count":1.0,"number":1e3,"whole":2.50e1,"digest":-0}"#,
  canonical: #"{"count":1,"number":1000,"digest":0,"whole":25}"#)
refuse(Invoice.self, #"{"number":1.5}"#, "/number type")
unrepresentable(#"{"whole":1.5}"#, "/whole: expected a value that Int64 can represent, found 1.5")

// Numbers in strings, whose text is preserved; the format is asserted.
let named = accept(
  Invoice.self,
  #"{"serial":"-9223372036854775808","mark":"18446744073709551615","balance":"7.00","balances":["1e2",null]}"#)
expect(named?.serial.value, Int64.min)
expect(named?.mark?.value, UInt64.max)
expect(named?.balance.value, 7)
expect(named?.balance.text, "7.00")
expect(named?.balances?.first??.value, 100)
expect(Invoice().serial, 9_007_199_254_740_993)
expect(Invoice().balance, Textual(text: "19.90"))
expect(Invoice(serial: 7, balance: Textual(0.5)).balance.text, "0.5")
refuse(Invoice.self, #"{"serial":"007"}"#, "/serial format")
refuse(Invoice.self, #"{"serial":7}"#, "/serial type")
refuse(Invoice.self, #"{"mark":"-1"}"#, "/mark format")
refuse(Invoice.self, #"{"balance":"$1"}"#, "/balance format")
unrepresentable(
  #"{"balance":"1234567890123456789012345678901234567891"}"#,
  #"/balance: expected a value that Decimal can represent, found 1234567890123456789012345678901234567891"#)
expect(accept(Invoice.self, #"{"either":"12"}"#)?.either?.string?.value, 12)

// Floats like doubles: the nearest one, and the shortest text that reads back as it.
expect(accept(Invoice.self, #"{"ratio":0.1}"#)?.ratio, 0.1)
accept(Invoice.self, #"{"ratio":3.4028235e+38}"#, codable: false)
accept(Invoice.self, #"{"ratio":16777217}"#, canonical: #"{"ratio":16777216}"#, codable: false)
unrepresentable(#"{"ratio":3.5e38}"#, "/ratio: expected a value that Float can represent, found 3.5e38")
expect(accept(Invoice.self, #"{"whole ratio":16777217}"#)?.wholeRatio, 16_777_217)

// Numbers that keep their text.
expect(
  accept(Invoice.self, #"{"measure":0.10000000000000000000000000000000000000000000000001}"#, codable: false)?.measure?
    .text,
  "0.10000000000000000000000000000000000000000000000001")

// Decimals keep all digits, also through Codable.
let bill = accept(
  Invoice.self,
  #"{"total":0.1,"price":12345678901234567890123456789.01,"rates":[0.001,null,1],"choice":3.30000000000000000001}"#)
expect(bill?.total, Decimal(string: "0.1"))
expect(bill?.price, Decimal(string: "12345678901234567890123456789.01"))
expect(bill?.choice?.amount, Decimal(string: "3.30000000000000000001"))
accept(Invoice.self, #"{"total":1.0,"price":-0.0}"#, canonical: #"{"total":1,"price":0}"#)
accept(Invoice.self, #"{"total":340282366920938463463374607431768211455}"#)
accept(Invoice.self, #"{"total":1e3}"#, canonical: #"{"total":1000}"#)
unrepresentable(
  #"{"total":3402823669209384634633746074317682114560.5}"#,
  "/total: expected a value that Decimal can represent, found 3402823669209384634633746074317682114560.5",
  codable: false)
unrepresentable(#"{"total":1e400}"#, "/total: expected a value that Decimal can represent, found 1e400")
unrepresentable(
  #"{"total":1e-400}"#, "/total: expected a value that Decimal can represent, found 1e-400", codable: false)
refuse(Invoice.self, #"{"price":0.005}"#, "/price multipleOf")
expect(accept(Invoice.self, #"{"dozen":2.4e1}"#, canonical: #"{"dozen":24}"#)?.dozen, 24.0)
let none = Invoice(total: Decimal.nan)
expect((try? none.json()) == nil, "a Decimal that is no number to be refused")
expect((try? JSONEncoder().encode(none)) == nil, "a Decimal that is no number to be refused by JSONEncoder")
accept(Invoice.self, #"{"decimal":{"digits":3},"exact number":{"part":0.30000000000000000001}}"#)

// Bytes in base64, if canonical.
let picture = accept(Invoice.self, #"{"choice":"aGk=","image":"AAEC/w==","images":["","YQ==","YWI=","YWJj"]}"#)
expect(picture?.image, [0, 1, 2, 255])
expect(picture?.images?.map(\.bytes), [[], [97], [97, 98], [97, 98, 99]])
expect(picture?.choice?.string?.base64, "aGk=")
unrepresentable(#"{"image":"aGk"}"#, "/image: expected a value that Base64Bytes can represent, found aGk")
unrepresentable(#"{"image":"aGl="}"#, "/image: expected a value that Base64Bytes can represent, found aGl=")
unrepresentable(#"{"image":"aG k="}"#, "/image: expected a value that Base64Bytes can represent, found aG k=")
expect(accept(Invoice.self, #"{"other":"aGk"}"#)?.other, "aGk")

// Several types, null and maps.
expect(accept(Invoice.self, #"{"byName":{"a":1},"either":5,"maybe":null}"#)?.either?.integer, Int64(5))
unrepresentable(#"{"maybe":-5}"#, "/maybe: expected a value that UInt32 can represent, found -5")
expect(accept(Invoice.self, #"{"level":2,"version":2,"unknown":12}"#)?.unknown, 12)

// Defaults.
let empty = accept(Invoice.self, "{}")
expect(empty?.count, Int32(-7))
expect(empty?.number, Int64(9_007_199_254_740_993))
expect(empty?.digest, UInt64.max)
expect(empty?.ratio, Float(0.5))
expect(empty?.total, Decimal(string: "19.99"))
expect(empty?.image.base64, "aGk=")
