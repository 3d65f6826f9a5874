import SchemaRuntime

// A tree by itself refers to itself.
let tree = accept(Tree.self, #"{"children":[{"data":1,"daat":2}]}"#)
expect(tree?.children?[0].additionalMembers["daat"], 2)

// Within the strict tree, the tree's children are strict trees, in validators and in types.
let strict = accept(StrictTree.self, #"{"data":0,"children":[{"data":1,"children":[]}]}"#)
expect(strict?.children?[0].data, 1)
expect(strict?.children, [StrictTree(data: 1, children: [])])
refuse(StrictTree.self, #"{"daat":1}"#, "/daat unevaluatedProperties")
refuse(
  StrictTree.self, #"{"children":[{"children":[{"daat":1}]}]}"#, "/children/0/children/0/daat unevaluatedProperties")
refuse(StrictTree.self, #"{"meta":{"owner":{"daat":1}}}"#, "/meta/owner/daat unevaluatedProperties")
let owned = accept(StrictTree.self, #"{"meta":{"owner":{"data":1},"note":"x"}}"#)
expect(owned?.meta?.owner, StrictTree(data: 1))

// The same in 2019-09.
accept(Forest.self, #"{"name":"a","trees":[{"name":"b","trees":[]}]}"#)
let forest = accept(NamedForest.self, #"{"kin":{"name":"a","trees":[{"kin":{"name":"b"}}]}}"#)
expect(forest?.kin.trees?[0].kin.name, "b")
refuse(NamedForest.self, #"{"kin":{"trees":[{"name":"b"}]}}"#, "/kin/trees/0 required")
