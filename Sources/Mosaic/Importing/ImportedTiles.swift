import Foundation
import MosaicSystem
import PlayerFormats
package import Raster
package import TiledJPEG
package import WebVTT

/// The tiles of an imported storyboard: their times, titles and pictures.
package struct ImportedTiles: Sendable {
    /// One tile.
    package struct Tile: Hashable, Sendable {
        /// The playback time from which the tile is shown.
        package var time: Timestamp
        /// The chapter's number; nil without one.
        package var chapter: Int?
        /// The chapter's title; nil without one.
        package var title: String?
        /// The position of the tile's picture in ``ImportedTiles/pictures``.
        package var picture: Int
        /// The tile's part of the picture, in pixels; nil for the whole picture.
        package var rect: PixelRect?
    }

    /// Maximum number of tiles: 11 days with one tile a second.
    package static let mostTiles = 1_000_000

    /// The format's name in reports.
    package let format: String
    /// Sheets, or pictures of one tile each, in the order in which tiles use them.
    package var pictures: [ImportedPicture]
    /// The tiles, sorted by time.
    package private(set) var tiles: [Tile]
    /// Length of the film; `nil` if the format does not state it.
    package var duration: Timestamp?
    /// The storyboard's id; nil if the format has none.
    package var id: StoryboardID?
    /// A title for people; nil if the format has none.
    package var title: String?
    /// Whether the last cells of the last picture may be empty, because the format does not count tiles.
    package var mayEndEmpty = false
    /// Whether the caller's grid describes the imported sheets, which have no document. Otherwise it applies to new
    /// sheets only.
    var isGridTold = false
    /// Path of the playlist, manifest or JSON that was read; nil for other formats.
    package var document: String?
    /// Remarks for the user.
    package var remarks: [String] = []

    /// - Throws: `noScreenshots` without a tile, `limitExceeded`.
    package init(
        _ format: String, pictures: [ImportedPicture], tiles: [Tile], duration: Timestamp? = nil, name: String
    ) throws {
        guard !tiles.isEmpty else { throw MosaicError(.noScreenshots, name, "It has no tiles.") }
        guard tiles.count <= Self.mostTiles else {
            throw MosaicError(.limitExceeded, name, "\(tiles.count) tiles exceed the limit of \(Self.mostTiles).")
        }
        self.format = format
        self.pictures = pictures
        // Stable: tiles of one time stay in the order of the document.
        let order = tiles.indices.sorted { (tiles[$0].time, $0) < (tiles[$1].time, $1) }
        self.tiles = order.map { tiles[$0] }
        self.duration = duration
        endAfterLastTile()
    }

    /// Sets another length of the film, and removes tiles at or after it. The number of tiles is known afterwards, so
    /// cells at the end no longer count as possibly empty.
    ///
    /// - Throws: `invalidSettings` if no tile is left.
    package mutating func end(at duration: Timestamp) throws {
        let kept = tiles.prefix { $0.time < duration }
        guard !kept.isEmpty else {
            throw MosaicError(
                .invalidSettings, "duration",
                "The first tile is that of \(tiles[0].time), the film ends at \(duration).")
        }
        tiles = Array(kept)
        self.duration = duration
        mayEndEmpty = false
    }

    /// Removes the last tiles, but never all tiles.
    mutating func removeLast(_ count: Int) { tiles.removeLast(min(count, tiles.count - 1)) }

    mutating func setTitle(_ title: String, of position: Int) { tiles[position].title = title }

    /// The name of a tile in reports and records. Tiles of different pictures or parts have different names.
    func name(of tile: Tile) -> String {
        let name = pictures[tile.picture].name
        return tile.rect.map { "\(name)#xywh=\($0)" } ?? name
    }

    /// Discards a duration that is not after the last tile's start.
    private mutating func endAfterLastTile() {
        if let duration, let last = tiles.last, duration <= last.time { self.duration = nil }
    }
}

extension ImportedTiles {
    /// Reads a storyboard in JSON, in any of the formats of ``StoryboardJSON``.
    ///
    /// - Throws: `malformed`, see ``init(_:cues:in:name:)``.
    init(json bytes: [UInt8], in folder: ImportFolder, name: String) throws {
        let track = try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            try StoryboardJSON.read(bytes)
        }
        try self.init("JSON", cues: track.cues, in: folder, name: name)
    }
}

extension ImportedTiles {
    /// Reads a track of thumbnails, tolerating the faults of other programs' tracks.
    ///
    /// - Throws: `malformed` if it is not a track, see ``init(_:cues:in:name:)``.
    init(vtt bytes: [UInt8], in folder: ImportFolder, name: String) throws {
        let track: LenientTrack
        do {
            track = try LenientTrack(parsing: bytes)
        } catch {
            throw MosaicError(.malformed, "\(name):\(error.line)", error.reason)
        }
        try self.init("WebVTT", cues: track.track.cues, in: folder, name: name)
        if !track.repairs.isEmpty {
            remarks.append("\(name): \(track.repairs.count) deviations from WebVTT; mosaic doctor names them.")
        }
    }
}

