package import Foundation
package import Mosaic
import Synchronization

/// A bucket in memory, which records requests.
package final class MemoryBucket: BucketClient {
    /// A request.
    package enum Request: Hashable, Sendable {
        case list(prefix: String)
        case head(String)
        case get(String)
        case put(String)
    }

    private struct State {
        var objects: [String: (bytes: [UInt8], modified: Date, version: ObjectVersion)] = [:]
        var requests: [Request] = []
        var versions = 0
        var failure: (@Sendable (Request) -> (any Error)?)?
    }

    /// The only bucket there is.
    package let name: BucketName
    private let state = Mutex(State())

    /// An empty bucket.
    package init(_ name: String = "chapter-screenshots") {
        guard let name = BucketName(rawValue: name) else { preconditionFailure("\(name) is no name of a bucket.") }
        self.name = name
    }

    /// Requests in order.
    package var requests: [Request] { state.withLock(\.requests) }

    /// Clears the recorded requests.
    package func resetRequests() { state.withLock { $0.requests = [] } }

    /// Decides which requests fail; nil lets all pass.
    package func fail(_ decision: (@Sendable (Request) -> (any Error)?)?) { state.withLock { $0.failure = decision } }

    /// Stores an object without a request.
    package func store(_ bytes: [UInt8], at key: String, modified: Date = Date()) {
        state.withLock { state in
            state.versions += 1
            state.objects[key] = (bytes, modified, ObjectVersion(rawValue: "v\(state.versions)"))
        }
    }

    /// Removes an object without a request.
    package func remove(_ key: String) { state.withLock { $0.objects[key] = nil } }

    package func list(_ query: BucketQuery) async throws -> BucketPage {
        try begin(.list(prefix: query.prefix), in: query.bucket)
        return state.withLock { state in
            var page = BucketPage(objects: [])
            var last = query.token ?? ""
            let keys = state.objects.keys.filter { $0.hasPrefix(query.prefix) && $0 > last }
            for key in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where key > last {
                guard page.objects.count + page.folders.count < query.limit else {
                    page.next = last
                    break
                }
                if query.byFolder, let slash = key.dropFirst(query.prefix.count).firstIndex(of: "/") {
                    let folder = String(key[...slash])
                    page.folders.append(folder)
                    // Behind every key of the folder.
                    last = folder + "\u{10FFFF}"
                } else if let object = state.objects[key] {
                    page.objects.append(
                        BucketObject(
                            key: key, bytes: object.bytes.count, modified: object.modified, version: object.version))
                    last = key
                }
            }
            return page
        }
    }

    package func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try begin(.head(key), in: bucket)
        return state.withLock { $0.objects[key] }.map { object in
            BucketObject(key: key, bytes: object.bytes.count, modified: object.modified, version: object.version)
        }
    }

    package func get(
        _ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int
    ) async throws -> BucketBody? {
        try begin(.get(key), in: bucket)
        guard let object = state.withLock({ $0.objects[key] }) else { return nil }
        let bytes = range.map { Array(object.bytes[$0.clamped(to: 0..<object.bytes.count)]) } ?? object.bytes
        guard bytes.count <= limit else {
            throw MosaicError(.limitExceeded, key, "It has \(bytes.count) bytes, more than \(limit).")
        }
        return BucketBody(bytes: bytes, version: object.version)
    }

    package func put(
        _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
    ) async throws -> ObjectVersion? {
        try begin(.put(key), in: bucket)
        store(bytes, at: key)
        return state.withLock { $0.objects[key]?.version }
    }

    private func begin(_ request: Request, in bucket: BucketName) throws {
        let failure = state.withLock { state in
            state.requests.append(request)
            return state.failure?(request)
        }
        if let failure { throw failure }
        guard bucket == name else { throw MosaicError(.notFound, bucket.rawValue, "There is no such bucket.") }
    }
}
