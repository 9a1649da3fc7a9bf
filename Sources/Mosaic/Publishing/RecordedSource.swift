import Foundation
import MosaicSystem

/// The source folder of a storyboard, as recorded beside the record.
///
/// A storyboard's folder may be copied to a public server. Therefore it holds a hash of the path, and only the last
/// part of the path as text.
package struct RecordedSource: Hashable, Sendable, Codable {
    /// The file's name; hidden, because no player requests it.
    package static let fileName = ".mosaic-source.json"
    /// The version of the written form.
    private static let version = 1
    /// The largest file that is read, in bytes.
    package static let limit = 64 << 10

    /// The folder's own name.
    package let name: String
    /// SHA-256 of the canonical path, or of the address of a part of a bucket. The canonical path is absolute, links
    /// resolved; a link to a film is not resolved, because it counts as another film.
    package let path: ContentHash

    package init(of source: ScreenshotSource) {
        if let address = source.bucketAddress {
            self.init(name: address.name, path: ContentHash(of: Array(address.description.utf8)))
        } else {
            self.init(path: source.folder)
        }
    }

    /// A source that is a file or a folder.
    package init(path: String) {
        // Several paths may lead to one folder.
        let own = URL(fileURLWithPath: path).standardizedFileURL
        let canonical =
            FilmName(path) == nil || FileStatus(path: path)?.isFolder == true
            ? own.resolvingSymlinksInPath()
            : own.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(own.lastPathComponent)
        self.init(name: canonical.lastPathComponent, path: ContentHash(of: Array(canonical.path.utf8)))
    }

    /// Parses the output of ``encoded()``; nil for anything else, which means that the source is unknown.
    package init?(parsing bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let source = try? reader.recordedSource() else { return nil }
        self = source
    }

    /// Takes a name and the hash of a canonical path, as a catalog stores them.
    package init(name: String, path: ContentHash) {
        self.name = name
        self.path = path
    }

    package func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", Self.version)
            writer.member("name", name)
            writer.member("path_sha256", path.hexadecimal())
        }
        return writer.document()
    }
}

extension JSONReader {
    fileprivate mutating func recordedSource() throws(JSONFault) -> RecordedSource {
        var name: String?
        var path: ContentHash?
        try object { reader, key throws(JSONFault) in
            switch key {
            case "name": name = try reader.string()
            case "path_sha256": path = try reader.hash()
            default: try reader.skip()
            }
        }
        try end()
        return RecordedSource(name: try required(name, "name"), path: try required(path, "path_sha256"))
    }
}
