import Foundation

/// Reads the index that debug builds write for editors: which file of a package defines a name, and which files use it.
///
/// The toolchain's libIndexStore reads the files (`indexstore/indexstore.h`). No module describes its C functions, so
/// they are looked up by name. The store has a *unit* for each compiled file, which lists a *record* for each source
/// file that was read; the record lists the symbols of that file, each with its roles there.
struct IndexStore {
  /// A name that one file uses and another defines.
  struct Use: Hashable, Sendable {
    var user: String
    var definer: String
    var name: String
  }

  /// The store's data about one compiled file.
  struct Unit {
    var file: String
    /// The time of writing, in nanoseconds.
    var time: Int64
    var records: [Record]
  }

  /// The symbols of one file, by the record's name in the store.
  struct Record: Hashable {
    var name: String
    var file: String
  }

  private let library: Library
  private let store: UnsafeMutableRawPointer

  /// Opens the index of the build that the running test belongs to; nil if the build wrote none, or the toolchain has
  /// no library to read it.
  init?() {
    let paths = [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""] + CommandLine.arguments
    guard let bundle = paths.first(where: { $0.contains(".xctest") }), let end = bundle.range(of: ".xctest") else {
      return nil
    }
    let products = URL(fileURLWithPath: String(bundle[..<end.upperBound])).deletingLastPathComponent()
    let folder = products.appending(path: "index/store").path
    guard FileManager.default.fileExists(atPath: folder), let library = Library(),
      let store = library.openStore(folder, nil)
    else { return nil }
    self.library = library
    self.store = store
  }

  /// Returns the uses between the files below a folder, with paths within the folder.
  func uses(below folder: URL) -> Set<Use> {
    let prefix = folder.path + "/"
    var records: Set<Record> = []
    for unit in Self.current(units(below: prefix)) {
      records.formUnion(unit.records.filter { FileManager.default.fileExists(atPath: $0.file) })
    }
    var definers: [String: String] = [:]
    var users: [(file: String, symbol: String, name: String)] = []
    for record in records.sorted(by: { $0.name < $1.name }) {
      let file = String(record.file.dropFirst(prefix.count))
      for symbol in symbols(of: record) {
        if symbol.isDefined { definers[symbol.identifier] = file }
        if symbol.isUsed { users.append((file, symbol.identifier, symbol.name)) }
      }
    }
    var uses: Set<Use> = []
    for user in users {
      guard let definer = definers[user.symbol], definer != user.file else { continue }
      uses.insert(Use(user: user.file, definer: definer, name: user.name))
    }
    return uses
  }

  /// The units that are not stale: the latest of each existing file. Units stay in the store when files move.
  static func current(
    _ units: [Unit], exists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }
  ) -> [Unit] {
    let existing = units.filter { exists($0.file) }
    return Dictionary(existing.map { ($0.file, $0) }) { $0.time < $1.time ? $1 : $0 }
      .values.sorted { $0.file < $1.file }
  }
}

// MARK: - Units and records

extension IndexStore {
  private struct Symbol {
    /// Identifies the symbol, as the compiler does (a USR).
    var identifier: String
    var name: String
    var isDefined: Bool
    var isUsed: Bool
  }

  private func units(below prefix: String) -> [Unit] {
    var names: [String] = []
    Library.eachText {
      names.append(Self.string($0))
    } of: {
      library.eachUnit(store, 0, $0, $1)
    }
    return names.compactMap { unit($0, below: prefix) }
  }

  private func unit(_ name: String, below prefix: String) -> Unit? {
    guard let reader = library.openUnit(store, name, nil) else { return nil }
    defer { library.closeUnit(reader) }
    guard let file = Self.path(library.mainFile(reader), below: prefix) else { return nil }
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    library.modificationTime(reader, &seconds, &nanoseconds)
    var unit = Unit(file: file, time: seconds * 1_000_000_000 + nanoseconds, records: [])
    Library.eachObject { dependency in
      guard library.dependencyKind(dependency) == Library.record else { return }
      guard let file = Self.path(library.dependencyFile(dependency), below: prefix) else { return }
      unit.records.append(Record(name: Self.string(library.dependencyName(dependency)), file: file))
    } of: {
      library.eachDependency(reader, $0, $1)
    }
    return unit
  }

  private func symbols(of record: Record) -> [Symbol] {
    guard let reader = library.openRecord(store, record.name, nil) else { return [] }
    defer { library.closeRecord(reader) }
    var symbols: [Symbol] = []
    Library.eachObject { symbol in
      let roles = library.roles(symbol)
      symbols.append(
        Symbol(
          identifier: Self.string(library.identifier(symbol)), name: Self.string(library.name(symbol)),
          isDefined: roles & Library.definition != 0, isUsed: roles & Library.reference != 0))
    } of: {
      library.eachSymbol(reader, true, $0, $1)
    }
    return symbols
  }

