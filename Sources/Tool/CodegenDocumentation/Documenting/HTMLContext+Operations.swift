import CodegenCore
import Mustache

extension HTMLContext {
  /// The number of operations of a group above which their pages list only their neighbors.
  private static let siblingLimit = 60

  // MARK: - Pages

  /// Returns the context of `HTML/operation.html.mustache`.
  func operation(_ number: Int) -> TemplateValue {
    let operation = apis.operations[number]
    let group = apis.groups[operation.group]
    let links = links(of: operation.file)
    var keys = frame(operation.title + " · " + siteTitle, summary: operation.summary.plain, links, page: nil)
    keys["pageTitle"] = .text(operation.title)
    keys.merge(call(operation))
    keys["caller"] = .text(operation.caller)
    keys["pageDescription"] = description(operation.description, links)
    keys["groupLink"] = .text(links.link(toFile: group.file + Self.ending))
    keys["groupTitle"] = .text(group.title)
    let facts = operation.facts
    keys["hasFacts"] = .flag(!facts.isEmpty)
    keys["facts"] = self.facts(facts, links)
    keys["hasCode"] = .flag(!operation.curl.isEmpty || !operation.swift.isEmpty)
    keys["hasCurl"] = .flag(!operation.curl.isEmpty)
    keys["exampleCurl"] = code(operation.curl)
    keys["hasSwift"] = .flag(!operation.swift.isEmpty)
    keys["exampleSwift"] = code(operation.swift)
    keys["parameters"] = .list(
      operation.parameters.map { title, rows in
        .object([
          "membersID": .text(Self.id(of: title)), "sectionTitle": .text(title),
          "members": .list(rows.map { member($0, links) }),
        ])
      })
    keys["body"] = .list(operation.body.map { [body($0, operation.bodyTitle, links)] } ?? [])
    keys["hasResponses"] = .flag(!operation.responses.isEmpty)
    keys["responses"] = .list(operation.responses.map { response($0, links) })
    keys["contents"] = .list(contents(of: operation).map { entry($0.text, "#" + $0.id) })
    keys["siblings"] = .list(siblings(of: number, in: group, links))
    return .object(keys)
  }

  /// Returns the context of `HTML/operations.html.mustache`.
  func group(_ group: APISite.Group) -> TemplateValue {
    let links = links(of: group.file)
    var keys = frame(group.title + " · " + siteTitle, summary: group.description.summary.plain, links, page: nil)
    keys["groupTitle"] = .text(group.title)
    keys["groupCount"] = .text(group.count)
    keys["groupDescription"] = description(group.description, links)
    keys["hasDocs"] = .flag(group.externalDocs != nil)
    keys["docs"] = phrase(group.externalDocs ?? Phrase(), links)
    keys["calls"] = calls(group.operations, links)
    return .object(keys)
  }

  /// The keys of the index about APIs, which is in its first file.
  func apiKeys(isFirst: Bool, _ links: SiteLinks) -> TemplateObject {
    [
      "hasAPIs": .flag(isFirst && !apis.apis.isEmpty),
      "apis": .list(isFirst ? apis.apis.indices.map { api($0, links) } : []),
    ]
  }

  /// The keys of a schema's page about the operations that use it.
  func callKeys(ofPage page: Int, _ links: SiteLinks) -> TemplateObject {
    let operations = apis.uses[page] ?? []
    return ["hasCalls": .flag(!operations.isEmpty), "calls": calls(operations, links)]
  }

  // MARK: - Parts

  private func links(of file: String) -> SiteLinks {
    SiteLinks(files: files, file: file + Self.ending, ending: Self.ending)
  }

  private func api(_ number: Int, _ links: SiteLinks) -> TemplateValue {
    let api = apis.apis[number]
    let mark = number == 0 ? "" : "-\(number + 1)"
    let isOnly = apis.apis.count == 1
    // The index has the title of the only API as its own, unless the configuration has another.
    let isKnown = isOnly && api.title == siteTitle
    let text = HTMLSource(api.description, below: isKnown ? 1 : 2) { links.link(to: $0) }.text
    return .object([
      "apiTitle": .text(isKnown ? "" : api.title), "apiVersion": .text(api.version), "apiDescription": .text(text),
      "hasFacts": .flag(!api.facts.isEmpty), "facts": facts(api.facts, links),
      "operationsID": .text("operations" + mark), "schemesID": .text("authentication" + mark),
      "hasSchemes": .flag(!api.schemes.isEmpty),
      "schemes": .list(
        api.schemes.map { name, words, text in
          .object([
            "schemeName": .text(name), "schemeWords": phrase(words, links),
            "schemeDescription": description(text, links),
          ])
        }),
      "hasGroups": .flag(!api.groups.isEmpty),
      "groups": .list(
        api.groups.map { number in
          let group = apis.groups[number]
          return .object([
            "groupLink": .text(links.link(toFile: group.file + Self.ending)), "groupTitle": .text(group.title),
            "groupCount": .text(group.count), "groupSummary": phrase(group.description.summary, links),
            "isListed": .flag(apis.isListed), "calls": apis.isListed ? calls(group.operations, links) : [],
          ])
        }),
    ])
  }

  private func facts(_ facts: [(name: String, values: [Phrase])], _ links: SiteLinks) -> TemplateValue {
    .list(
      facts.map { name, values in
        .object(["factName": .text(name), "factValues": .list(values.map { phrase($0, links) })])
      })
  }

  private func calls(_ operations: [Int], _ links: SiteLinks) -> TemplateValue {
    .list(
      operations.map { number in
        let operation = apis.operations[number]
        var keys = call(operation)
        keys["callLink"] = .text(links.link(toFile: operation.file + Self.ending))
        keys["callTitle"] = phrase(operation.summary.isEmpty ? "\(operation.id)" : operation.summary, links)
        return .object(keys)
      })
  }

