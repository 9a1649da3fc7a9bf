import Mosaic
import Synchronization

/// Takes note of progress from any thread.
final class CountedProgress: Sendable {
    private let noted = Mutex<[CompositionProgress]>([])

    var all: [CompositionProgress] { noted.withLock { $0 } }

    func note(_ progress: CompositionProgress) { noted.withLock { $0.append(progress) } }
}
