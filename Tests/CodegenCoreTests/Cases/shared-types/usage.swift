import SchemaRuntime

// Choices between kinds are named for what they are; each use has its own limits.
let size = Panel.NumberOrString.string("auto")
let panel = Panel(width: size, gaps: [size, .number(2)], left: .init(side: .near), right: .init(side: .far))
expect(panel.width == panel.gaps?.first, true)
expect(accept(Panel.self, #"{"width":"long enough","height":"abc"}"#)?.height, .value(.string("abc")))
expect(accept(Panel.self, #"{"height":null}"#)?.height, .null)
refuse(Panel.self, #"{"height":"abcd"}"#, "/height anyOf")
refuse(Panel.self, #"{"width":null}"#, "/width type")
expect(Panel.Icon(name: "a", size: size).size, panel.width)
expect(accept(Panel.self, #"{"labels":["a"]}"#)?.labels, Panel.StringOrStringList.strings(["a"]))
if case .icon(let icon)? = accept(Panel.self, #"{"icon":{"name":"a"}}"#)?.icon { expect(icon.name, "a") }
expect(accept(Panel.self, #"{"icon":"none"}"#)?.icon, Panel.IconOrNone.noneValue)

// Equal enums of one member, and of several with up to three values; others stay apart.
let side: Panel.Side? = panel.left?.side
expect(side != panel.right?.side, true)
let turn: Panel.LeftOrRight? = accept(Panel.self, #"{"right":{"turn":"left"}}"#)?.right?.turn
expect(accept(Panel.self, #"{"top":{"move":"left"}}"#)?.top?.move, turn.map { .value($0) })
expect(Panel.Right.Kind.a.rawValue, Panel.Mode.a.rawValue)

// Sensitive values have a type of their own, and so has what has a name.
expect(accept(Panel.self, #"{"secret":1}"#)?.secret, Panel.Secret.number(1))
expect(accept(Panel.self, #"{"named":1}"#)?.named, Panel.Extent.number(1))
