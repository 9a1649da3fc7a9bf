import Foundation
import MosaicSystem
import Synchronization

/// Downloads the objects of one address. A kept object is not downloaded again.
final class BucketDownloads: Sendable {
    /// Maximum growth of an object since it was listed, in bytes; the object may have been replaced.
    private static let growth = 1 << 20

    let limits: BucketLimits
    let held: HeldObjects
    private let client: any BucketClient
    private let address: BucketAddress

    init(from address: BucketAddress, by client: any BucketClient, _ limits: BucketLimits, _ held: HeldObjects) {
        self.address = address
        self.client = client
        self.limits = limits
        self.held = held
    }

    /// The bytes of an object.
    ///
    /// - Parameters:
    ///   - limit: Maximum number of bytes to read; memory is allocated for little more than the listed length.
    ///   - keeps: Whether the object is kept for another use.
    /// - Throws: `limitExceeded`; `unavailable` and `refused` if it cannot be downloaded; `CancellationError`.
    func body(of screenshot: Screenshot, limit: Int, keeps: Bool) async throws -> BucketBody {
        if let outcome = held.outcome(of: screenshot) { return try outcome.get() }
        let listed = screenshot.status?.bytes ?? limit
        guard listed <= limit else {
            throw MosaicError(
                .limitExceeded, screenshot.name, "An object of \(listed) bytes exceeds the limit of \(limit) bytes.")
        }
        do {
            let body = try await download(screenshot, nil, limit: min(limit, listed + Self.growth))
            if keeps { held.keep(.success(body), of: screenshot) }
            return body
        } catch let error as MosaicError {
            if keeps { held.keep(.failure(error), of: screenshot) }
            throw error
        }
    }

    /// The first bytes of an object that is too large to be kept.
    func prefix(of screenshot: Screenshot, length: Int) async throws -> [UInt8] {
        try await download(screenshot, 0..<length, limit: length).bytes
    }

    private func download(_ screenshot: Screenshot, _ range: Range<Int>?, limit: Int) async throws -> BucketBody {
        let body: BucketBody?
        do {
            body = try await client.get(
                address.key(of: screenshot.name), in: address.bucket, range: range, limit: limit)
        } catch let error where !(error is CancellationError) {
            // A client may report its own cancellation as a broken connection.
            try Task.checkCancellation()
            throw MosaicError(downloading: screenshot, error)
        }
        guard let body else { throw MosaicError(.unavailable, screenshot.name, "There is no such object.") }
        return body
    }

    /// Runs `work` for all screenshots, concurrently within the limits on requests and bytes. Returns the results in
    /// order; nil if `work` returns nil, or if a cancellation left the screenshot out.
    func each<Value: Sendable>(
        _ screenshots: [Screenshot], _ work: @escaping @Sendable (Int, Screenshot) async -> Value?
    ) async -> [Value?] {
        let budget = AsyncSemaphore(permits: max(1, limits.bytesAhead))
        return await withTaskGroup(of: (Int, Value?).self) { group in
            var values = [Value?](repeating: nil, count: screenshots.count)
            for (position, screenshot) in screenshots.enumerated() {
                if position >= limits.requests, let (done, value) = await group.next() { values[done] = value }
                let share = limits.share(of: screenshot)
                guard (try? await budget.acquire(share)) != nil else { break }
                group.addTask {
                    defer { budget.release(share) }
                    return (position, await work(position, screenshot))
                }
            }
            for await (position, value) in group { values[position] = value }
            return values
        }
    }
}

extension MosaicError {
    /// Creates the error for an object that could not be downloaded: `refused` if access is denied, so that another
    /// attempt would fail, too; otherwise `unavailable`.
    fileprivate init(downloading screenshot: Screenshot, _ error: any Error) {
        let error = error as? MosaicError
        let reason = error?.reason ?? "It cannot be downloaded."
        // The listed length was within the limit.
        self.init(
            error?.code == .refused ? .refused : .unavailable, screenshot.name,
            error?.code == .limitExceeded ? "It has grown since it was listed." : reason)
    }
}

/// Keeps objects that were downloaded before their decoding, such as for their sizes: in memory, then in a temporary
/// file.
///
/// Objects for which neither has room are downloaded again. Failures are kept as well, because the client has retried
/// already.
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

    /// - Parameter folder: The folder of the temporary file.
    init(_ limits: BucketLimits, folder: String = FileManager.default.temporaryDirectory.path) {
        self.limits = limits
        self.folder = folder
    }

    /// Whether an object is kept, so that it need not be downloaded.
    func has(_ screenshot: Screenshot) -> Bool { state.withLock { $0.places[Key(screenshot)] != nil } }

    /// The outcome of an earlier download; nil if it is not kept.
    func outcome(of screenshot: Screenshot) -> Outcome? {
        let (place, file) = state.withLock { ($0.places[Key(screenshot)], $0.file) }
        switch place {
        case .memory(let outcome): return outcome
        case .file(let range, let version):
            return file?.read(range).map { .success(BucketBody(bytes: $0, version: version)) }
        case nil: return nil
        }
    }

    /// Keeps an outcome if there is room for it.
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

    /// Keeps an outcome in memory, or reserves a range of the file, into which the caller writes. Nil if the caller has
    /// no range to write.
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
