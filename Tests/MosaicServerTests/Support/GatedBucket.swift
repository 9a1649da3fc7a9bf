import Mosaic
import MosaicFixtures
import Synchronization

/// A bucket whose listings wait until they may go on.
final class GatedBucket: BucketClient {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let bucket: MemoryBucket
    private let state = Mutex(State())

    init(_ bucket: MemoryBucket) { self.bucket = bucket }

    /// Listings that wait.
    var waiting: Int { state.withLock(\.waiting.count) }

    /// Lets all listings go on.
    func open() {
        let waiting = state.withLock { state in
            defer { (state.isOpen, state.waiting) = (true, []) }
            return state.waiting
        }
        for list in waiting { list.resume() }
    }

    /// Lets the listings go on that wait, and no later ones.
    func pass() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for list in waiting { list.resume() }
    }

    func list(_ query: BucketQuery) async throws -> BucketPage {
        let page = try await bucket.list(query)
        await withCheckedContinuation { list in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(list) }
                return state.isOpen
            }
            if isOpen { list.resume() }
        }
        return page
    }

    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await self.bucket.head(key, in: bucket)
    }

    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        try await self.bucket.get(key, in: bucket, range: range, limit: limit)
    }

    func put(
        _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
    ) async throws -> ObjectVersion? {
        try await self.bucket.put(bytes, at: key, in: bucket, type: type)
    }
}
