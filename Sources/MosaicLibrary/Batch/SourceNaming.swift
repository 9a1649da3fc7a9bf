package import Mosaic

/// How a batch derives a storyboard's id from the path of its screenshots.
package enum SourceNaming: String, Hashable, Sendable, Codable, CaseIterable {
    /// The path below the root: `crime/film-3` keeps its valid characters and gets a hash of the whole.
    case path
    /// The folder's own name.
    case slug
    /// 32 hexadecimal digits of a hash of the path.
    case hash

    /// The id of a source.
    ///
    /// - Parameters:
    ///   - path: The path below the root, parts joined by slashes.
    ///   - prefix: The name of the root, so that equal paths in two roots have different ids; nil for none.
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
