import SchemaRuntime

let least = accept(Old.self, #"{"required":"r","constant":"c","id":"i"}"#)
expect(least == Old(required: "r", id: "i"))
accept(
  Old.self,
  #"{"required":"r","optional":1,"presence":null,"defaulted":false,"constant":"c","part":{"n":1},"list":[{}],"#
    + #""kind":"a","choice":1,"class":"k","id":"i"}"#)
refuse(Old.self, #"{"required":"r","constant":"d","id":"i"}"#, "/constant const")
expect(least.map { $0.hasDefaulted }, false)

// So are those of a deprecated case; a default is used by generated code, and has no attribute.
let high = accept(Old.self, #"{"required":"r","constant":"c","level":"high","number":2,"id":"i"}"#)
expect(high?.level.rawValue, "high")
expect(high?.number?.rawValue, 2)
expect(least?.level, .usual)

// Users of a deprecated member are told, and may use it where they are deprecated themselves.
@available(*, deprecated)
func use(_ old: Old) {
  var old = old
  old.optional = 3
  old.class = "k"
  old.level = .high
  old.number = .two
  expect(old.level.rawValue, "high")
  expect(old.number?.rawValue, 2)
  expect(old.required, "r")
  expect(old.optional, 3)
  expect(old.class, "k")
  expect(old.defaulted, true)
}
protocol Using { func run(_ old: Old) }
struct User: Using {
  @available(*, deprecated)
  func run(_ old: Old) { use(old) }
}
if let least { (User() as any Using).run(least) }
expect(least != nil, true)