  private func call(_ operation: OperationPage) -> TemplateObject {
    [
      "method": .text(operation.method), "methodClass": .text(operation.method.lowercased().filter(\.isLetter)),
      "callPath": .text(operation.path), "isDeprecated": .flag(operation.isDeprecated),
    ]
  }

  private func contents(of operation: OperationPage) -> [(text: String, id: String)] {
    var contents: [(text: String, id: String)] = []
    if !operation.curl.isEmpty || !operation.swift.isEmpty { contents.append(("Example", "example")) }
    contents += operation.parameters.map { ($0.title, Self.id(of: $0.title)) }
    if operation.body != nil { contents.append((operation.bodyTitle, "body")) }
    if !operation.responses.isEmpty { contents.append(("Responses", "responses")) }
    return contents
  }

  private static func id(of title: String) -> String { title.lowercased().replacing(" ", with: "-") }

  private func siblings(of number: Int, in group: APISite.Group, _ links: SiteLinks) -> [TemplateValue] {
    var shown = group.operations
    if shown.count > Self.siblingLimit { shown = shown.filter { abs($0 - number) < 6 } }
    return shown.map { sibling in
      let operation = apis.operations[sibling]
      return .object([
        "entryText": .text(operation.title), "entryLink": .text(links.link(toFile: operation.file + Self.ending)),
        "isCurrent": .flag(sibling == number),
      ])
    }
  }

  private func body(_ body: OperationPage.Body, _ title: String, _ links: SiteLinks) -> TemplateValue {
    let presence: DocumentationPage.Member.Presence = body.isRequired ? .required : .optional
    return .object([
      "bodyTitle": .text(title), "presence": .text(title == "Messages" ? "" : presence.words),
      "presenceClass": .text(presence.name),
      "bodyDescription": description(body.description, links),
      "contents": .list(body.contents.map { content($0, isFolded: false, links) }),
    ])
  }

  private func response(_ response: OperationPage.Response, _ links: SiteLinks) -> TemplateValue {
    .object([
      "responseID": .text("response-" + URIText.encoded(response.status, for: .fragment)),
      "status": .text(VisibleText.line(response.status)), "statusText": .text(response.statusText),
      "statusClass": .text(response.status.first.map { $0.isNumber ? "s\($0)" : "" } ?? ""),
      "responseDescription": description(response.shownDescription, links),
      "contents": .list(response.contents.map { content($0, isFolded: true, links) }),
      "hasMembers": .flag(!response.headers.isEmpty), "sectionTitle": .text("response \(response.status)"),
      "members": .list(response.headers.map { member($0, links) }),
    ])
  }

  private func content(_ content: OperationPage.Content, isFolded: Bool, _ links: SiteLinks) -> TemplateValue {
    .object([
      "mediaType": .text(content.mediaType), "hasContentType": .flag(content.type != nil),
      "contentType": phrase(content.type ?? Phrase(), links),
      "hasLimits": .flag(!content.limits.isEmpty), "limits": .list(content.limits.map { phrase($0, links) }),
      "hasMembers": .flag(!content.members.isEmpty), "isFolded": .flag(isFolded),
      "sectionTitle": .text(content.type?.plain ?? content.mediaType),
      "members": .list(content.members.map { member($0, links) }),
      "hasJSON": .flag(content.example != nil), "exampleJSON": code(content.example?.tokens ?? []),
    ])
  }
}

extension OperationPage {
  /// The heading of the body.
  var bodyTitle: String { caller == "channel" ? "Messages" : "Request body" }

  /// What the page says in a few words.
  var facts: [(name: String, values: [Phrase])] {
    var facts: [(name: String, values: [Phrase])] = []
    if !id.isEmpty { facts.append(("Operation", ["\(code: id)"])) }
    if !security.isEmpty { facts.append(("Security", security)) }
    if !servers.isEmpty { facts.append(("Servers", servers.map { "\(code: $0)" })) }
    if let docs = externalDocs { facts.append(("Documentation", [docs])) }
    return facts
  }
}

extension OperationPage.Response {
  /// The meaning of the status (RFC 9110, section 15); empty where that is for the description to say.
  var statusText: String {
    switch status.uppercased() {
    case "200": "OK"
    case "201": "Created"
    case "202": "Accepted"
    case "204": "No Content"
    case "206": "Partial Content"
    case "301": "Moved Permanently"
    case "302": "Found"
    case "303": "See Other"
    case "304": "Not Modified"
    case "307": "Temporary Redirect"
    case "308": "Permanent Redirect"
    case "400": "Bad Request"
    case "401": "Unauthorized"
    case "403": "Forbidden"
    case "404": "Not Found"
    case "405": "Method Not Allowed"
    case "409": "Conflict"
    case "410": "Gone"
    case "412": "Precondition Failed"
    case "413": "Content Too Large"
    case "415": "Unsupported Media Type"
    case "422": "Unprocessable Content"
    case "429": "Too Many Requests"
    case "500": "Internal Server Error"
    case "502": "Bad Gateway"
    case "503": "Service Unavailable"
    case "504": "Gateway Timeout"
    case "DEFAULT": "every other status"
    case "2XX": "every other success"
    case "4XX": "every other mistake of the client"
    case "5XX": "every other mistake of the server"
    default: ""
    }
  }

  /// The description, unless it is the meaning of the status.
  var shownDescription: RichText {
    let words = description.plain.filter { $0.isLetter || $0.isNumber }.lowercased()
    return words == statusText.filter(\.isLetter).lowercased() ? RichText() : description
  }
}
