import CodegenCore
import JSONSchema
import SchemaRuntime

/// Writes a call of an operation as a shell command and in Swift. What a caller has to fill in is a variable.
struct ExampleRequest {
  private let operation: APIOperation<SchemaID>
  private let body: (mediaType: String, value: JSONValue)?
  private let swiftBody: [CodeToken]?
  private let result: String?
  private let server: String
  /// Whether the server is not known.
  private let isServerOpen: Bool
  private let credential: Credential?

  private enum Credential {
    case bearer, basic
    case header(String), query(String), cookie(String)
  }

  init(
    _ operation: APIOperation<SchemaID>, _ description: APIDescription, body: (mediaType: String, value: JSONValue)?,
    swiftBody: [CodeToken]?, result: String?
  ) {
    (self.operation, self.body, self.swiftBody, self.result) = (operation, body, swiftBody, result)
    var url = operation.servers.first ?? ""
    let servers = description.members["servers"]?.array ?? []
    for (name, variable) in servers.first(where: { $0["url"]?.string == url })?["variables"]?.object ?? [:] {
      url = url.replacing("{\(name)}", with: variable["default"]?.string ?? "")
    }
    while url.hasSuffix("/") { url.removeLast() }
    isServerOpen = !(url.hasPrefix("http://") || url.hasPrefix("https://")) || operation.caller != nil
    server = isServerOpen && !url.hasPrefix("/") ? "" : url
    credential = operation.security.first.flatMap { Self.credential($0, description) }
  }

  private static func credential(_ alternative: [String: APICredential], _ api: APIDescription) -> Credential? {
    guard let (key, used) = alternative.min(by: { $0.key < $1.key }) else { return nil }
    let scheme = api.securitySchemes[key] ?? used.scheme
    let name = scheme["name"]?.string ?? ""
    switch (scheme["type"]?.string, scheme["in"]?.string) {
    case ("apiKey", "query"): return .query(name)
    case ("apiKey", "cookie"): return .cookie(name)
    case ("apiKey", _): return .header(name)
    case ("basic", _): return .basic
    case ("http", _) where scheme["scheme"]?.string?.lowercased() == "basic": return .basic
    case ("http", _), ("oauth2", _), ("openIdConnect", _): return .bearer
    default: return nil
    }
  }

  /// The parts of the URL: text, and the names of variables.
  private enum Part {
    case text(String)
    case variable(String)
  }

  private var url: [Part] {
    var parts: [Part] = [.text(server)]
    var rest = operation.path[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts += [.text(String(rest[..<open])), .variable(String(rest[rest.index(after: open)..<close]))]
      rest = rest[rest.index(after: close)...]
    }
    parts.append(.text(String(rest)))
    var separator = operation.path.contains("?") ? "&" : "?"
    for parameter in operation.parameters where parameter.place == "query" && parameter.isRequired {
      parts.append(.text("\(separator)\(URIText.encoded(parameter.name, for: .path))="))
      let example = parameter.words.examples.first
      if let example, let text = example.string ?? example.number?.text, text.allSatisfy(Self.isUnreserved) {
        parts.append(.text(text))
      } else {
        parts.append(.variable(parameter.name))
      }
      separator = "&"
    }
    if case .query(let name)? = credential {
      parts += [.text("\(separator)\(URIText.encoded(name, for: .path))="), .variable("API_KEY")]
    }
    return parts
  }

  private static func isUnreserved(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
  }

  private var headers: [(name: String, part: Part)] {
    var headers: [(name: String, part: Part)] = []
    switch credential {
    case .header(let name): headers.append((name, .variable("API_KEY")))
    case .bearer, .basic, .query, .cookie, nil: break
    }
    for parameter in operation.parameters where parameter.place == "header" && parameter.isRequired {
      if let example = parameter.words.examples.first?.string {
        headers.append((parameter.name, .text(example)))
      } else {
        headers.append((parameter.name, .variable(parameter.name)))
      }
    }
    return headers
  }

  // MARK: - curl

  /// The shell command. Text from descriptions is in double quotes, in which it is escaped, or in a here-document.
  var curl: [CodeToken] {
    if operation.caller != nil { return [] }
    var options: [(String, String)] = []
    switch credential {
    case .bearer: options.append(("-H", "\"Authorization: Bearer $TOKEN\""))
    case .basic: options.append(("-u", "\"$USER:$PASSWORD\""))
    case .cookie(let name): options.append(("-b", "\"\(Shell.quoted(name))=$API_KEY\""))
    case .header, .query, nil: break
    }
    options += headers.map { ("-H", "\"\(Shell.quoted($0.name)): \(Self.shell($0.part))\"") }
    let url = (isServerOpen ? "$URL" : "") + self.url.map(Self.shell).joined()
    var tokens = [CodeToken(text: "curl", kind: .keyword)]
    func add(_ text: String, _ kind: CodeToken.Kind) { tokens.append(CodeToken(text: text, kind: kind)) }
    let (data, input) = payload
    let isImplied = operation.method == "get" || operation.method == "post" && !data.isEmpty
    if operation.method == "head" {
      add(" --head ", .plain)
    } else {
      add(isImplied ? " " : " -X \(Shell.word(operation.method.uppercased())) ", .plain)
    }
    add("\"\(url)\"", .string)
    for (option, value) in options + data {
      add(" \\\n  \(option) ", .plain)
      add(value, .string)
    }
    if let input {
      add(" <<'JSON'\n", .plain)
      add(input + "\nJSON", .plain)
    }
    return tokens
  }

