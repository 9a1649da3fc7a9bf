import Hummingbird
import Synchronization

/// Bodies that were made of files in memory, such as tiles cut from a sheet: held within a budget, for as long as those
/// files are what is served.
final class DerivedCache: Sendable {
    private struct Made {
        let body: ServedBody
        let files: [Source]
    }

    /// A file, for as long as somebody else holds it: without it nobody asks for what was made of it, and its bytes are
    /// not counted here.
    private struct Source {
        weak var file: CachedFile?
    }

    private let held: Mutex<LRUCache<Made>>

    /// Holds nothing yet; `budget` is in bytes, 0 or more.
    init(budget: Int) { held = Mutex(LRUCache(budget: budget)) }

    /// The body of that name; nil where it was made of other files than these, or is not held.
    func body(_ name: String, of files: CachedFile...) -> ServedBody? {
        guard let made = held.withLock({ $0.value(name) }), made.files.elementsEqual(files, by: { $0.file === $1 })
        else { return nil }
        return made.body
    }

    /// Holds a body, to be found for as long as these files are served.
    func keep(_ body: ServedBody, _ name: String, of files: CachedFile...) {
        let bytes = body.bytes.readableBytes + Self.overhead
        held.withLock { $0.hold(Made(body: body, files: files.map { Source(file: $0) }), name, bytes: bytes) }
    }

    /// Removes every body whose name begins with the prefix.
    func forget(prefix: String) { held.withLock { $0.remove(prefix: prefix) } }

    /// Removes every body.
    ///
    /// - Returns: The bytes that are free now.
    func purge() -> Int { held.withLock { $0.removeAll() } }

    /// The bytes that are held.
    var bytes: Int { held.withLock { $0.bytes } }

    /// What a body takes besides its bytes, about: names and fields.
    private static let overhead = 1_024
}
