internal import CJSONScan

/// The indices of an object's members by name, collected when the first member is looked up: most objects are only
/// iterated.
@usableFromInline
final class NameIndex: ManagedBuffer<Void, UnsafeMutableRawPointer?> {
  // The only element is set once, atomically.

  /// The indices, which are changed only while nobody else has a reference.
  private final class Names {
    var indices = Lookup<ExactName, Int>()
  }

  /// An index that is not collected yet.
  @usableFromInline static var empty: NameIndex {
    let index = unsafeDowncast(create(minimumCapacity: 1) { _ in }, to: NameIndex.self)
    index.withUnsafeMutablePointerToElements { $0.initialize(to: nil) }
    return index
  }

  private var names: Names? {
    withUnsafeMutablePointerToElements { slot in
      json_once_load(slot).map { Unmanaged<Names>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  subscript(name: String, or all: () -> [String]) -> Int? { (names ?? collect(all())).indices[name] }

  /// Adds a member, if the index is collected. Nobody else may have it.
  func append(_ name: String, at index: Int) { names?.indices.set(name, index) }

  private func collect(_ all: [String]) -> Names {
    let new = Names()
    new.indices.reserveCapacity(all.count)
    for (index, name) in all.enumerated() { new.indices.set(name, index) }
    let retained = Unmanaged.passRetained(new)
    let present = withUnsafeMutablePointerToElements { json_once_store($0, retained.toOpaque()) }
    if present != retained.toOpaque() { retained.release() }
    return Unmanaged<Names>.fromOpaque(present).takeUnretainedValue()
  }

  deinit {
    withUnsafeMutablePointerToElements { slot in
      if let names = slot.pointee { Unmanaged<Names>.fromOpaque(names).release() }
    }
  }
}
