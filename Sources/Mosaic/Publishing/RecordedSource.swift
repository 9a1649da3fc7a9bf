import Foundation
import MosaicSystem

/// The source of a storyboard, as stored next to the record.
///
/// A storyboard's folder may be copied to a public server. Therefore the file has only a hash of the path, and the last
/// part of the path as text.
package struct RecordedSource: Hashable, Sendable, Codable {
    /// The file's name; hidden, because no player requests it.
    package static let fileName = ".mosaic-source.json"
    /// The version of the file's format.
    private static let version = 1
    /// Maximum size of the file, in bytes.
    package static let limit = 64 << 10

    /// The name of the folder, of the film, or of the part of a bucket.
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

    /// Creates the record of a source that is a file or a folder.
    package init(path: String) {
        // Several paths may lead to the same folder.
        let own = URL(fileURLWithPath: path).standardizedFileURL
        let canonical =
            FilmName(path) == nil || FileStatus(path: path)?.isFolder == true
            ? own.resolvingSymlinksInPath()
            : own.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(own.lastPathComponent)
        self.init(name: canonical.lastPathComponent, path: ContentHash(of: Array(canonical.path.utf8)))
    }

    /// Parses the output of ``encoded()``; nil for other bytes, which count as an unknown source.
    package init?(parsing bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        guard let source = try? reader.recordedSource() else { return nil }
        self = source
    }

    /// Creates a source from a name and the hash of a canonical path, as a catalog stores them.
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
    fileprivate mutating func recordedSource() throws(MosaicError) -> RecordedSource {
        var name: String?
        var path: ContentHash?
        try object { reader, key throws(MosaicError) in
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

extension StoryboardFolder {
    /// Whether the folder's storyboard is made of another source than `source`.
    ///
    /// A source is the same if its path is the recorded one, or if it has the screenshots of the storyboard unchanged,
    /// such as a folder that was moved. A storyboard without a recorded source accepts every source.
    /// - Parameter reader: Lists the source.
    /// - Throws: Errors of listing a bucket, such as `unavailable` and `refused`.
    func isMadeOfOther(than source: ScreenshotSource, read reader: any ScreenshotReader) async throws -> Bool {
        guard let previous, isMadeOfOther(than: RecordedSource(of: source)) else { return false }
        return try await !previous.isMade(of: source, read: reader)
    }

    /// Whether the folder's storyboard is made of another source than `document`; compares their paths alone.
    package func isMadeOfOther(than document: RecordedSource) -> Bool {
        previous != nil && recordedSource.map { $0 != document } ?? false
    }

    /// Whether composing `source` replaces the storyboard of another source. The new storyboard does not keep the sizes
    /// of the replaced one.
    ///
    /// - Parameters:
    ///   - reader: Lists the source.
    ///   - isAllowed: Whether a replacement is allowed.
    /// - Throws: `refused` if a replacement is not allowed; errors of listing a bucket.
    package func isReplaced(
        by source: ScreenshotSource, read reader: any ScreenshotReader, isAllowed: Bool
    ) async throws -> Bool {
        guard try await isMadeOfOther(than: source, read: reader) else { return false }
        guard isAllowed else { throw refusal(of: RecordedSource(of: source)) }
        return true
    }

    /// The error for refusing to replace the storyboard of another source.
    ///
    /// - Parameter source: The source to compose.
    package func refusal(of source: RecordedSource) -> MosaicError {
        let owner = recordedSource?.name ?? ""
        let made =
            owner == source.name
            ? "The folder holds the storyboard of another \(owner), at another path"
            : "The folder holds the storyboard of \(owner), not of \(source.name)"
        return MosaicError(.refused, name, made + "; write into another folder, or replace it with --replace.")
    }
}

extension Storyboard {
    /// Whether a source has every screenshot of the storyboard unchanged, or is its unchanged film. False for a folder
    /// that cannot be listed, and for a bucket without screenshots.
    ///
    /// - Throws: Errors of listing a bucket, such as `unavailable` and `refused`.
    package func isMade(of source: ScreenshotSource, read reader: @autoclosure () async throws -> any ScreenshotReader)
        async throws -> Bool
    {
        if let film = source.filmPath { return isMade(ofFilm: film) }
        do {
            return try await isMade(of: reader())
        } catch let error as MosaicError where error.code != .noScreenshots && source.bucketAddress != nil {
            throw error
        } catch {
            return false
        }
    }

    /// Whether all tiles are made of the film, which may have been renamed or copied; the film is not opened.
    private func isMade(ofFilm path: String) -> Bool { isMade(ofUnchanged: path) || isMade(ofMoved: path) }

    /// Whether a film has the name, length and version of the film from which all tiles are made; the film is not
    /// opened.
    package func isMade(ofUnchanged path: String) -> Bool {
        guard let status = FileStatus(path: path), let version = status.version(at: FileStatus.now) else {
            return false
        }
        let start = FolderPath.name(of: path) + "#t="
        return tiles.map(\.source).allSatisfy { source in
            source.name.utf8.starts(with: start.utf8)
                && (source.bytes == nil || source.bytes == status.bytes && source.version == version)
        } && tiles.contains { $0.source.bytes != nil }
    }

    /// Whether all tiles are made of a film that was renamed since, or copied with its name and time, and not written.
    package func isMade(ofMoved path: String) -> Bool {
        guard let file = FileStatus(path: path), !tiles.isEmpty else { return false }
        let start = FolderPath.name(of: path) + "#t="
        return tiles.map(\.source).allSatisfy { source in
            let isNamed = source.name.utf8.starts(with: start.utf8)
            return source.name.contains("#t=") && source.version?.isFilm(in: file, keepingName: isNamed) == true
        }
    }

    /// Whether a source has every screenshot of the storyboard, unchanged.
    ///
    /// - Throws: Errors of listing the source.
    private func isMade(of source: any ScreenshotReader) async throws -> Bool {
        let listing = try await source.list()
        // Compared by bytes: names with composed and decomposed letters are different files.
        let found = Dictionary(listing.screenshots.map { (Array($0.name.utf8), $0) }) { first, _ in first }
        let files = Set(tiles.map(\.source).filter { $0.bytes != nil })
        // Lengths exclude most other sources without reading a file.
        let mayBeSame = files.allSatisfy { file in
            found[Array(file.name.utf8)].map { ($0.status?.bytes ?? file.bytes) == file.bytes } ?? false
        }
        guard !files.isEmpty, mayBeSame else { return false }
        for file in files {
            guard let screenshot = found[Array(file.name.utf8)],
                await file.unchanged(
                    in: screenshot, from: listing.reader, verifiesContent: false) != nil
            else { return false }
        }
        return true
    }
}