extension ImportedTiles {
    /// Reads a published storyboard in a folder.
    ///
    /// - Throws: `malformed`, `notFound` if a sheet is missing, `noScreenshots` without a tile, `unsupported`,
    ///   `unavailable`.
    init(record storyboard: Storyboard, in folder: ImportFolder) throws {
        var sheets = ImportedSheets(folder: folder, document: Storyboard.recordName)
        for sheet in storyboard.sheets {
            // Names contain a hash, so that two sheets have the same name only if a record was made by hand.
            guard try sheets.sheet(sheet.name.rawValue) == (sheets.pictures.count - 1, sheet.size) else {
                throw MosaicError(.malformed, sheet.name.rawValue, "The sheet is not the one of the record.")
            }
        }
        var pictures = sheets.pictures
        for (position, sheet) in storyboard.sheets.enumerated() { pictures[position].sha256 = sheet.sha256 }
        let tiles = storyboard.tiles.map { tile in
            Tile(time: tile.time, chapter: tile.chapter, title: tile.title, picture: tile.sheet, rect: tile.rect)
        }
        try self.init(
            "Mosaic", pictures: pictures, tiles: tiles, duration: storyboard.duration,
            name: Storyboard.recordName)
        id = storyboard.id
        title = storyboard.title
    }
}

extension ImportedTiles {
    /// Removes the empty cells at the end of the last sheet, if the format does not count tiles. Empty cells have a
    /// single colour, the colour of the last cell. The first tile of the last sheet always stays, because no program
    /// writes a sheet without tiles.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `malformed` for other bytes than the recorded ones.
    package mutating func removeEmptyCells(_ limits: DecodingLimits) throws {
        guard mayEndEmpty, let last = tiles.last else { return }
        mayEndEmpty = false
        let cells = tiles.suffix(while: { $0.picture == last.picture })
        guard cells.count > 1, let corner = last.rect else { return }
        let bytes = try pictures[last.picture].read(limit: limits.fileBytes)
        // If the sheet cannot be decoded, all of its tiles become placeholders.
        guard let sheet = try? SheetDecoder(limits: limits).decode(bytes), let empty = sheet.flatColor(corner) else {
            return
        }
        let count = cells.dropFirst().reversed().prefix { cell in
            cell.rect.flatMap(sheet.flatColor).map { $0.isClose(to: empty) } ?? false
        }.count
        guard count > 0 else { return }
        removeLast(count)
        remarks.append(
            "\(count) \(count == 1 ? "cell" : "cells") of one colour at the end of the last sheet "
                + "\(count == 1 ? "is" : "are") left out; "
                + "of a film that ends in this colour --duration keeps those before the end.")
    }
}

extension Array {
    /// The last elements that satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
        let count = reversed().prefix(while: condition).count
        return suffix(count)
    }
}

extension ImportedTiles {
    /// Creates tiles from cues whose payloads name sheets and rectangles.
    ///
    /// Rectangles are clipped to their sheets. Gaps between cues are closed, because a tile is shown until the next
    /// begins.
    ///
    /// - Throws: `malformed` naming the first cue without a picture on its sheet, `notFound`, `unsupported`, see
    ///   ``init(_:pictures:tiles:duration:name:)``.
    init(_ format: String, cues: [Cue], in folder: ImportFolder, name: String) throws {
        guard cues.count <= Self.mostTiles else {
            throw MosaicError(.limitExceeded, name, "\(cues.count) cues exceed the limit of \(Self.mostTiles).")
        }
        var sheets = ImportedSheets(folder: folder, document: name)
        var tiles: [Tile] = []
        var end = Timestamp.zero
        for cue in cues {
            guard let payload = CuePayload(parsing: cue.text) else {
                throw MosaicError(.malformed, name, "The cue at \(cue.start) names no picture.")
            }
            let (picture, size) = try sheets.sheet(payload.url)
            let rect: PixelRect?
            if let fragment = payload.fragment {
                guard let part = fragment.intersection(sheetWidth: size.width, sheetHeight: size.height) else {
                    throw MosaicError(
                        .malformed, name, "\(fragment) of the cue at \(cue.start) lies outside the sheet of \(size).")
                }
                rect = PixelRect(x: part.x, y: part.y, width: part.width, height: part.height)
            } else {
                rect = nil
            }
            tiles.append(Tile(time: cue.start, picture: picture, rect: rect))
            end = max(end, cue.end)
        }
        let isKnown = end < .openEnd
        try self.init(format, pictures: sheets.pictures, tiles: tiles, duration: isKnown ? end : nil, name: name)
    }
}
