import PostcardModels
import SchemaRuntime

/// Reads a postcard, changes it, and tries one that is none.
@main
enum Postcards {
  static func main() throws {
    var card = try Postcard(json: #"{"from":{"town":"Lima","country":"PE"},"greeting":"It rains."}"#)
    card.greeting = "The sun is back."
    card.stamp = Stamp(cents: 90)
    try card.validate()
    // What the template of this package adds.
    print(card.debugDescription)
    do {
      _ = try Postcard(json: #"{"from":{"town":"Lima","country":"Peru"}}"#)
    } catch {
      print(error)
    }
  }
}
