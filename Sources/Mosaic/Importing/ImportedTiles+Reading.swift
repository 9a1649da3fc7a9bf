import Foundation
import MosaicSystem
import TiledJPEG
package import WebVTT

/// Facts of the caller about an imported file, in place of those that its format lacks.
package struct ImportFacts: Sendable {
    /// Tiles on a sheet, of sheets without a document.
    package var grid: TileGrid?
    /// The time from tile to tile, where the format does not state it.
    package var interval: Timestamp?
    /// Which of several widths is read; nil for the widest.
    package var width: Int?
    /// Length of the film; nil for the one of the document.
    package var duration: Timestamp?

    package init() {}
}

extension ImportedTiles {
    /// The largest document that is read, in bytes.
    static let mostDocumentBytes = 64 << 20
    /// Documents that are looked for in a folder, the best first.
    private static let documentNames = [
        Storyboard.trackName, "vidstack.json", "images.m3u8", "hls.m3u8", "iframes.m3u8", "thumbnails.mpd",
        "thumbnails.bif",
    ]

    /// Reads the document, folder or sheets at a path; pictures are read later.
    ///
    /// - Throws: `unsupported` for a URL and for files that are not storyboards, `notFound`, `invalidSettings` if the
    ///   file needs facts that are not given, `noScreenshots` without a tile, `malformed`, `limitExceeded`,
    ///   `unavailable`.
    package init(at path: String, _ facts: ImportFacts) throws {
        guard !path.contains("://") else {
            throw MosaicError(
                .unsupported, "URL", "Files are imported from folders of this machine; download the storyboard first.")
        }
        try self.init(local: path, facts)
        if let duration = facts.duration { try end(at: duration) }
        let url = URL(fileURLWithPath: path)
        takeTitles(in: FileStatus(path: path)?.isFolder == true ? url.path : url.deletingLastPathComponent().path)
    }

    private init(local path: String, _ facts: ImportFacts) throws {
        let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        guard let status = FileStatus(path: path) else {
            guard SheetPattern(name) != nil else {
                throw MosaicError(.notFound, name, "There is no such file or folder.")
            }
            self = try ImportedTiles(sheets: path, grid: facts.grid, interval: facts.interval)
            return
        }
        self = try status.isFolder ? .folder(path, facts) : .file(path, facts)
    }

    private static func folder(_ path: String, _ facts: ImportFacts) throws -> ImportedTiles {
        if let storyboard = try StoryboardFolder.storyboard(in: path) {
            let folder = try ImportFolder(path: path)
            // Further widths have folders of their own.
            if let width = facts.width, storyboard.widths.contains(width),
                folder.own("\(width)/\(Storyboard.recordName)") != nil,
                let further = try StoryboardFolder.storyboard(in: "\(path)/\(width)")
            {
                return try ImportedTiles(record: further, in: ImportFolder(path: "\(path)/\(width)"))
            }
            return try ImportedTiles(record: storyboard, in: folder)
        }
        if isJellyfin(path) { return try ImportedTiles(jellyfin: path, width: facts.width, interval: facts.interval) }
        if let document = documentNames.lazy.compactMap(try ImportFolder(path: path).own).first {
            return try file(document, facts)
        }
        throw MosaicError(
            .notFound, URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent,
            "The folder holds no storyboard that is known by its name; name the document in it.")
    }

    private static func file(_ path: String, _ facts: ImportFacts) throws -> ImportedTiles {
        let name = URL(fileURLWithPath: path).lastPathComponent
        if name == Storyboard.recordName {
            return try folder(URL(fileURLWithPath: path).deletingLastPathComponent().path, facts)
        }
        let prefix = try MosaicError.translating { try FileReader.prefix(of: path, name: name, length: 512) }
        // XML and JSON are pages of other servers, and formats that are read here.
        if let content = ForeignContent(sniffing: prefix),
            content.kind == .picture || content.kind == .archive || content.name == "HTML"
        {
            throw MosaicError(.unsupported, name, content.reason)
        }
        let folder = try ImportFolder(of: path)
        switch ImportedFormat(sniffing: prefix) {
        case .picture: return try ImportedTiles(sheets: path, grid: facts.grid, interval: facts.interval)
        case .bif: return try ImportedTiles(bif: path, name: name)
        case .mp4: return try ImportedTiles(mp4: path, name: name)
        case .hls:
            return try ImportedTiles(hls: document(path, name), in: folder, width: facts.width, name: name)
                .written(in: path)
        case .dash:
            return try ImportedTiles(
                dash: document(path, name), in: folder, width: facts.width, duration: facts.duration, name: name
            ).written(in: path)
        case .json:
            let bytes = try document(path, name)
            return try ImportedTiles(jellyfin: bytes, in: folder, width: facts.width, interval: facts.interval)
                ?? ImportedTiles(json: bytes, in: folder, name: name).written(in: path)
        case .webVTT: return try ImportedTiles(vtt: document(path, name), in: folder, name: name)
        }
    }

    /// The same tiles with their document, unless that is another one.
    private func written(in path: String) -> ImportedTiles {
        var tiles = self
        tiles.document = document ?? path
        return tiles
    }

    static func document(_ path: String, _ name: String) throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: mostDocumentBytes) }
    }
}

/// The format of an imported file, recognized by its first bytes.
enum ImportedFormat: Hashable {
    case picture, bif, mp4, hls, dash, json, webVTT

    /// Recognizes the format; other files count as tracks without a signature.
    init(sniffing prefix: [UInt8]) {
        let text = prefix.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if prefix.starts(with: [0xFF, 0xD8]) || prefix.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            self = .picture
        } else if prefix.starts(with: [0x89, 0x42, 0x49, 0x46]) {
            self = .bif
        } else if prefix.dropFirst(4).starts(with: "ftyp".utf8) {
            self = .mp4
        } else if text.starts(with: "#EXTM3U".utf8) {
            self = .hls
        } else if text.first == UInt8(ascii: "<") {
            self = .dash
        } else if text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") {
            self = .json
        } else {
            self = .webVTT
        }
    }
}