  private static func string(_ text: Library.Text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.iov_base, count: text.iov_len), as: UTF8.self)
  }

  /// The path of a file below a folder, resolving symbolic links that the compiler was given; nil for other files.
  private static func path(_ text: Library.Text, below prefix: String) -> String? {
    let path = string(text)
    if path.hasPrefix(prefix) { return path }
    // Resolving links takes long, and nearly all other files are those of the toolchain.
    guard let last = prefix.split(separator: "/").last, path.contains("/\(last)/") else { return nil }
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return resolved.hasPrefix(prefix) ? resolved : nil
  }
}

// MARK: - Functions

/// The functions of libIndexStore used here.
private struct Library {
  typealias Object = UnsafeMutableRawPointer
  /// A text without a terminator. Its C type has the layout of `iovec`: a pointer, and a count of bytes.
  typealias Text = iovec
  /// The callback for each text or object, with a context; iteration continues while it returns true.
  typealias TextCallback = @convention(c) (Object?, Text) -> Bool
  typealias ObjectCallback = @convention(c) (Object?, Object) -> Bool

  // Cases of the header's enumerations.
  static let record: UInt32 = 2
  static let definition: UInt64 = 1 << 1
  static let reference: UInt64 = 1 << 2

  let openStore: @convention(c) (UnsafePointer<CChar>, Object?) -> Object?
  let eachUnit: @convention(c) (Object, UInt32, Object?, TextCallback) -> Bool
  let openUnit: @convention(c) (Object, UnsafePointer<CChar>, Object?) -> Object?
  let closeUnit: @convention(c) (Object) -> Void
  let mainFile: @convention(c) (Object) -> Text
  let modificationTime: @convention(c) (Object, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>) -> Void
  let eachDependency: @convention(c) (Object, Object?, ObjectCallback) -> Bool
  let dependencyKind: @convention(c) (Object) -> UInt32
  let dependencyName: @convention(c) (Object) -> Text
  let dependencyFile: @convention(c) (Object) -> Text
  let openRecord: @convention(c) (Object, UnsafePointer<CChar>, Object?) -> Object?
  let closeRecord: @convention(c) (Object) -> Void
  let eachSymbol: @convention(c) (Object, Bool, Object?, ObjectCallback) -> Bool
  let roles: @convention(c) (Object) -> UInt64
  let name: @convention(c) (Object) -> Text
  let identifier: @convention(c) (Object) -> Text

  init?() {
    guard let handle = Self.path.flatMap({ dlopen($0, RTLD_NOW) }) else { return nil }
    func function<Function>(_ name: String) throws(Missing) -> Function {
      guard let address = dlsym(handle, "indexstore_" + name) else { throw Missing() }
      return unsafeBitCast(address, to: Function.self)
    }
    do throws(Missing) {
      openStore = try function("store_create")
      eachUnit = try function("store_units_apply_f")
      openUnit = try function("unit_reader_create")
      closeUnit = try function("unit_reader_dispose")
      mainFile = try function("unit_reader_get_main_file")
      modificationTime = try function("unit_reader_get_modification_time")
      eachDependency = try function("unit_reader_dependencies_apply_f")
      dependencyKind = try function("unit_dependency_get_kind")
      dependencyName = try function("unit_dependency_get_name")
      dependencyFile = try function("unit_dependency_get_filepath")
      openRecord = try function("record_reader_create")
      closeRecord = try function("record_reader_dispose")
      eachSymbol = try function("record_reader_symbols_apply_f")
      roles = try function("symbol_get_roles")
      name = try function("symbol_get_name")
      identifier = try function("symbol_get_usr")
    } catch {
      return nil
    }
  }

  private struct Missing: Error {}

  /// The library of the toolchain whose `swiftc` is on the path.
  private static var path: String? {
    struct Info: Decodable {
      struct Paths: Decodable { var runtimeResourcePath: String }
      var paths: Paths
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swiftc", "-print-target-info"]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = try? pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    guard let info = try? JSONDecoder().decode(Info.self, from: output ?? Data()) else { return nil }
    // `…/usr/lib/swift`.
    let folder = URL(fileURLWithPath: info.paths.runtimeResourcePath).deletingLastPathComponent()
    return ["libIndexStore.so", "libIndexStore.dylib"].map { folder.appending(path: $0).path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Calls a closure for each text that a function passes to its callback.
  static func eachText(_ visit: (Text) -> Void, of function: (Object, TextCallback) -> Bool) {
    withoutActuallyEscaping(visit) { visit in
      var visit = visit
      _ = withUnsafeMutablePointer(to: &visit) { context in
        function(context) { context, text in
          context?.assumingMemoryBound(to: ((Text) -> Void).self).pointee(text)
          return true
        }
      }
    }
  }

  /// Calls a closure for each object that a function passes to its callback, valid during the call.
  static func eachObject(_ visit: (Object) -> Void, of function: (Object, ObjectCallback) -> Bool) {
    withoutActuallyEscaping(visit) { visit in
      var visit = visit
      _ = withUnsafeMutablePointer(to: &visit) { context in
        function(context) { context, object in
          context?.assumingMemoryBound(to: ((Object) -> Void).self).pointee(object)
          return true
        }
      }
    }
  }
}
