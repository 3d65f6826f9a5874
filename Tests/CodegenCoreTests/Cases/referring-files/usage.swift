import SchemaRuntime

// A file that is no more than a reference to a definition has the definition's type, whose validator looks names up.
let tree = accept(ATree.self, #"{"id":1,"kind":"folder","children":[{"id":2,"kind":"file"}]}"#)
expect(tree?.children?.first?.kind, .file)
refuse(ATree.self, #"{"id":1,"kind":"folder","children":[{"id":2}]}"#, "/children/0 required")
refuse(ATree.self, #"{"id":1,"kind":"folder","children":[{"id":2,"kind":"link"}]}"#, "/children/0/kind enum")

// So has a choice, of whose branches only the one with the tag is checked.
accept(BShape.self, #"{"kind":"group","shapes":[{"kind":"circle","radius":1},{"kind":"group","shapes":[]}]}"#)
refuse(BShape.self, #"{"kind":"group","shapes":[{"kind":"square","radius":1}]}"#, "/shapes/0 oneOf")

// Others that refer to it have their own validators, or more to check.
accept(COtherTree.self, #"{"id":1,"kind":"file"}"#)
refuse(COtherTree.self, #"{"id":"1","kind":"file"}"#, "/id type")
refuse(DLimitedTree.self, #"{"id":1,"kind":"file","children":[]}"#, " maxProperties")
