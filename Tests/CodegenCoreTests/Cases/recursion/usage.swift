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

// Deep, but within the limit of the reader.
let depth = 200
let deep =
  String(repeating: #"{"value":1,"next":"#, count: depth) + #"{"value":1}"# + String(repeating: "}", count: depth)
accept(ANode.self, deep)
