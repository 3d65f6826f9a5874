/// A cache of answers by question: each schema is described once, however often it is used.
package final class Known<Question: Hashable, Answer> {
  private var answers: [Question: Answer] = [:]

  package init() {}

  package func answer(to question: Question, _ find: () -> Answer) -> Answer {
    if let answer = answers[question] { return answer }
    let answer = find()
    answers[question] = answer
    return answer
  }
}
