/// The words of names in schemas and paths, and their spelling in Swift.
public enum NameWords {
  /// Splits text into runs of letters and digits; inner capitals are preserved.
  public static func of(_ text: String) -> [String] {
    text.unicodeScalars.split { !isPart($0) }.map { String($0) }
  }

  /// Splits text into words, also before the capitals of camel case: `imageURLList` gives `image`, `URL`, `List`, and
  /// `GitHubIDs` gives `GitHub`, `IDs`.
  public static func withHumps(_ text: String) -> [String] {
    of(text).flatMap { word -> [String] in
      // Most words have no capital after their first letter.
      if !word.unicodeScalars.dropFirst().contains(where: \.isCapital) { return [word] }
      var words: [String] = []
      for hump in humps(word) {
        if let last = words.last, spelledWithHumps.contains(last + hump) {
          words[words.count - 1] += hump
        } else {
          words.append(hump)
        }
      }
      return words
    }
  }

  private static func humps(_ word: String) -> [String] {
    var words: [String] = []
    let scalars = Array(word.unicodeScalars)
    var start = 0
    for index in scalars.indices.dropFirst() where scalars[index].isCapital {
      let endsAcronym = index + 1 < scalars.count && scalars[index + 1].isSmall
      if scalars[index - 1].isCapital, !endsAcronym { continue }
      words.append(String(String.UnicodeScalarView(scalars[start..<index])))
      start = index
    }
    return words + [String(String.UnicodeScalarView(scalars[start...]))]
  }

