import Foundation
import MosaicSystem
import Synchronization

/// Objects that were downloaded before they are decoded, such as for their sizes: in memory, then in a temporary file.
///
/// What neither has room for is downloaded again. Failures are kept, too: the client has retried already.
final class HeldObjects: Sendable {
    typealias Outcome = Result<BucketBody, any Error>

    /// An object as it was listed.
    private struct Key: Hashable {
        let name: String
        let status: Screenshot.Status?

        init(_ screenshot: Screenshot) { (name, status) = (screenshot.name, screenshot.status) }
    }

    private enum Place {
        case memory(Outcome)
        case file(Range<Int>, version: ObjectVersion?)
    }

    private struct State {
        var places: [Key: Place] = [:]
        var memoryBytes = 0
        var file: UnlinkedFile?
        var fileBytes = 0
        /// Whether the file could not be made or written.
        var isFileBroken = false
    }

    private let limits: BucketLimits
    private let folder: String
    private let state = Mutex(State())

    /// - Parameter folder: Where the temporary file is made.
    init(_ limits: BucketLimits, folder: String = FileManager.default.temporaryDirectory.path) {
        self.limits = limits
        self.folder = folder
    }

    /// Whether an object need not be downloaded.
    func has(_ screenshot: Screenshot) -> Bool { state.withLock { $0.places[Key(screenshot)] != nil } }

    /// The outcome of an earlier download; nil where it is not held.
    func outcome(of screenshot: Screenshot) -> Outcome? {
        let (place, file) = state.withLock { ($0.places[Key(screenshot)], $0.file) }
        switch place {
        case .memory(let outcome): return outcome
        case .file(let range, let version):
            return file?.read(range).map { .success(BucketBody(bytes: $0, version: version)) }
        case nil: return nil
        }
    }

    /// Keeps an outcome where there is room for it.
    func keep(_ outcome: Outcome, of screenshot: Screenshot) {
        guard case .success(let body) = outcome else {
            state.withLock { $0.places[Key(screenshot)] = .memory(outcome) }
            return
        }
        guard let (file, range) = state.withLock({ place(outcome, body.bytes.count, Key(screenshot), &$0) }) else {
            return
        }
        let isWritten = file.write(body.bytes, at: range.lowerBound)
        state.withLock { state in
            if isWritten {
                state.places[Key(screenshot)] = .file(range, version: body.version)
            } else {
                state.isFileBroken = true
            }
        }
    }

    /// Keeps an outcome in memory, or reserves a place in the file, which is still to be written.
    private func place(
        _ outcome: Outcome, _ bytes: Int, _ key: Key, _ state: inout State
    ) -> (UnlinkedFile, Range<Int>)? {
        guard state.places[key] == nil else { return nil }
        if bytes <= limits.heldBytes - state.memoryBytes {
            state.memoryBytes += bytes
            state.places[key] = .memory(outcome)
            return nil
        }
        guard !state.isFileBroken, bytes <= limits.spilledBytes - state.fileBytes else { return nil }
        if state.file == nil { state.file = UnlinkedFile(in: folder) }
        guard let file = state.file else {
            state.isFileBroken = true
            return nil
        }
        let range = state.fileBytes..<state.fileBytes + bytes
        state.fileBytes = range.upperBound
        return (file, range)
    }

    /// Frees memory and file.
    func removeAll() { state.withLock { $0 = State() } }
}
