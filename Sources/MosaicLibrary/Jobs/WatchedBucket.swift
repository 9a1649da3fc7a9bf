import Mosaic
import Synchronization

/// The bucket client of one attempt at a job. It records the object `chapters.json` of each listing, because the reader
/// of the screenshots skips it. It also records downloads that failed with a transient error.
final class WatchedBucket: BucketClient {
    private struct State {
        var chapters: BucketObject?
        var failures: [String: MosaicError] = [:]
    }

    /// Maximum number of recorded failures; one of them is reported.
    private static let mostFailures = 1_000

    /// Address of the screenshots.
    let address: BucketAddress
    private let client: any BucketClient
    private let cache: ChaptersFileCache
    private let state = Mutex(State())

    init(_ client: any BucketClient, at address: BucketAddress, cache: ChaptersFileCache) {
        self.client = client
        self.address = address
        self.cache = cache
    }

    /// The expected chapters from the object in the last listing; nil if the listing had none. The object is read
    /// unless its version is cached, and the result is cached. For numbered pictures, only the number of chapters
    /// counts.
    ///
    /// - Throws: `malformed`, errors of the client.
    func expectedChapters(for source: ScreenshotSource) async throws -> ExpectedChapters? {
        guard let object = state.withLock({ $0.chapters }) else {
            cache.keep(.success(nil), at: address, version: nil)
            return nil
        }
        let expected = try await chapters(in: object).get()
        // Only names of chapter screenshots contain a chapter index.
        return source.interval == nil ? expected : expected.map { ExpectedChapters.count($0.total) }
    }

    private func chapters(in object: BucketObject) async throws -> Result<ExpectedChapters?, MosaicError> {
        if let known = cache.chapters(at: address, version: object.version) { return known }
        guard object.bytes <= ChaptersFile.limit else {
            throw MosaicError(.malformed, ChaptersFile.name, "It has more than \(ChaptersFile.limit) bytes.")
        }
        return try await ChaptersFile.read(at: address, by: client, into: cache)
    }

    /// The error of a download that failed with a transient error and did not succeed later; nil if there is none. If
    /// there are several, the one with the first key.
    var failedDownload: MosaicError? {
        state.withLock { state in
            guard let first = state.failures.min(by: { $0.key < $1.key }) else { return nil }
            let name = String(decoding: first.key.utf8.dropFirst(address.prefix.utf8.count), as: UTF8.self)
            return MosaicError(first.value.code, name, first.value.reason)
        }
    }

    // MARK: Requests

    func list(_ query: BucketQuery) async throws -> BucketPage {
        if query.token == nil { state.withLock { $0.chapters = nil } }
        let page = try await client.list(query)
        let key = address.key(of: ChaptersFile.name)
        if let object = page.objects.first(where: { $0.key == key }) { state.withLock { $0.chapters = object } }
        return page
    }

    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await client.head(key, in: bucket)
    }

    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        do {
            let body = try await client.get(key, in: bucket, range: range, limit: limit)
            // After a successful read of a part, the read of the whole object may still fail.
            if range == nil { state.withLock { $0.failures[key] = nil } }
            return body
        } catch let error as MosaicError {
            if range == nil, error.code.canPass {
                state.withLock { if $0.failures.count < Self.mostFailures { $0.failures[key] = error } }
            }
            throw error
        }
    }

    func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws -> ObjectVersion? {
        try await client.put(bytes, at: key, in: bucket, type: type)
    }
}
