import SchemaRuntime
import SchemaSampling

// The same seed gives the same value, and others give others.
let user = try User.sample(seed: 7)
expect(user, try User.sample(seed: 7))
try user.validate()
expect(Set(try User.samples(count: 20)).count > 10, "other users for other seeds")
for user in try User.samples(count: 10, seed: 100, size: .maximal) {
  try user.validate()
  expect((1...9).contains(user.visits ?? 0), "visits within limits")
}
expect(try User.sample(size: .minimal).friends == nil, "no friends in a minimal user")

// Unions have values of every branch.
let kinds = Set(
  try Shape.samples(count: 20).map { shape in
    switch shape {
    case .circle: "circle"
    case .square: "square"
    }
  })
expect(kinds, ["circle", "square"])

// What admits nothing says so.
do {
  _ = try Nothing.sample()
  fail("expected no sample of nothing", #line)
} catch {
  guard case .admitsNothing = error else {
    fail("expected 'admitsNothing', found \(error)", #line)
    finish()
  }
}

// Near misses are refused.
let misses = ModelSampler<User>().nearMisses(seed: 1)
expect(Set(misses.map(\.keyword)).isSuperset(of: ["required", "pattern", "maximum", "minimum", "maxItems", "format"]))
for miss in misses { expect(!User.isValid(miss.value.json()), "\(miss.value) to be refused") }
