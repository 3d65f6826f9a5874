/// The answer to one of the three questions that are asked of two versions of schemas.
package struct Verdict: Hashable, Sendable {
  /// What is asked.
  package enum Question: String, Hashable, Sendable, CaseIterable {
    /// Can readers with the new schemas take data of writers with the old ones?
    case newReadsOld = "new-reads-old"
    /// Can readers with the old schemas take data of writers with the new ones?
    case oldReadsNew = "old-reads-new"
    /// Does Swift source that uses the old models compile with the new ones?
    case source
  }

  /// What the answer is.
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
  /// Whether it is broken by members alone that the schema of the writer does not declare: a writer that sends what its
  /// schema declares breaks no reader.
  package var isBeyondDeclared = false

  package init(question: Question, answer: Answer, isBeyondDeclared: Bool = false) {
    self.question = question
    self.answer = answer
    self.isBeyondDeclared = isBeyondDeclared
  }
}
