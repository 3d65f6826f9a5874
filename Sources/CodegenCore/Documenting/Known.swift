/// Answers that were found, by what was asked: what is said of a schema is found once, however many ways lead to it.
final class Known<Question: Hashable, Answer> {
  private var answers: [Question: Answer] = [:]

  func answer(to question: Question, _ find: () -> Answer) -> Answer {
    if let answer = answers[question] { return answer }
    let answer = find()
    answers[question] = answer
    return answer
  }
}
