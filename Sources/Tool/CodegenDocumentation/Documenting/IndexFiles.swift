import CodegenCore

/// The files of the index: one or, for a site with many schemas, several, and others for the list of types.
struct IndexFiles {
  struct File {
    /// The path without the format's extension.
    var path: String
    /// The folders whose schemas it lists. A folder that is in several files is in each with its part.
    var folders: [DocumentationIndex.Folder] = []
    /// The indexes of the folders in the site.
    var folderIndexes: [Int] = []
    var letters: [DocumentationIndex.Letter] = []
    /// Whether the list of types begins here.
    var hasFirstTypes = false
  }

  private(set) var files: [File]
  /// The file in which each folder begins.
  private(set) var filesOfFolders: [Int] = []
  /// The file in which each letter begins, by its id.
  private(set) var filesOfLetters: [String: Int] = [:]
  /// The file in which the list of types begins.
  private(set) var typesFile = 0

  /// - Parameters:
  ///   - path: the path of the first file, without the format's extension.
  ///   - limit: the estimated size of a file.
  init(_ index: DocumentationIndex, files: SiteFiles, path: String, limit: Int = PageWeight.limit) {
    var paths = SitePaths(reserving: files.files.map(\.path))
    self.files = [File(path: path)]
    var weight = PageWeight.frame + 130 * (index.folders.count + index.letters.count)
    let types = index.letters.reduce(0) { $0 + Self.weight(of: $1) }
    let schemas = index.folders.reduce(0) { $0 + Self.weight(of: $1) }
    let isWhole = weight + schemas + types <= limit

    func begin(_ name: String, _ number: inout Int) {
      number += 1
      weight = PageWeight.frame
      self.files.append(File(path: paths.path(for: number == 1 ? name : "\(name)-\(number)")))
    }

    var number = 1
    for (folderIndex, folder) in index.folders.enumerated() {
      let drawing = 20_000
      if !isWhole, weight + drawing > limit { begin(path, &number) }
      filesOfFolders.append(self.files.count - 1)
      self.files[self.files.count - 1].add(folder, folderIndex)
      if !isWhole { weight += 500 + drawing }
      for schema in folder.schemas {
        let own = Self.weight(of: schema)
        if !isWhole, weight + own > limit {
          begin(path, &number)
          self.files[self.files.count - 1].add(folder, folderIndex)
        }
        weight += own
        self.files[self.files.count - 1].add(schema)
      }
    }
    number = 0
    if !isWhole { begin("types", &number) }
    typesFile = self.files.count - 1
    self.files[typesFile].hasFirstTypes = true
    for letter in index.letters {
      filesOfLetters[letter.id] = self.files.count - 1
      self.files[self.files.count - 1].add(letter)
      for type in letter.types {
        let own = Self.weight(of: type)
        if !isWhole, weight + own > limit {
          begin("types", &number)
          self.files[self.files.count - 1].add(letter)
        }
        weight += own
        self.files[self.files.count - 1].add(type)
      }
    }
  }

  // MARK: - Weights

  private static func weight(of folder: DocumentationIndex.Folder) -> Int {
    500 + folder.schemas.reduce(0) { $0 + weight(of: $1) }
  }

  private static func weight(of schema: DocumentationIndex.Schema) -> Int {
    220 + 60 * schema.badges.count + 3 * PageWeight.of(schema.name) + PageWeight.of(schema.title)
      + PageWeight.of(schema.summary)
  }

  private static func weight(of letter: DocumentationIndex.Letter) -> Int {
    160 + letter.types.reduce(0) { $0 + weight(of: $1) }
  }

  private static func weight(of type: DocumentationIndex.TypeEntry) -> Int {
    130 + 2 * PageWeight.of(type.name) + (type.address.anchor?.text.utf8.count ?? 0)
  }
}

extension IndexFiles.File {
  fileprivate mutating func add(_ folder: DocumentationIndex.Folder, _ index: Int) {
    var folder = folder
    folder.schemas = []
    folders.append(folder)
    folderIndexes.append(index)
  }

  fileprivate mutating func add(_ schema: DocumentationIndex.Schema) {
    folders[folders.count - 1].schemas.append(schema)
  }

  fileprivate mutating func add(_ letter: DocumentationIndex.Letter) {
    var letter = letter
    letter.types = []
    letters.append(letter)
  }

  fileprivate mutating func add(_ type: DocumentationIndex.TypeEntry) {
    letters[letters.count - 1].types.append(type)
  }
}
