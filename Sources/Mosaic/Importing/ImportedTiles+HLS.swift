import Foundation
import PlayerFormats
import TiledJPEG
import WebVTT

extension ImportedTiles {
    /// A playlist of images or of I-frames, or a multivariant playlist that names one.
    ///
    /// Of several widths the widest is taken, unless the caller names one; images before I-frames.
    ///
    /// - Throws: `malformed`, `unsupported` for a playlist without thumbnails, `notFound`, `limitExceeded`.
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

    /// The stream to read of a multivariant playlist; nil for another playlist.
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
        let playlist = try MosaicError.translating(name) { () throws(ThumbnailFormatError) in
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
        // A missing picture leaves the one before it on the screen.
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
