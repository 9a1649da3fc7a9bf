/// How a batch derives a storyboard's id from where its screenshots lie.
public enum SourceNaming: String, Hashable, Sendable, Codable, CaseIterable {
    /// Of the path below the root: `crime/film-3` keeps what it can and ends in a hash of the whole.
    case path
    /// Of the folder's own name.
    case slug
    /// 32 hexadecimal digits of a hash of the path.
    case hash

    /// The id of a source.
    ///
    /// - Parameter path: Where it lies below the root, parts joined by slashes.
    public func id(of path: String) -> StoryboardID {
        switch self {
        case .path: StoryboardID(naming: path)
        case .slug:
            StoryboardID(
                naming: String(
                    decoding: path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed(), as: UTF8.self))
        case .hash: StoryboardID(naming: ContentHash(of: Array(path.utf8)).hexadecimal(bytes: 16))
        }
    }
}
