import Mosaic

/// Values that the rules store.
enum Sample {
    static func key(_ text: String) throws -> ObjectKey {
        guard let key = ObjectKey(rawValue: text) else { throw MosaicError(.malformed, text, "Not a key.") }
        return key
    }

    /// Bytes that depend on `seed` and on their offset.
    static func bytes(_ count: Int, seed: Int = 0) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed &* 17) ^ ($0 >> 8)) }
    }
}

extension ObjectStatus {
    /// Without the version, which may become known between two calls.
    var unversioned: ObjectStatus { ObjectStatus(key: key, bytes: bytes, modified: modified) }
}

extension ObjectStore {
    func bytes(_ key: String) async throws -> [UInt8]? { try await read(Sample.key(key), limit: 1 << 20) }

    func put(_ key: String, _ bytes: [UInt8]) async throws { try await put(Sample.key(key), bytes) }

    /// The texts of all keys, in pages of `limit`.
    func keys(below folder: String? = nil, after: String? = nil, pages limit: Int = 1_000) async throws -> [String] {
        var keys: [String] = []
        var last = try after.map(Sample.key)
        while true {
            let page = try await list(below: folder.map(Sample.key), after: last, limit: limit)
            guard page.count <= limit else { throw MosaicError(.malformed, "page", "\(page.count) of \(limit).") }
            guard let end = page.last else { return keys }
            keys += page.map(\.key.rawValue)
            last = end.key
        }
    }
}
