import Hummingbird
import Mosaic
import MosaicLibrary
import Synchronization

/// Bodies derived from cached files, such as tiles cut from a sheet: cached within a budget, as long as those files are
/// current.
typealias DerivedCache = DerivedValues<BufferedResponse>

/// Values derived from cached files: cached within a budget, as long as those files are current.
final class DerivedValues<Value: Sendable>: Sendable {
    private struct Made {
        let value: Value
        let files: [Source]
    }

    /// A weak reference to a file: without the file its derived values are useless, and its bytes are not counted here.
    private struct Source {
        weak var file: CachedFile?
    }

    private let held: Mutex<LRUCache<String, Made>>

    /// Creates an empty cache; `budget` is in bytes, 0 or more.
    init(budget: Int) { held = Mutex(LRUCache(budget: budget)) }

    /// The value of that name; nil where it was derived from other files, or is not cached.
    func value(_ name: String, of files: [CachedFile]) -> Value? {
        guard let made = held.withLock({ $0.value(name) }), made.files.elementsEqual(files, by: { $0.file === $1 })
        else { return nil }
        return made.value
    }

    /// Caches a value with its size in bytes while these files are current.
    func keep(_ value: Value, _ name: String, bytes: Int, of files: [CachedFile]) {
        held.withLock { $0.insert(Made(value: value, files: files.map { Source(file: $0) }), name, cost: bytes) }
    }

    /// Removes every value whose name begins with the prefix.
    func invalidate(prefix: String) { held.withLock { $0.remove(prefix: prefix) } }

    /// Removes every value.
    ///
    /// - Returns: The bytes that are free now.
    func purge() -> Int { held.withLock { $0.removeAll() } }

    /// The cached bytes.
    var bytes: Int { held.withLock { $0.cost } }
}

extension DerivedValues where Value == BufferedResponse {
    /// The body of that name; nil where it was derived from other files, or is not cached.
    func body(_ name: String, of files: CachedFile...) -> BufferedResponse? { value(name, of: files) }

    /// Caches a body as long as these files are current.
    func keep(_ body: BufferedResponse, _ name: String, of files: CachedFile...) { keep(body, name, of: files) }

    /// Caches a body as long as these files are current.
    func keep(_ body: BufferedResponse, _ name: String, of files: [CachedFile]) {
        keep(body, name, bytes: body.bytes.readableBytes + Self.overhead, of: files)
    }

    /// The approximate memory of a body besides its bytes: names and fields.
    private static var overhead: Int { 1_024 }
}
