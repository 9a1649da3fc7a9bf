import Foundation
import PlayerFormats
import TiledJPEG
import WebVTT

extension ImportedTiles {
    /// Reads a playlist of images or of I-frames, or a multivariant playlist that names one.
    ///
    /// If there are several widths, takes the widest, unless the caller sets one. Images have precedence over I-frames.
    ///
    /// - Throws: `malformed`, `unsupported` for a playlist without thumbnails, `noScreenshots`, `notFound`,
    ///   `limitExceeded`, `unavailable`.
    init(hls bytes: [UInt8], in folder: ImportFolder, width: Int?, name: String) throws {
        if let stream = try Self.stream(of: bytes, width: width, name: name) {
            let playlist = try folder.file(of: stream.uri, in: name)
            self = try ImportedTiles(
                hlsMedia: Self.document(playlist.path, playlist.name), in: ImportFolder(of: playlist.path),
                name: playlist.name)
            document = playlist.path
        } else {
            self = try ImportedTiles(hlsMedia: bytes, in: folder, name: name)
        }
    }

    /// The stream of a multivariant playlist to read; nil for other playlists.
    private static func stream(of bytes: [UInt8], width: Int?, name: String) throws -> HLSThumbnailStream? {
        guard let playlist = try? HLSMultivariantPlaylist(parsing: bytes) else { return nil }
        let streams = playlist.streams.filter { width == nil || $0.resolution.width == width }
        let images = streams.filter { $0.kind == .images }
        guard let stream = (images.isEmpty ? streams : images).max(by: { $0.resolution.width < $1.resolution.width })
        else {
            throw MosaicError(.unsupported, name, "The playlist names no thumbnails of this width.")
        }
        return stream
    }

    private init(hlsMedia bytes: [UInt8], in folder: ImportFolder, name: String) throws {
        let playlist = try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            try HLSMediaPlaylist(parsing: bytes)
        }
        guard !playlist.isIFramesOnly else {
            guard let uri = playlist.map?.uri else {
                throw MosaicError(.unsupported, name, "I-frames without EXT-X-MAP are not JPEG pictures.")
            }
            let video = try folder.file(of: uri, in: name)
            self = try ImportedTiles(mp4: video.path, name: video.name)
            return
        }
        guard playlist.isImagesOnly else { throw MosaicError(.unsupported, name, "The playlist is not one of images.") }
        var sheets = ImportedSheets(folder: folder, document: name)
        var layouts = PlaylistLayouts(playlist, name: name)
        var tiles: [Tile] = []
        // During a gap, the previous picture stays on the screen.
        for (position, segment) in playlist.segments.enumerated()
        where !segment.isGap && tiles.count <= Self.mostTiles {
            guard segment.range == nil else {
                throw MosaicError(.unsupported, name, "The picture of line \(segment.line) is a part of a file.")
            }
            let (picture, size) = try sheets.sheet(segment.uri)
            guard let layout = try layouts.layout(ofSegment: position, on: size) else {
                tiles.append(Tile(time: segment.start, picture: picture))
                continue
            }
            tiles += try sheets.tiles(
                of: segment.uri, tile: layout.tile, grid: layout.grid, count: min(layout.count, Self.mostTiles)
            ) { Timestamp(milliseconds: segment.start.milliseconds + Int64($0) * layout.step) }
        }
        let end = playlist.isComplete ? playlist.end : nil
        try self.init("HLS", pictures: sheets.pictures, tiles: tiles, duration: end, name: name)
        remarks += layouts.remarks
    }
}

/// The division of an image playlist's pictures into tiles.
///
/// A playlist that violates the format is repaired if the sizes of its pictures allow only one interpretation; each
/// repair has a remark.
struct PlaylistLayouts {
    /// The division of one picture.
    struct Layout {
        let tile: PixelSize
        let grid: TileGrid
        /// Milliseconds from tile to tile.
        let step: Int64
        /// The number of tiles for which the picture's duration has room, 1 or more.
        let count: Int
    }

    private let playlist: HLSMediaPlaylist
    private let name: String
    /// The layout for pictures without a layout: the last earlier layout, or else the first one of the playlist.
    private var common: HLSImagePlaylist.Tiles?
    /// The time from tile to tile, if `DURATION` is the duration of whole sheets; otherwise nil.
    private let sharedDuration: Timestamp?
    private var inherited = 0
    private var single = 0
    private var leftOut = 0
    private var tile: PixelSize?

