import Foundation
import SchemaRuntime

// Members that are absent read as their defaults, and stay absent.
var settings = accept(Settings.self, "{}") ?? Settings()
expect(settings.window, Settings.Window(title: "Main", size: Settings.Size(width: 3)))
expect(settings.sizes.map(\.width), [1, 2])
expect(settings.noSizes, [])
expect(settings.color, .hex(255))
expect(settings.shape, .round(Settings.Round(radius: 2.5)))
expect(settings.labels["b"], 2)
expect(settings.since, Timestamp("2024-05-01T12:00:00Z"))
expect(settings.identity.uuidString, "5BCD7A2C-1111-4111-8111-000000000001")
expect(settings.theme, .unknown("sepia"))
expect(settings.mode, .exact)
expect(settings.indents.first?.indent?.rawValue, "none")
expect(settings.note, "none yet")
expect(settings.parent, nil)
expect(settings.anything, ["list": [1, "two", nil, true]])
expect(settings.nothing, .null)
expect(settings.ratio, .leastNonzeroMagnitude)
expect(settings.referred, 10)
expect(settings.holder.any, .some(.null))
expect(settings.holder.text, .null)
expect(settings.many?.count, 6)
expect(settings.lots.count, 6)
expect(settings.pair, Settings.Pair(x: 1, y: "b"))
expect(String(decoding: try settings.json(), as: UTF8.self), "{}")

// A default that the schema refuses, or that the type cannot hold, is none.
expect(settings.wrong, nil)
expect(settings.otherType, nil)
expect(settings.beyond, nil)

// A nullable member is absent, null or a value; only the first reads as the default.
expect(accept(Settings.self, #"{"note":null}"#)?.note, nil)
expect(accept(Settings.self, #"{"note":null}"#)?.hasNote, true)
expect(accept(Settings.self, #"{"note":"n"}"#)?.note, "n")
settings.note = nil
expect(String(decoding: try settings.json(), as: UTF8.self), #"{"note":null}"#)
settings.note = "n"
expect(String(decoding: try settings.json(), as: UTF8.self), #"{"note":"n"}"#)
settings.clearNote()
expect(settings.hasNote, false)
expect(settings.note, "none yet")
expect(Settings(note: .null).note, nil)

// A change in place starts from the default.
settings.labels["c"] = 3
expect(String(decoding: try settings.json(), as: UTF8.self), #"{"labels":{"a":1,"b":2,"c":3}}"#)
