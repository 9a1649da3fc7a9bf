import Foundation
import Synchronization

@testable import MosaicSystem

/// Writes to a file byte by byte until it is stopped.
final class SlowWriter: Sendable {
    private struct Progress {
        var isStopped = false
        var hasEnded = false
        var longestGap: Duration = .zero
    }

    private let progress = Mutex(Progress())

    /// Appends a byte every few milliseconds from a separate thread.
    init(_ path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: Data([0])) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        Thread.detachNewThread { [self] in
            var last = ContinuousClock.now
            while !progress.withLock(\.isStopped) {
                _ = try? handle.seekToEnd()
                try? handle.write(contentsOf: Data([0]))
                let now = ContinuousClock.now
                progress.withLock { $0.longestGap = max($0.longestGap, now - last) }
                last = now
                Thread.sleep(forTimeInterval: 0.01)
            }
            try? handle.close()
            progress.withLock { $0.hasEnded = true }
        }
    }

    /// The longest time between two writes: a busy machine may let the writer rest, too.
    var longestGap: Duration { progress.withLock(\.longestGap) }

    /// Stops and waits until the file is closed.
    func stop() async {
        progress.withLock { $0.isStopped = true }
        _ = await wait { progress.withLock(\.hasEnded) }
    }

    deinit { progress.withLock { $0.isStopped = true } }
}
