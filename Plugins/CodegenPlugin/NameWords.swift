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

  /// Splits a word before each capital of camel case: `GitHub` gives `Git`, `Hub`.
  static func humps(_ word: String) -> [String] {
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
      return isWhole && (index > 0 || !startsName) ? acronym(hump) ?? hump : hump
    }.joined()
  }

  /// Whether uppercase letters follow lowercase ones, or the reverse.
  static func isMixed(_ word: String) -> Bool {
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
    // Such names are one word: `OAuth`, `PyPI`.
    let first = withHumps(word)[0]
    let isShort = first.count < 5 || first.unicodeScalars.dropFirst().first?.isCapital ?? false
    if isShort, spelledWithHumps.contains(first), !first.hasSuffix("OS") {
      return first.lowercased() + word.dropFirst(first.count)
    }
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
      "AAC", "AAD", "ABI", "ABIs", "ACH", "ACL", "ACLs", "ACME", "ACP", "ADB", "ADC", "ADK", "ADSL", "AES", "AGPL",
      "AI", "AIX", "AKS", "ALB", "AMD", "AMI", "AMQP", "ANSI", "AOT", "APAC", "API", "APIs", "APM", "APN", "APNS",
      "AppVeyor", "APQ", "ARN", "ARNs", "ARP", "ARPA", "ASCII", "ASIC", "ASN", "AST", "ATM", "AU", "AUTOSAR", "AVC",
      "AVIF", "AWS", "AWT", "B2B", "B2C", "BACS", "BBAN", "BECS", "BFD", "BGP", "BIC", "BigQuery", "BIOS", "BitTorrent",
      "BLE", "BLIK", "BMP", "BOM", "BPDU", "BPM", "BPMN", "BrowserStack", "BSB", "BSD", "BSON", "BYOIP", "BYOK", "CA",
      "CAA", "CAPL", "CBOR", "CCW", "CDC", "CDK", "CDMA", "CDN", "CDR", "CEF", "CF", "CGI", "CI", "CIDR", "CircleCI",
      "CKMS", "CLABE", "CLI", "ClickHouse", "CloudFormation", "CloudFront", "CloudWatch", "CMake", "CMS", "CMYK",
      "CNAME", "CNI", "CNPJ", "COBOL", "CocoaPods", "CodeQL", "CORS", "CouchDB", "CPE", "CPF", "CPM", "CPU", "CPUs",
      "CQL", "CQRS", "CRAN", "CRC", "CRD", "CRDs", "CRI", "CRL", "CRLF", "CRM", "CRUD", "CSI", "CSP", "CSR", "CSRF",
      "CSRs", "CSS", "CSV", "CTR", "CUDA", "CURP", "CVC", "CVE", "CVEs", "CVS", "CVSS", "CVV", "CW", "CWD", "CWE",
      "DAG", "DAGs", "DAP", "DB", "DBaaS", "DBs", "DCIM", "DDL", "DDoS", "DevOps", "DevTools", "DFS", "DHCP", "DHCPv4",
      "DHCPv6", "DICOM", "DigitalOcean", "DKIM", "DLL", "DLQ", "DMA", "DMARC", "DMG", "DML", "DMZ", "DND", "DNI", "DNS",
      "DNSSEC", "DocuSign", "DOCX", "DoIP", "DOM", "DPI", "DPO", "DRBG", "DRM", "DS", "DSA", "DSL", "DSN", "DSP", "DTD",
      "DTLS", "DTMF", "DTO", "DVR", "DWF", "DynamoDB", "E2E", "EABI", "EAN", "EAP", "EAPOL", "EBS", "EC2", "ECDH",
      "ECDHE", "ECDSA", "ECMA", "ECR", "ECS", "EDI", "EDN", "EEA", "EFI", "EFS", "EIN", "EIP", "EKS", "EKU", "ELB",
      "EMEA", "EMR", "EMV", "ENI", "EOF", "EOL", "EORI", "EPS", "EPSG", "EPSS", "EPUB", "ERP", "ES5", "ES6", "ESB",
      "ESM", "ESXi", "ETL", "EU", "EULA", "EVM", "EWMA", "EXIF", "FAQ", "FCM", "FD", "FIDO", "FIFO", "FIPS", "FLAC",
      "FPGA", "FPS", "FPX", "FQDN", "FreeBSD", "FS", "FTP", "FTPS", "GB", "GC", "GCC", "GCE", "GCM", "GCP", "GCS",
      "GDB", "GDP", "GDPR", "GELF", "GiB", "GID", "GIF", "GIS", "GitHub", "GitLab", "GKE", "GLB", "GLSL", "GMT", "GNSS",
      "GoReleaser", "GOST", "GPG", "GPIO", "GPL", "GPS", "GPT", "GPU", "GPUs", "GPX", "GQL", "GraphQL", "GRPC", "GSM",
      "GST", "GTFS", "GTIN", "GTK", "GTM", "GUI", "GUID", "GUIDs", "GVK", "HA", "HCL", "HCP", "HDD", "HDFS", "HDI",
      "HDMI", "HDR", "HEC", "HEIC", "HEVC", "HID", "HIPAA", "HLS", "HLSL", "HMAC", "HQ", "HSM", "HSTS", "HTML", "HTTP",
      "HTTP2", "HTTP3", "HTTPS", "HubSpot", "HVAC", "HW", "IaaS", "IAM", "IANA", "IBAN", "IBM", "ICAO", "ICC", "ICD",
      "ICMP", "ICMPv6", "ICO", "ICU", "ID", "IDE", "IDL", "IDN", "IDP", "IDs", "IEC", "IEEE", "IETF", "IFSC", "IGMP",
      "IIS", "IKE", "IKEv1", "IKEv2", "IMAP", "IMDS", "IMEI", "IMSI", "InfluxDB", "INI", "IntelliJ", "IO", "IOPS",
      "IOS", "IoT", "IP", "IPAM", "IPC", "IPFS", "IPMI", "IPs", "IPTC", "IPv4", "IPv6", "IRC", "IRQ", "ISBN", "ISCSI",
      "ISIN", "ISO", "ISP", "ISRC", "ISSN", "ISV", "ITIN", "IVR", "JavaScript", "JAXB", "JCB", "JDBC", "JDK", "JDKs",
      "JIT", "JLink", "JMS", "JMX", "JNDI", "JNI", "JPA", "JPackage", "JPEG", "JPG", "JQL", "JRE", "JReleaser", "JS",
      "JSON", "JSON5", "JSONAPI", "JSONB", "JSONC", "JSONL", "JSONP", "JSX", "JUnit", "JVM", "JWE", "JWK", "JWKS",
      "JWS", "JWT", "JWTs", "KB", "KEM", "KEV", "KiB", "KMS", "KNN", "KPI", "KQL", "KYC", "LBaaS", "LDAP", "LF", "LFS",
      "LFU", "LGPL", "LinkedIn", "LLDP", "LLM", "LLMs", "LLVM", "LogDNA", "LPR", "LRU", "LSP", "LTE", "LTS", "LUN",
      "LVM", "LZ4", "LZMA", "MacOS", "MariaDB", "MathML", "MB", "MBR", "MCP", "MD5", "MDM", "MFA", "MFC", "MiB", "MIDI",
      "MIME", "MIPS", "MkDocs", "MKV", "MLD", "MMDB", "MongoDB", "MPEG", "MPLS", "MQTT", "MRO", "MRZ", "MSI", "MSIX",
      "MSRP", "MSSQL", "MSVC", "MTA", "MTU", "MVC", "MVP", "MX", "MySQL", "NAS", "NASA", "NAT", "NATS", "NBT", "NDJSON",
      "NetBSD", "NFC", "NFS", "NFT", "NHS", "NIC", "NIST", "NLP", "NPC", "NPM", "NSFW", "NSIS", "NTLM", "NTP", "NuGet",
      "NUMA", "NVMe", "OAS", "OAuth", "OAuth1", "OAuth2", "OCI", "OCR", "OCSP", "ODBC", "ODF", "ODT", "OEM", "OFX",
      "OGC", "OID", "OIDC", "OKR", "OLAP", "OLTP", "OneDrive", "ONNX", "OOM", "OpenAI", "OpenAPI", "OpenBSD", "OpenID",
      "OpenSearch", "OpenSSH", "OpenSSL", "ORM", "OS", "OSI", "OSPF", "OSX", "OTA", "OTEL", "OTF", "OTLP", "OTP", "OUI",
      "OVA", "OVF", "OWASP", "P2P", "PaaS", "PayPal", "PBKDF2", "PCAP", "PCB", "PCI", "PCIe", "PCM", "PDB", "PDF",
      "PDFs", "PDM", "PDU", "PDUs", "PEAP", "PEM", "PEP", "PgBouncer", "PGP", "PHP", "PID", "PIDs", "PII", "PKCE",
      "PKCS", "PKI", "PMID", "PNG", "POSIX", "PostgreSQL", "PowerShell", "PPC", "PPP", "PPTX", "PR", "PRF", "PRs",
      "PSD", "PSD2", "PSK", "PSP", "PTY", "PTZ", "PVC", "PWA", "PyPI", "PyPy", "QA", "QoS", "QR", "QUIC", "RabbitMQ",
      "RAM", "RBAC", "RDF", "RDMA", "RDP", "RDS", "REPL", "RFC", "RFID", "RFN", "RGB", "RGBA", "RHEL", "RIPEMD", "RMA",
      "ROI", "RPC", "RPM", "RSA", "RSS", "RSVP", "RTC", "RTF", "RTL", "RTMP", "RTMPS", "RTOS", "RTP", "RTSP", "RTSPS",
      "RTT", "RTU", "RubyGems", "RVM", "SaaS", "SAML", "SAP", "SARIF", "SASL", "SBC", "SBOM", "SCA", "SCEP", "SCIM",
      "SCM", "SCP", "SCSI", "SCSS", "SCTP", "SDK", "SDKs", "SDL", "SDP", "SDS", "SECG", "SELinux", "SemVer", "SendGrid",
      "SEO", "SEPA", "SES", "SFP", "SFTP", "SGX", "SHA", "SHA1", "SHA256", "SHA384", "SHA512", "SharePoint", "SID",
      "SIEM", "SIMD", "SIP", "SIRET", "SKOS", "SKU", "SKUs", "SLA", "SLAs", "SLB", "SLES", "SLI", "SLIs", "SLO", "SLOs",
      "SMB", "SMPP", "SMS", "SMTP", "SNI", "SNMP", "SNP", "SNS", "SOA", "SOAP", "SonarQube", "SPDX", "SPF", "SPI",
      "SPIFFE", "SPV", "SQL", "SQLite", "SQS", "SRE", "SRT", "SRTP", "SRV", "SSD", "SSE", "SSH", "SSID", "SSL", "SSM",
      "SSN", "SSO", "StackOverflow", "StatsD", "STB", "STP", "STS", "SVG", "SVN", "SWF", "SWID", "TB", "TCP", "TDD",
      "TeamCity", "TestFlight", "TFA", "TFTP", "TGZ", "TiB", "TIFF", "TikTok", "TLD", "TLP", "TLS", "TLV", "TOML",
      "TOS", "TOTP", "TPM", "TPS", "TSDB", "TSV", "TTF", "TTL", "TTML", "TTS", "TTY", "TUI", "TV", "TvOS", "TXT",
      "TypeScript", "UART", "UBL", "UDF", "UDP", "UDS", "UEFI", "UFW", "UGC", "UHD", "UI", "UID", "ULID", "ULIDs",
      "UMD", "UML", "UNC", "UPC", "UPI", "UPN", "UPnP", "URI", "URIs", "URL", "URLs", "URN", "URNs", "USB", "USD",
      "USDC", "USPS", "UTAM", "UTC", "UTF", "UTF8", "UTM", "UUDT", "UUID", "UUIDs", "UWB", "UWP", "UX", "VAD", "VAT",
      "VBA", "VCAP", "VCF", "VCS", "VDI", "VectorDB", "VIN", "VisionOS", "VLAN", "VLANs", "VM", "VMs", "VMSS", "VNC",
      "VoIP", "VPC", "VPCs", "VPN", "VPNs", "VPS", "VR", "VRAM", "VRF", "VRL", "VRRP", "VSIX", "VTEP", "VTT", "VXLAN",
      "W3C", "WAF", "WAI", "WAL", "WAP", "WASI", "WatchOS", "WAV", "WBEM", "WCAG", "WebAuthn", "WebDAV", "WebGL",
      "WebGPU", "WebP", "WebRTC", "WebSocket", "WebSockets", "WEP", "WhatsApp", "WIF", "WLAN", "WMI", "WMS", "WMTS",
      "WordPress", "WPA", "WPA2", "WPA3", "WPF", "WS", "WSDL", "WSL", "WTLS", "WWW", "XA", "XCP", "XDP", "XDR", "XHR",
      "XLS", "XLSX", "XML", "XMPP", "XP", "XPath", "XS", "XSA", "XSD", "XSL", "XSLT", "XSRF", "XSS", "XUL", "YAML",
      "YouTube", "ZDM", "ZWJ",
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
    // Between others it is one: `kafka_schema_verbose`.
    let others = words.enumerated().filter { index, word in
      let next = index + 1 < words.count ? words[index + 1].lowercased() : ""
      let isInside = index > 0 && next.count > 1 && next.allSatisfy(\.isLetter)
      return word.lowercased() != "schema" || next == "org" || isInside
    }.map(\.element)
    return others.isEmpty ? words : others
  }
}

extension Unicode.Scalar {
  // The properties of ASCII are not looked up in tables.
  fileprivate var isCapital: Bool { isASCII ? "A"..."Z" ~= self : properties.isUppercase }
  fileprivate var isSmall: Bool { isASCII ? "a"..."z" ~= self : properties.isLowercase }
}
