package import Mosaic

/// How a batch derives a storyboard's id from where its screenshots lie.
package enum SourceNaming: String, Hashable, Sendable, Codable, CaseIterable {
    /// Of the path below the root: `crime/film-3` keeps what it can and ends in a hash of the whole.
    case path
    /// Of the folder's own name.
    case slug
    /// 32 hexadecimal digits of a hash of the path.
    case hash

    /// The id of a source.
    ///
    /// - Parameters:
    ///   - path: Where it lies below the root, parts joined by slashes.
    ///   - prefix: What the root is called, so that two roots of the same paths have different ids; nil for nothing.
    package func id(of path: String, prefix: String? = nil) -> StoryboardID {
        let front = prefix.map { $0 + "/" } ?? ""
        switch self {
        case .path: return StoryboardID(naming: front + path)
        case .slug:
            let name = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed()
            return StoryboardID(naming: front + String(decoding: name, as: UTF8.self))
        case .hash: return StoryboardID(naming: ContentHash(of: Array((front + path).utf8)).hexadecimal(bytes: 16))
        }
    }
}