  /// The options that send the body, and the text of the here-document.
  private var payload: (options: [(String, String)], input: String?) {
    guard let body else { return ([], nil) }
    let type = MediaType(body.mediaType)
    if type.isForm {
      let option = body.mediaType.hasPrefix("multipart/") ? "-F" : "--data-urlencode"
      return (
        (body.value.object ?? [:]).compactMap { name, value in
          guard let text = value.string ?? value.number?.text ?? value.bool.map({ "\($0)" }) else { return nil }
          return (option, "\"\(Shell.quoted("\(name)=\(text)"))\"")
        }, nil
      )
    }
    let json = JSONTokens(body.value)
    if json.shortened.isShortened { return ([("--json", "@body.json")], nil) }
    if body.mediaType == "application/json" { return ([("--json", "@-")], json.text) }
    return ([("-H", "\"Content-Type: \(Shell.quoted(body.mediaType))\""), ("--data-binary", "@-")], json.text)
  }

  private static func shell(_ part: Part) -> String {
    switch part {
    case .text(let text): Shell.quoted(text)
    case .variable(let name): "$" + Shell.variable(name)
    }
  }

  // MARK: - Swift

  /// The same in Swift, with Foundation; empty if there is neither a body nor a result with a type.
  var swift: [CodeToken] {
    guard operation.caller == nil, body == nil || swiftBody != nil, swiftBody != nil || result != nil else { return [] }
    var tokens: [CodeToken] = []
    func add(_ text: String, _ kind: CodeToken.Kind = .plain) { tokens.append(CodeToken(text: text, kind: kind)) }
    if let swiftBody {
      tokens += swiftBody
      add("\n")
    }
    add("var", .keyword)
    add(" request = ")
    add("URLRequest", .type)
    add("(url: ")
    add("URL", .type)
    add("(string: ")
    let parts = (isServerOpen ? [.variable("server")] : []) + url
    add("\"" + parts.map(Self.swift).joined() + "\"", .string)
    add(")!)")
    if operation.method != "get" {
      add("\nrequest.httpMethod = ")
      add(SwiftText.literal(operation.method.uppercased()).text, .string)
    }
    var fields = headers.map { (SwiftText.literal($0.name).text, "\"" + Self.swift($0.part) + "\"") }
    switch credential {
    case .bearer: fields.insert(("\"Authorization\"", "\"Bearer \\(token)\""), at: 0)
    case .basic: fields.insert(("\"Authorization\"", "\"Basic \\(credentials)\""), at: 0)
    case .cookie(let name): fields.append(("\"Cookie\"", "\"" + Self.swift(.text(name)) + "=\\(apiKey)\""))
    case .header, .query, nil: break
    }
    if let body { fields.append(("\"Content-Type\"", SwiftText.literal(body.mediaType).text)) }
    for (name, value) in fields {
      add("\nrequest.setValue(")
      add(value, .string)
      add(", forHTTPHeaderField: ")
      add(name, .string)
      add(")")
    }
    if swiftBody != nil {
      add("\nrequest.httpBody = ")
      add("Data", .type)
      add("(")
      add("try", .keyword)
      add(" value.json())")
    }
    add("\n")
    add("let", .keyword)
    add(result == nil ? " (_, response) = " : " (bytes, _) = ")
    add("try await", .keyword)
    add(" ")
    add("URLSession", .type)
    add(".shared.data(for: request)")
    if let result {
      add("\n")
      add("let", .keyword)
      add(" result = ")
      add("try", .keyword)
      add(" ")
      add(result, .type)
      add("(json: bytes)")
    }
    return tokens
  }

  /// Returns a part of a string literal.
  private static func swift(_ part: Part) -> String {
    switch part {
    case .text(let text): String(SwiftText.literal(text).text.dropFirst().dropLast())
    case .variable("API_KEY"): "\\(apiKey)"
    case .variable(let name): "\\(\(SwiftNames.escaped(SwiftNames.member(name)).text))"
    }
  }
}

/// Text in a shell command.
enum Shell {
  /// Returns text between double quotes.
  static func quoted(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.line(text).unicodeScalars {
      if ["\"", "\\", "$", "`"].contains(scalar) { result += "\\" }
      // An interactive shell reads `!` as history, even in double quotes.
      if scalar == "!" { result += "\"'!'\"" } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// Returns the name of a variable: `file_id` is `FILE_ID`.
  static func variable(_ name: String) -> String {
    let letters = name.uppercased().unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "A"..."Z", "0"..."9": Character(scalar)
      default: "_"
      }
    }
    let word = String(letters)
    return word.isEmpty || word.first?.isNumber == true ? "_" + word : word
  }

  /// Returns a word of letters only.
  static func word(_ text: String) -> String { text.filter { $0.isASCII && ($0.isLetter || $0 == "-") } }
}
