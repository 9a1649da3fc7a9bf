import Foundation
import MosaicSystem
import PlayerFormats
import TiledJPEG
package import WebVTT

/// Facts from the caller about an imported file, for formats that do not state them.
package struct ImportFacts: Sendable {
    /// Grid of sheets without a document.
    package var grid: TileGrid?
    /// The time from tile to tile, for sheets without a document and for Jellyfin's sheets.
    package var interval: Timestamp?
    /// The width to read if there are several; nil for the widest.
    package var width: Int?
    /// Length of the film; nil for the length that the document states.
    package var duration: Timestamp?

    package init() {}
}

extension ImportedTiles {
    /// Maximum size of a document, in bytes.
    static let mostDocumentBytes = 64 << 20
    /// File names of documents to search for in a folder, in this order.
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
            // Further widths have separate folders.
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
            "The folder holds no storyboard under a usual name, such as \(Storyboard.trackName); name its file.")
    }

    private static func file(_ path: String, _ facts: ImportFacts) throws -> ImportedTiles {
        let name = URL(fileURLWithPath: path).lastPathComponent
        if name == Storyboard.recordName {
            return try folder(URL(fileURLWithPath: path).deletingLastPathComponent().path, facts)
        }
        let prefix = try MosaicError.translating { try FileReader.prefix(of: path, name: name, length: 512) }
        // XML and JSON are not rejected: they can be pages of other servers, but also formats that are read here.
        if let content = ForeignContent(sniffing: prefix),
            content.kind == .picture || content.kind == .archive || content.name == "HTML"
        {
            throw MosaicError(.unsupported, name, content.reason)
        }
        let folder = try ImportFolder(of: path)
        if name.lowercased().hasSuffix(".bif"), ImportedFormat(sniffing: prefix) != .bif {
            throw MosaicError(
                .malformed, name, "It is not a BIF file, whose first bytes are 89 42 49 46; fetch or make it again.")
        }
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
            if let syntax = JSONSyntaxError(in: bytes) {
                throw MosaicError(.malformed, name, "It is not valid JSON: \(syntax.words(in: bytes)).")
            }
            return try ImportedTiles(jellyfin: bytes, in: folder, width: facts.width, interval: facts.interval)
                ?? ImportedTiles(json: bytes, in: folder, name: name).written(in: path)
        case .webVTT: return try ImportedTiles(vtt: document(path, name), in: folder, name: name)
        }
    }

    /// The tiles with the document at `path`, unless they have a document already.
    private func written(in path: String) -> ImportedTiles {
        var tiles = self
        tiles.document = document ?? path
        return tiles
    }

    static func document(_ path: String, _ name: String, limit: Int = mostDocumentBytes) throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
    }
}

/// The format of an imported file, recognized by its first bytes.
enum ImportedFormat: Hashable {
    case picture, bif, mp4, hls, dash, json, webVTT

    /// Recognizes the format; all other files count as WebVTT tracks.
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

extension ImportedTiles {
    /// Maximum size of a BIF or MP4, in bytes: the file is in memory while its index is parsed.
    private static let mostContainerBytes = 1 << 30

    /// Reads a BIF file, such as Roku, Plex and Emby use.
    ///
    /// - Throws: `malformed`, `unsupported`, `limitExceeded`, `noScreenshots`, `unavailable`.
    init(bif path: String, name: String) throws {
        let bytes = try Self.document(path, name, limit: Self.mostContainerBytes)
        let images = try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            try BIFFile(parsing: bytes).images
        }
        try self.init("BIF", parts: images.map { ($0.range, $0.time) }, of: path, name: name)
    }

    /// Reads a fragmented MP4 of JPEG pictures.
    ///
    /// - Throws: as ``init(bif:name:)``.
    init(mp4 path: String, name: String) throws {
        let bytes = try Self.document(path, name, limit: Self.mostContainerBytes)
        let samples = try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            try MotionJPEGFile(parsing: bytes).samples
        }
        let end = samples.last.map { Timestamp(milliseconds: $0.time.milliseconds + $0.duration.milliseconds) }
        try self.init("MP4", parts: samples.map { ($0.range, $0.time) }, of: path, duration: end, name: name)
    }

    /// - Parameter parts: Range and time of each picture in the file.
    private init(
        _ format: String, parts: [(range: Range<Int>, time: Timestamp)], of path: String, duration: Timestamp? = nil,
        name: String
    ) throws {
        let pictures = parts.enumerated().map { index, part in
            ImportedPicture(path: path, name: "\(name)#\(index)", range: part.range)
        }
        let tiles = parts.enumerated().map { index, part in Tile(time: part.time, picture: index) }
        try self.init(format, pictures: pictures, tiles: tiles, duration: duration, name: name)
    }
}

extension ImportedTiles {
    /// The name of the file with chapters next to an imported document.
    static let chaptersName = "chapters.vtt"
    private static let mostChapterBytes = 16 << 20

    /// Takes titles from the chapter file in a folder. Does nothing if a tile has a title already, or if the file is
    /// missing or malformed.
    mutating func takeTitles(in folder: String) {
        guard !tiles.contains(where: { $0.title != nil }),
            let path = try? ImportFolder(path: folder).own(Self.chaptersName),
            let bytes = try? FileReader.read(path, name: Self.chaptersName, limit: Self.mostChapterBytes),
            let chapters = try? ChapterDocuments.chapters(parsing: bytes).sorted(by: { $0.start < $1.start })
        else { return }
        for (index, chapter) in chapters.enumerated() {
            let next = chapters.indices.contains(index + 1) ? chapters[index + 1].start : nil
            let position = position(ofChapterAt: chapter.start, before: next)
            if tiles[position].title == nil, !chapter.title.isEmpty { setTitle(chapter.title, of: position) }
        }
    }

    /// The position of the tile that shows a chapter: the tile that begins with the chapter, else the first that begins
    /// within the chapter, else the tile shown at the chapter's start.
    private func position(ofChapterAt start: Timestamp, before next: Timestamp?) -> Int {
        var (low, high) = (0, tiles.count)
        while low < high {
            let middle = (low + high) / 2
            if tiles[middle].time < start { low = middle + 1 } else { high = middle }
        }
        if low < tiles.count {
            let time = tiles[low].time
            if time == start || (low > 0 && next.map { time < $0 } ?? true) { return low }
        }
        return max(0, low - 1)
    }
}
