import Foundation
import SchemaRuntime
import SchemaSampling

/// Types of the user, which the generated ones do not hide.
struct View {
  var text = Text()
}
struct Text {}
_ = View()

let user = accept(
  API.AUser.self,
  #"{"name":"Ada","parent":{"name":"Byron"},"kind":"robot","view":{"width":3,"user":{"name":"Eve"}},"#
    + #""text":[{"word":"a"}],"api":{"url":"b"},"role":{"level":1},"choice":{"any":true},"API":{"inner":2},"#
    + #""pair":["c",{"width":4}],"home":{"city":"Bonn"},"worth":0.30000000000000000001}"#)
expect(user?.view, API.View(width: 3, user: API.AUser(name: "Eve")))
expect(user?.text, [API.Text.Element(word: "a")])
expect(user?.api, API.APIModel(url: "b"))
expect(user?.kind, API.AUser.Kind.robot)
expect(accept(API.AUser.self, #"{"name":"Ada"}"#)?.home, API.AUser.Home(city: "Ulm"))
refuse(API.AUser.self, #"{"name":"ada"}"#, "/name pattern")
accept(API.DecimalModel.self, #"{"digits":0.1}"#)
accept(API.StringModel.self, #"{"length":1}"#)

var role = API.AUser.Role(level: 1)
try API.AUser.Role.Patch(level: .value(2)).apply(to: &role)
expect(role.level, 2)

expect(ModelCatalog.schemas["a-user"]?.model == API.AUser.self, "the schema by its name")
try API.AUser.sample(seed: 3).validate()
expect(user?.description.hasPrefix("AUser({") == true, "a description without the namespace")

// Members that differ between branches stand in a union inside of the type, decimals among them.
accept(API.Shape.self, #"{"kind":"circle","name":"a","area":0.30000000000000000001}"#)
accept(API.Shape.self, #"{"kind":"square","side":{"digits":0.30000000000000000001}}"#)
refuse(API.Shape.self, #"{"kind":"circle","side":{"digits":1}}"#, " oneOf")
