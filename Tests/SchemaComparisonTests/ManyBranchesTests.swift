import JSONSchema
import SchemaComparison
import SchemaRuntime
import TestSupport
import Testing

/// Choices with many branches, some of which change.
@Suite struct ManyBranchesTests {
  /// A choice of objects with a tag; every tenth branch has another limit in the new version.
  private static func choice(_ keyword: String, _ count: Int, isNew: Bool) throws -> SchemaComparison.Version {
    let branches = (0..<count).map { index in
      let limit = isNew && index % 10 == 0 ? index + 1 : index
      return
        #"{"type": "object", "required": ["k"], "properties": {"k": {"const": "t\#(index)"}, "v": {"maximum": \#(limit)}}}"#
    }
    return try Versions.version(#"{"\#(keyword)": [\#(branches.joined(separator: ","))]}"#)
  }

  @Test("four times as many branches cost about four times as much, and are decided", arguments: ["oneOf", "anyOf"])
  func cost(_ keyword: String) throws {
    func compare(_ count: Int) throws -> (report: ComparisonReport, cost: Duration) {
      let (old, new) = (
        try Self.choice(keyword, count, isNew: false), try Self.choice(keyword, count, isNew: true)
      )
      var report: ComparisonReport?
      let cost = try ProcessorTime.measure { report = try SchemaComparison.compare(old: old, new: new) }
      return (try #require(report), cost)
    }
    let (few, many) = (try compare(150), try compare(600))
    for report in [few.report, many.report] {
      #expect(report[.newReadsOld].answer == .holds, "\(report.textLines)")
      #expect(report[.oldReadsNew].answer == .broken)
      #expect(report.changes.contains { $0.rule.id == "maximum-raised" })
    }
    #expect(many.cost < few.cost * 6, "\(few.cost), \(many.cost)")
  }

  static let rows: [(name: String, old: String, new: String, newReadsOld: Verdict.Answer)] = [
    ("a tag is removed", "t0,t1,t2", "t0,t2", .broken), ("a tag is added", "t0,t2", "t0,t1,t2", .holds),
    ("the order changes", "t0,t1,t2", "t2,t1,t0", .holds), ("a tag is repeated", "t0,t1", "t0,t1,t1", .broken),
  ]

  @Test("a branch is found by its tag, and none is missed", arguments: rows)
  func tags(_ row: (name: String, old: String, new: String, newReadsOld: Verdict.Answer)) throws {
    func version(_ tags: String) throws -> SchemaComparison.Version {
      let more = (10..<40).map { "t\($0)" }
      let branches = (tags.split(separator: ",").map(String.init) + more).map {
        #"{"type": "object", "required": ["k"], "properties": {"k": {"enum": ["\#($0)"]}, "\#($0)": {"type": "null"}}}"#
      }
      return try Versions.version(#"{"oneOf": [\#(branches.joined(separator: ","))]}"#)
    }
    let report = try SchemaComparison.compare(old: try version(row.old), new: try version(row.new))
    #expect(report[.newReadsOld].answer == row.newReadsOld, "\(row.name): \(report.textLines)")
  }
}
