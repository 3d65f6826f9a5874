import SchemaRuntime

let user = accept(
  MyBUser.self, #"{"key":7,"kind":"a","open":"y","choice":1,"named":{"n":1},"exact":1.50}"#, codable: false)
expect(user?.id, 7)
expect(user?.named?.number, 1)
expect(user?.exact?.text, "1.50")
let identifiable: (any Identifiable)? = user
expect(identifiable != nil, "a type with an identity")
accept(MyCList.self, #"[{"key":1},{"name":"m","key":2}]"#)
expect(ModelCatalog.schemas["b-user"]?.model == MyBUser.self, "the schema by its name")
expect(ModelCatalog.schemas["https://cases.example/c-list.schema.json"]?.name, "c-list")
expect(ModelCatalog.schemas["https://cases.example/c-list.schema.json"]?.isValid(Array("[]".utf8)), true)