  /// Whether a scalar may be in a word.
  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.isCapital || scalar.isSmall || "0"..."9" ~= scalar }
    return scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
  }

  /// Returns the words in upper camel case: `line-item` gives `LineItem`, `user_id` gives `UserID`, `4.0` gives `4_0`.
  public static func upperCamelCase(_ words: [String]) -> String { joined(capitalized(words)) }

  /// Returns the words in lower camel case: `line-item` gives `lineItem`, `user_id` gives `userID`.
  public static func lowerCamelCase(_ words: [String]) -> String { joined(humped(words)) }

  /// Returns the words as they are in upper camel case.
  static func capitalized(_ words: [String]) -> [String] { words.map { spelled($0, startsName: false) } }

  /// Returns the words as they are in lower camel case.
  static func humped(_ words: [String]) -> [String] { words.enumerated().map { spelled($1, startsName: $0 == 0) } }

  /// Joins spelled words; numbers stay apart.
  static func joined(_ words: [String]) -> String {
    var name = ""
    for word in words {
      let endsWithDigit = name.unicodeScalars.last.map { "0"..."9" ~= $0 } ?? false
      let startsWithDigit = word.unicodeScalars.first.map { "0"..."9" ~= $0 } ?? false
      if endsWithDigit, startsWithDigit { name += "_" }
      name += word
    }
    return name
  }

  private static func spelled(_ word: String, startsName: Bool) -> String {
    let word = withAcronyms(word, startsName: startsName)
    if startsName { return uncapitalized(word) }
    return acronym(word) ?? capitalized(word)
  }

  /// Returns a word as an acronym, with the number that follows it: `rfc9457` is `RFC9457`.
  private static func acronym(_ word: String) -> String? {
    if isMixed(word) { return acronyms[word] }
    if let whole = acronyms[word.lowercased()] { return whole }
    let letters = word.prefix { !("0"..."9" ~= $0) }
    guard letters.count > 2, letters.count < word.count, let acronym = acronyms[letters.lowercased()],
      acronym == acronym.uppercased(), word[letters.endIndex...].allSatisfy({ "0"..."9" ~= $0 })
    else { return nil }
    return acronym + word[letters.endIndex...]
  }

  /// Returns a camel-case word with its acronyms in capitals: `userId` gives `userID`, and in a type `IPAddress` is
  /// what `ipAddress` gives.
  private static func withAcronyms(_ word: String, startsName: Bool) -> String {
    let humps = withHumps(word)
    guard humps.count > 1 else { return word }
    return humps.enumerated().map { index, hump in
      let isWhole = hump.unicodeScalars.dropFirst().allSatisfy { !$0.isCapital }
      return isWhole && (index > 0 || !startsName) ? acronyms[hump.lowercased()] ?? hump : hump
    }.joined()
  }

  /// Whether uppercase letters follow lowercase ones, or the reverse.
  private static func isMixed(_ word: String) -> Bool {
    let rest = word.unicodeScalars.dropFirst()
    return rest.contains { $0.isCapital } && rest.contains { $0.isSmall }
  }

  public static func capitalized(_ word: String) -> String {
    guard let first = word.unicodeScalars.first else { return word }
    return String(first).uppercased() + String(word.unicodeScalars.dropFirst())
  }

  /// Lowercases the leading capitals of a word: `URLPath` gives `urlPath`, `URL` gives `url`, `IDs` gives `ids`.
  private static func uncapitalized(_ word: String) -> String {
    let scalars = Array(word.unicodeScalars)
    let capitals = scalars.prefix { $0.isCapital }.count
    if capitals == 0 { return word }
    // Its name is one word.
    if word.hasPrefix("OAuth") { return "oauth" + word.dropFirst("OAuth".count) }
    if capitals == scalars.count || capitals > 1 && capitals == scalars.count - 1 && scalars[capitals] == "s" {
      return word.lowercased()
    }
    // The version of what is abbreviated: `TLSv1`.
    if capitals > 1, scalars[capitals...].starts(with: "v".unicodeScalars),
      scalars[(capitals + 1)...].allSatisfy({ "0"..."9" ~= $0 })
    {
      return word.lowercased()
    }
    // A number belongs to what is abbreviated: `ES2015`.
    let endsWithNumber = capitals > 1 && "0"..."9" ~= scalars[capitals]
    let length = endsWithNumber ? capitals : max(1, capitals - 1)
    return String(String.UnicodeScalarView(scalars[..<length])).lowercased()
      + String(String.UnicodeScalarView(scalars[length...]))
  }

  private static let acronyms = Dictionary(
    uniqueKeysWithValues: [
      "ACH", "ACL", "ACLs", "AI", "AMI", "AMQP", "API", "APIs", "APM", "ARN", "ARNs", "ARP", "ASCII", "ASN", "AST",
      "AWS", "BGP", "BIC", "BIOS", "BOM", "BrowserStack", "CA", "CAA", "CCW", "CDK", "CDN", "CI", "CIDR", "CircleCI",
      "CLI", "CMS", "CNAME", "CORS", "CPE", "CPU", "CPUs", "CRC", "CRD", "CRDs", "CRL", "CRLF", "CRM", "CSP", "CSRF",
      "CSS", "CSV", "CVC", "CVE", "CVEs", "CVSS", "CVV", "CWE", "DB", "DevOps", "DevTools", "DHCP", "DKIM", "DLL",
      "DMARC", "DMZ", "DNS", "DNSSEC", "DOM", "DPI", "DRM", "DSL", "DSN", "DTD", "DTO", "DynamoDB", "EAN", "EBS", "EC2",
      "ECDSA", "ECR", "ECS", "EIN", "EKS", "ELB", "EMR", "EOF", "EOL", "ERP", "ESM", "ETL", "EU", "EULA", "FAQ", "FIFO",
      "FIPS", "FPS", "FQDN", "FTP", "FTPS", "GB", "GCE", "GCP", "GDPR", "GID", "GIF", "GitHub", "GitLab", "GKE", "GMT",
      "GPG", "GPS", "GPT", "GPU", "GPUs", "GraphQL", "GRPC", "GST", "GTIN", "GUI", "GUID", "GUIDs", "HCL", "HDR",
      "HMAC", "HSM", "HSTS", "HTML", "HTTP", "HTTP2", "HTTP3", "HTTPS", "IAM", "IANA", "IBAN", "ICMP", "ID", "IDE",
      "IDP", "IDs", "IKE", "IMAP", "InfluxDB", "IOPS", "IOS", "IoT", "IP", "IPC", "IPs", "IPv4", "IPv6", "IRC", "ISBN",
      "ISO", "ISP", "ISSN", "JavaScript", "JDBC", "JDK", "JMX", "JPEG", "JQL", "JSON", "JSON5", "JSONAPI", "JSONB",
      "JSONC", "JSONL", "JSONP", "JSX", "JVM", "JWE", "JWK", "JWKS", "JWS", "JWT", "JWTs", "KB", "KMS", "KPI", "KYC",
      "LDAP", "LFS", "LinkedIn", "LLM", "LLMs", "LRU", "LSP", "LTS", "LUN", "LVM", "MacOS", "MB", "MCP", "MD5", "MFA",
      "MIME", "MongoDB", "MQTT", "MTU", "MySQL", "NAT", "NATS", "NDJSON", "NFC", "NFS", "NIC", "NPM", "NTP", "NuGet",
      "NVMe", "OAS", "OAuth", "OAuth2", "OCI", "OCR", "OID", "OIDC", "OpenAI", "OpenAPI", "ORM", "OS", "OSX", "OTEL",
      "OTLP", "OTP", "PayPal", "PCI", "PDF", "PDFs", "PEM", "PEP", "PGP", "PHP", "PID", "PIDs", "PII", "PKCE", "PKI",
      "PNG", "POSIX", "PostgreSQL", "PR", "PRs", "PSK", "PTY", "PVC", "PWA", "QA", "QoS", "QR", "QUIC", "RabbitMQ",
      "RAM", "RBAC", "RDP", "RDS", "RFC", "RFID", "RGB", "RGBA", "RPC", "RPM", "RSA", "RSS", "RTF", "RTL", "RTMP",
      "RTP", "RTSP", "RTT", "SAML", "SARIF", "SASL", "SBOM", "SCIM", "SCM", "SCP", "SCSI", "SDK", "SDKs", "SDP", "SEO",
      "SEPA", "SFTP", "SHA", "SHA1", "SHA256", "SHA384", "SHA512", "SIP", "SKU", "SKUs", "SLA", "SLO", "SMB", "SMS",
      "SMTP", "SNI", "SNMP", "SNS", "SOAP", "SPDX", "SQL", "SQS", "SRV", "SSD", "SSE", "SSH", "SSL", "SSM", "SSN",
      "SSO", "StatsD", "STS", "SVG", "SWID", "TB", "TCP", "TFTP", "TIFF", "TLD", "TLP", "TLS", "TOML", "TOTP", "TPM",
      "TSV", "TTL", "TTS", "TTY", "TV", "TypeScript", "UDF", "UDP", "UEFI", "UI", "UID", "UML", "UPC", "URI", "URIs",
      "URL", "URLs", "URN", "URNs", "USB", "USD", "UTC", "UTF", "UTF8", "UUID", "UUIDs", "UX", "VAT", "VCS", "VLAN",
      "VM", "VMs", "VNC", "VPC", "VPCs", "VPN", "VRF", "WAF", "WebSocket", "WebSockets", "WSDL", "WSL", "WWW", "XHR",
      "XML", "XP", "XSD", "XSLT", "XSRF", "XSS", "YAML", "YouTube",
    ].map { ($0.lowercased(), $0) })

  /// The acronyms and names that look like several words: `IDs`, `GitHub`.
  private static let spelledWithHumps = Set(acronyms.values.filter { humps($0).count > 1 })

  private static let irregularSingulars = [
    "aliases": "alias", "axes": "axis", "biases": "bias", "buses": "bus", "caches": "cache", "canvases": "canvas",
    "children": "child", "cookies": "cookie", "criteria": "criterion", "indices": "index", "matrices": "matrix",
    "movies": "movie", "people": "person", "statuses": "status", "vertices": "vertex",
  ]

  /// Words that end like a plural, such as verbs.
  private static let singulars: Set<String> = [
    "alias", "analytics", "atlas", "bias", "canvas", "contains", "depends", "extends", "has", "https", "implements",
    "jenkins", "kubernetes", "lens", "needs", "news", "postgres", "provides", "requires", "series", "species", "uses",
    "windows",
  ]

  /// Returns the singular of a word; nil if it does not look like a plural. One of `MultipleLicenses` is a `License`.
  public static func singular(_ word: String) -> String? {
    for many in ["multiple", "Multiple"] where word.hasPrefix(many) && word.count > many.count {
      let rest = word.dropFirst(many.count).drop { !$0.isLetter }
      if withHumps(word).first == many { return singular(String(rest)) }
    }
    let words = withHumps(word)
    let last = words.last?.lowercased() ?? ""
    if singulars.contains(last) { return nil }
    if let singular = irregularSingulars[last], let written = words.last, word.hasSuffix(written) {
      let isCapitalized = written.unicodeScalars.first?.isCapital ?? false
      return word.dropLast(written.count) + (isCapitalized ? capitalized(singular) : singular)
    }
    if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
    if let acronym = acronyms[word.lowercased()] { return acronym.hasSuffix("s") ? String(word.dropLast()) : nil }
    if word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us"), !word.hasSuffix("is"), word.count > 2 {
      return String(word.dropLast())
    }
    return nil
  }

  /// Returns the plural of a word.
  static func plural(_ word: String) -> String {
    if word.hasSuffix("s") { return word + "-list" }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + "s"
  }

  /// Returns the words of a schema's file name, without its ending and the word `schema`:
  /// `users/long_task-schema.json` gives `long`, `task`.
  public static func ofFile(_ path: String) -> [String] {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    for ending in [".json", ".jsonc", ".yaml", ".yml"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
      break
    }
    let words = of(name)
    // The site schema.org is no word about the file.
    let others = words.enumerated().filter { index, word in
      word.lowercased() != "schema" || index + 1 < words.count && words[index + 1].lowercased() == "org"
    }.map(\.element)
    return others.isEmpty ? words : others
  }
}

extension Unicode.Scalar {
  // The properties of ASCII are not looked up in tables.
  fileprivate var isCapital: Bool { isASCII ? "A"..."Z" ~= self : properties.isUppercase }
  fileprivate var isSmall: Bool { isASCII ? "a"..."z" ~= self : properties.isLowercase }
}
