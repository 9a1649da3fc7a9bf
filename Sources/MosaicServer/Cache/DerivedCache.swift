import Hummingbird
import Synchronization

/// Bodies derived from cached files, such as tiles cut from a sheet: cached within a budget, as long as those files are
/// current.
final class DerivedCache: Sendable {
    private struct Made {
        let body: ServedBody
        let files: [Source]
    }

    /// A weak reference to a file: without the file its derived bodies are useless, and its bytes are not counted here.
    private struct Source {
        weak var file: CachedFile?
    }

    private let held: Mutex<LRUCache<Made>>

    /// Creates an empty cache; `budget` is in bytes, 0 or more.
    init(budget: Int) { held = Mutex(LRUCache(budget: budget)) }

    /// The body of that name; nil where it was derived from other files, or is not cached.
    func body(_ name: String, of files: CachedFile...) -> ServedBody? {
        guard let made = held.withLock({ $0.value(name) }), made.files.elementsEqual(files, by: { $0.file === $1 })
        else { return nil }
        return made.body
    }

    /// Caches a body as long as these files are current.
    func keep(_ body: ServedBody, _ name: String, of files: CachedFile...) {
        let bytes = body.bytes.readableBytes + Self.overhead
        held.withLock { $0.insert(Made(body: body, files: files.map { Source(file: $0) }), name, bytes: bytes) }
    }

    /// Removes every body whose name begins with the prefix.
    func invalidate(prefix: String) { held.withLock { $0.remove(prefix: prefix) } }

    /// Removes every body.
    ///
    /// - Returns: The bytes that are free now.
    func purge() -> Int { held.withLock { $0.removeAll() } }

    /// The cached bytes.
    var bytes: Int { held.withLock { $0.bytes } }

    /// The approximate memory of a body besides its bytes: names and fields.
    private static let overhead = 1_024
}
