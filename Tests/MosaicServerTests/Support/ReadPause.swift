import Mosaic
import MosaicFixtures
import Synchronization

/// Makes one reading of a whole object wait with its bytes until it may go on.
final class ReadPause: Sendable {
    private let earlier: Mutex<Int>
    private let read = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    /// - Parameter earlier: Number of readings before the one that waits.
    init(after earlier: Int = 0) { self.earlier = Mutex(earlier) }

    /// Waits until the reading has its bytes.
    func hasRead() async { for await _ in read.stream {} }

    /// Lets the reading go on.
    func goOn() { gate.continuation.finish() }

    /// The store with that reading.
    func store(_ store: any ObjectStore) -> ObservedStore {
        ObservedStore(
            store,
            afterRead: { [self] in
                let waits = earlier.withLock { earlier in
                    earlier -= 1
                    return earlier == -1
                }
                guard waits else { return }
                read.continuation.finish()
                for await _ in gate.stream {}
            })
    }
}