    /// - Parameter name: The playlist's name, for errors.
    init(_ playlist: HLSMediaPlaylist, name: String) {
        self.playlist = playlist
        self.name = name
        common = playlist.segments.lazy.compactMap(\.tiles).first
        sharedDuration = Self.sharedDuration(in: playlist.segments.dropLast().filter { !$0.isGap && $0.tiles != nil })
    }

    /// The layout of a picture; nil for a picture that is one tile.
    ///
    /// - Parameters:
    ///   - position: The segment's position in the playlist.
    ///   - size: Size of the picture, in pixels.
    /// - Throws: `malformed` for an impossible layout.
    mutating func layout(ofSegment position: Int, on size: PixelSize) throws -> Layout? {
        let segment = playlist.segments[position]
        guard let stated = segment.tiles ?? common else { return nil }
        guard let grid = TileGrid(columns: stated.columns, rows: stated.rows), stated.duration > .zero else {
            throw MosaicError(.malformed, name, "The layout before line \(segment.line) is not valid.")
        }
        // The last sheet, and a picture without a layout, do not show whether the stated size is a sheet's or a tile's.
        let isFull = segment.tiles != nil && position < playlist.segments.count - 1
        let fitting = Self.tile(of: stated.resolution, grid, on: size, orPart: isFull || tile != nil)
        if segment.tiles == nil {
            guard fitting != nil else {
                single += 1
                return nil
            }
            inherited += 1
        }
        common = stated
        if let fitting, fitting != stated.resolution { tile = fitting }
        let step = (sharedDuration ?? stated.duration).milliseconds
        let whole = segment.duration.milliseconds
        // Rounded up, because the last tile may last less than a step. A sheet that is not full lasts only as long as
        // its tiles.
        let count = Int(clamping: max(1, whole / step + (whole % step > 0 ? 1 : 0)))
        if position < playlist.segments.count - 1, let fitting {
            leftOut += max(0, grid.columns * (size.height / fitting.height) - count)
        }
        return Layout(tile: fitting ?? stated.resolution, grid: grid, step: step, count: count)
    }

    /// Remarks on the repairs and on everything that is left out, one sentence each.
    var remarks: [String] {
        let gaps = playlist.segments.count(where: \.isGap)
        let sentences: [String?] = [
            inherited == 0
                ? nil : "\(Self.pictures(inherited)) without EXT-X-TILES, divided by that of the others.",
            single == 0
                ? nil
                : "\(Self.pictures(single)) without EXT-X-TILES and not of a sheet's size, read as one tile each.",
            tile.map { "RESOLUTION is the size of a whole sheet; tiles of \($0) are read." },
            sharedDuration.map { "DURATION is that of a whole sheet; its tiles share it, \($0) each." },
            leftOut == 0
                ? nil
                : "\(leftOut) \(leftOut == 1 ? "cell" : "cells") before the last sheet left out: EXTINF has no time "
                    + "for them.",
            gaps == 0 ? nil : "\(Self.pictures(gaps)) missing by EXT-X-GAP; the tile before stays.",
        ]
        return sentences.compactMap(\.self).map { "\(name): \($0)" }
    }

    /// The time from tile to tile, if `DURATION` is the duration of whole sheets; otherwise nil.
    ///
    /// Sheets before the last one are full. If each tile lasted as long as its sheet, the other tiles would never be
    /// shown.
    private static func sharedDuration(in full: [HLSMediaPlaylist.Segment]) -> Timestamp? {
        guard let first = full.first, let tiles = first.tiles,
            full.allSatisfy({ segment in
                segment.tiles.map { $0.columns * $0.rows > 1 && $0.duration >= segment.duration } ?? false
            })
        else { return nil }
        return Timestamp(milliseconds: max(1, first.duration.milliseconds / Int64(tiles.columns * tiles.rows)))
    }

    /// The size of a tile: the stated size, or a cell of it if it is the sheet's size; nil if neither fits.
    ///
    /// - Parameter orPart: Whether the stated size may be the sheet's.
    private static func tile(
        of stated: PixelSize, _ grid: TileGrid, on size: PixelSize, orPart: Bool
    ) -> PixelSize? {
        let part = PixelSize(width: stated.width / grid.columns, height: stated.height / grid.rows)
        let isWhole = part.width * grid.columns == stated.width && part.height * grid.rows == stated.height
        return [stated, isWhole && orPart ? part : stated].first { ImportedSheets.cell(of: $0, grid, on: size) != nil }
    }

    private static func pictures(_ count: Int) -> String { "\(count) \(count == 1 ? "picture" : "pictures")" }
}
