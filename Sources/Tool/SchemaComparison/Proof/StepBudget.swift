/// The steps that the comparison of two schemas may still take, by kind of work. Every kind is charged for what grows
/// with the schemas and values, so the budget limits the time.
///
/// A class, so that functions that change nothing else can charge it.
final class StepBudget {
  /// The steps left for proofs over pairs of schemas (``Prover``).
  private(set) var proof: Int
  /// The steps left for examples of gaps: the conjunctions for which they are built, and the values that are checked.
  private(set) var examples = 0
  /// The steps left for proofs over both versions in one program (``JointProofs``).
  var joint = 0
  /// The remaining steps for samples of complete schemas.
  var samples = 0
  /// The validated bytes that are not charged yet.
  private var proofBytes = 0
  private var exampleBytes = 0

  /// The number of validated bytes that cost one step, and the least that a validation counts.
  private static let bytesPerStep = 256
  private static let leastBytes = 16

  init(proof: Int) {
    self.proof = proof
    refill(proof: proof)
  }

  /// Starts over. The steps of the other kinds take less time, and are proportional to those of proofs.
  func refill(proof: Int) {
    self.proof = proof
    examples = proof / 3 * 2
    joint = Self.product(proof, 4)
    samples = Self.product(proof, 10)
  }

  private static func product(_ steps: Int, _ factor: Int) -> Int {
    let (product, overflow) = steps.multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }

  func chargeProof(_ steps: Int) { proof -= steps }

  func chargeExamples(_ steps: Int) { examples -= steps }

  /// Charges the validation of a value, for a proof or for an example.
  func chargeValidation(of byteCount: Int, isProof: Bool) {
    let bytes = max(byteCount, Self.leastBytes)
    if isProof {
      proofBytes += bytes
      proof -= proofBytes / Self.bytesPerStep
      proofBytes %= Self.bytesPerStep
    } else {
      exampleBytes += bytes
      examples -= exampleBytes / Self.bytesPerStep
      exampleBytes %= Self.bytesPerStep
    }
  }
}
