import Foundation
import SchemaRuntime

let chain = accept(ANode.self, #"{"value":1,"next":{"value":2,"next":{"value":3}},"previous":null}"#)
expect(chain?.next?.next?.value, 3)
expect(chain?.previous, .null)
refuse(ANode.self, #"{"value":1,"next":{"value":2,"next":{}}}"#, "/next/next required")
accept(ANode.self, #"{"value":1,"previous":{"value":0},"children":[{"value":2,"children":[]},{"value":3}]}"#)
let named = accept(ANode.self, #"{"value":1,"byName":{"x":{"value":2,"byName":{}},"y":{"value":3}}}"#)
expect(named?.byName?["y"]?.value, 3)
accept(ANode.self, #"{"value":1,"ping":{"pong":{"ping":{"pong":{"ping":{}}}}}}"#)
refuse(ANode.self, #"{"value":1,"ping":{"pong":{"ping":{"pong":{}}}}}"#, "/ping/pong/ping/pong required")

var node = ANode(value: 1)
node.next = ANode(value: 2, next: ANode(value: 3))
node.next?.next?.value = 4
expect(try String(decoding: node.json(), as: UTF8.self), #"{"value":1,"next":{"value":2,"next":{"value":4}}}"#)
expect(node != ANode(value: 1) && Set([node, node]).count == 1, "values to be compared")

accept(BExpression.self, "1.5")
accept(BExpression.self, #"[1.5,{"not":[]},[{"not":{"not":2.5}}]]"#)
refuse(BExpression.self, #"[1,{"not":["x"]}]"#, " oneOf")
accept(ANode.self, #"{"value":1,"expression":{"not":[0.5]},"matrix":[[],[[]]]}"#)
refuse(ANode.self, #"{"value":1,"matrix":[[],[1]]}"#, "/matrix/1/0 type")

accept(CNested.self, "[[],[[],[]]]")
refuse(CNested.self, "[[],[1]]", "/1/0 type")

// As deep as the reader permits, by default and at most, on the stack that Apple's systems give a thread.
@Sendable func nested(_ open: String, _ core: String, _ close: String, levels: Int) -> String {
  String(repeating: open, count: levels) + core + String(repeating: close, count: levels)
}
@Sendable func texts(depth: Int) -> [(String, any WritableModel.Type)] {
  [
    (nested(#"{"value":1,"next":"#, #"{"value":1}"#, "}", levels: depth - 2), ANode.self),
    (nested(#"{"value":1,"children":["#, #"{"value":1}"#, "]}", levels: depth / 2 - 1), ANode.self),
    (nested(#"{"value":1,"byName":{"a":"#, #"{"value":1}"#, "}}", levels: depth / 2 - 1), ANode.self),
    (nested(#"{"value":1,"expression":{"not":["#, "1.5", "]}}", levels: 1), ANode.self),
    (nested(#"{"not":"#, "1.5", "}", levels: depth - 2), BExpression.self),
    (nested("[", "1.5", "]", levels: depth - 2), BExpression.self),
    (nested("[", "", "]", levels: depth - 1), CNested.self),
  ]
}
let isDone = DispatchSemaphore(value: 0)
let thread = Thread {
  for (text, type) in texts(depth: 512) {
    func check<Model: WritableModel>(_ type: Model.Type) {
      guard let model = accept(type, text, codable: false) else { return }
      expect(Set([model, model.changing { _ in }]).count, 1)
      expect((try? Model(json: JSONValue(model))) == model, "the value of its JSON to be equal")
      expect("\(model)".utf8.count >= text.utf8.count, "the description of the whole value")
    }
    check(type)
  }
  var reader = JSONReader(limits: JSONLimits(maximumDepth: JSONLimits.hardMaximumDepth))
  for (text, type) in texts(depth: JSONLimits.hardMaximumDepth) {
    func check<Model: WritableModel>(_ type: Model.Type) {
      let bytes = Array(text.utf8)
      expect(type.isValid(bytes, using: &reader), "\(type) to be valid")
      guard let model = try? Model(json: bytes, using: &reader) else {
        return expect(false, "\(type) to be decoded")
      }
      expect(Set([model, model.changing { _ in }]).count, 1)
      expect((try? model.json()) == bytes, "\(type) to be written")
      expect("\(model)".utf8.count >= bytes.count, "the description of the whole value")
    }
    check(type)
  }
  isDone.signal()
}
thread.stackSize = 512 << 10
thread.start()
isDone.wait()
