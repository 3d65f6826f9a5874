import Foundation
import Mustache
import Testing

/// The official mustache specification, read from outside the repository.
@Suite struct SpecificationTests {
  @Test(.enabled(if: Specification.folder != nil, Specification.instructions), arguments: Specification.cases)
  func rendersAsSpecified(_ specCase: SpecificationCase) throws {
    let partials = (specCase.partials ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, source: $0.value) }
    let template = try Template(parsing: specCase.template, name: "template")
    let actual = try template.render(specCase.data.value, partials: TemplateLibrary(parsing: partials))
    #expect(actual == specCase.expected, "\(specCase.desc)")
  }

  @Test func theSpecificationIsPresentInCI() {
    let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
    #expect(!isCI || !Specification.cases.isEmpty, Specification.instructions)
  }

  @Test(.enabled(if: Specification.folder != nil, Specification.instructions))
  func everyLeftOutFileExists() {
    #expect(Set(Specification.leftOut.keys).isSubset(of: Specification.fileNames))
  }
}

private enum Specification {
  /// The excluded files, with the reasons.
  static let leftOut = ["~lambdas.json": "a context is data and holds no functions"]

  static let instructions: Comment = """
    set SCHEMATA_SUITES to a folder that holds mustache-spec: \
    git clone https://github.com/mustache/spec "$SCHEMATA_SUITES/mustache-spec"
    """

  static let folder: URL? = {
    guard let suites = ProcessInfo.processInfo.environment["SCHEMATA_SUITES"] else {
      return nil
    }
    let folder = URL(filePath: suites).appending(path: "mustache-spec/specs")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static let fileNames: [String] = {
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  static let cases: [SpecificationCase] = fileNames.filter { leftOut[$0] == nil }.flatMap { fileName in
    guard let folder, let bytes = try? Data(contentsOf: folder.appending(path: fileName)),
      let file = try? JSONDecoder().decode(SpecificationFile.self, from: bytes)
    else {
      return [SpecificationCase(unreadable: fileName)]
    }
    return file.tests.map { $0.inFile(fileName) }
  }
}

private struct SpecificationFile: Decodable {
  let tests: [SpecificationCase]
}

struct SpecificationCase: Decodable, Sendable, CustomTestStringConvertible {
  private(set) var file: String?
  let name: String
  let desc: String
  let template: String
  let data: SpecificationData
  let partials: [String: String]?
  let expected: String

  var testDescription: String { "\(file ?? ""): \(name)" }

  func inFile(_ file: String) -> SpecificationCase {
    var copy = self
    copy.file = file
    return copy
  }
}

extension SpecificationCase {
  /// A case that fails, for a file that cannot be read.
  init(unreadable file: String) {
    self.init(
      file: file, name: "unreadable", desc: "expected a readable file", template: "",
      data: SpecificationData(value: .null), partials: nil, expected: "a readable file")
  }
}

/// Any JSON value, as a rendering context.
struct SpecificationData: Decodable, Sendable {
  let value: TemplateValue
}

extension SpecificationData {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let flag = try? container.decode(Bool.self) {
      value = .flag(flag)
    } else if let number = try? container.decode(Int.self) {
      value = .text("\(number)")
    } else if let number = try? container.decode(Double.self) {
      value = .text("\(number)")
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let items = try? container.decode([SpecificationData].self) {
      value = .list(items.map(\.value))
    } else {
      let members = try container.decode([String: SpecificationData].self)
      value = .object(TemplateObject(members.map { (TemplateName($0), $1.value) }))
    }
  }
}
