import Mosaic
import MosaicSystem

/// Plex's metadata folder for one file. Its name is a hash of the file's content.
package struct PlexBundle: Hashable, Sendable {
    /// The hash, as 40 hexadecimal digits.
    package let hash: String

    /// The hash of a file of `size` bytes: SHA-1 over the size in decimal and, in hexadecimal, the SHA-1 of the first
    /// 64 KiB and the SHA-1 of the last 64 KiB. For a file of at most 64 KiB, the second SHA-1 is left out.
    ///
    /// See [Plex forum: how is the hash calculated](https://forums.plex.tv/t/how-is-plex-hash-calculated/904178).
    package init(size: Int, first: [UInt8], last: [UInt8]) {
        var parts = [first]
        if size > Self.partLength { parts.append(last) }
        self.init(size: size, digests: parts.map { Hexadecimal.text(of: WeakDigest.sha1($0)) })
    }

    /// - Parameter digests: SHA-1 of the first part and, for a file of more than 64 KiB, of the last part, in
    ///   hexadecimal.
    init(size: Int, digests: [String]) {
        hash = Hexadecimal.text(of: WeakDigest.sha1(Array((String(size) + digests.joined()).utf8)))
    }

    /// - Throws: `unavailable`.
    package init(ofFile path: String) throws {
        guard let status = FileStatus(path: path), status.isRegularFile else {
            throw MosaicError(.unavailable, FolderPath.name(of: path), "The film cannot be read.")
        }
        let size = status.bytes
        let last = max(0, size - Self.partLength)..<size
        self.init(
            size: size,
            first: try FileReader.prefix(of: path, name: FolderPath.name(of: path), length: Self.partLength),
            last: try FileReader.part(of: path, name: FolderPath.name(of: path), range: last))
    }

    /// The path of the folder of thumbnails below the folder of Plex Media Server.
    package var indexesPath: String { "Media/localhost/\(hash.prefix(1))/\(hash.dropFirst()).bundle/Contents/Indexes" }

    private static let partLength = 65_536
}

extension String {
    /// This absolute path and the paths of all folders above it, up to the root.
    var foldersUpward: [String] {
        var folders = [self]
        while let last = folders.last, last != "/" {
            let above = FolderPath.parent(of: last)
            folders.append(above.isEmpty ? "/" : above)
        }
        return folders
    }
}
