/// The answer to one of the questions about two versions of schemas.
package struct Verdict: Hashable, Sendable {
  /// The question.
  package enum Question: String, Hashable, Sendable, CaseIterable {
    /// Can clients of the old API use the new one? Only for API descriptions with operations.
    case api
    /// Can readers with the new schemas read data written with the old ones?
    case newReadsOld = "new-reads-old"
    /// Can readers with the old schemas read data written with the new ones?
    case oldReadsNew = "old-reads-new"
    /// Does Swift source that uses the old models compile with the new ones?
    case source
  }

  /// The answer.
  package enum Answer: String, Hashable, Sendable {
    /// Proven: nothing breaks.
    case holds
    /// Shown by an example, or by Swift's rules.
    case broken
    /// Neither proven nor shown.
    case unknown
  }

  package var question: Question
  package var answer: Answer
  /// Whether it is broken only by members that the writer's schema does not declare: a writer that sends only declared
  /// members breaks no reader.
  package var isBeyondDeclared = false

  package init(question: Question, answer: Answer, isBeyondDeclared: Bool = false) {
    self.question = question
    self.answer = answer
    self.isBeyondDeclared = isBeyondDeclared
  }
}
