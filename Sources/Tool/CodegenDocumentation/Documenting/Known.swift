import CodegenCore

/// A cache of answers by question: each schema is described once, however often it is used.
final class Known<Question: Hashable, Answer> {
  private var answers: [Question: Answer] = [:]

  func answer(to question: Question, _ find: () -> Answer) -> Answer {
    if let answer = answers[question] { return answer }
    let answer = find()
    answers[question] = answer
    return answer
  }
}
