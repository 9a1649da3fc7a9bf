import Foundation
import PlayerFormats
import TiledJPEG
import WebVTT

@testable import Mosaic

/// The pictures of an export as a player finds them: by its documents alone.
struct ExportedPictures {
    /// A picture, or a part of one, from a time on.
    private struct Picture {
        let start: Int64
        let bytes: [UInt8]
    }

    /// The tiles of the storyboard, to compare with.
    let tiles: [[UInt8]]
    /// Milliseconds by which a picture may be late.
    let largestError: Int64
    private var pictures: [Picture] = []

    /// Nil for formats without pictures at times.
    init?(_ export: Export, _ source: ExportSource) async throws {
        let member = source.storyboards.members[0]
        var tiles: [[UInt8]] = []
        for number in member.storyboard.tiles.indices {
            tiles.append(try await source.sheets.tile(number, of: member).encoded())
        }
        self.tiles = tiles
        let isExact = export.timing(at: source.options.cadence) == .exact
        largestError = isExact ? 0 : try Resampling(source.shown(), cadence: source.options.cadence).largestError
        var contents: [String: [UInt8]] = [:]
        for file in try await export.files(of: source) { contents[file.path] = try await file.bytes(from: source) }
        func bytes(_ url: String) throws -> [UInt8] {
            guard let bytes = contents[url.replacing("%20", with: " ")] else {
                throw MosaicError(.unavailable, url, "The export has no such file.")
            }
            return bytes
        }
        switch export.name {
        case "vidstack": try readVidstack(bytes)
        case "hls": try readImages(bytes)
        case "hls-iframe": try readFrames(bytes)
        case "dash": try readManifest(bytes, end: source.shown().end)
        case "bif":
            let file = try bytes("thumbnails.bif")
            pictures = try BIFFile(parsing: file).images.map {
                Picture(start: $0.time.milliseconds, bytes: Array(file[$0.range]))
            }
        case "jellyfin": try readTrickplay(bytes, id: member.storyboard.id.rawValue)
        default: return nil
        }
    }

    /// The picture that a player shows at a time; nil for none.
    func picture(at time: Int64) -> [UInt8]? { pictures.last { $0.start <= time }?.bytes }

    private mutating func readVidstack(_ bytes: (String) throws -> [UInt8]) throws {
        struct VidstackCue: Decodable {
            let startTime: Double
            let text: String
        }
        for cue in try JSONDecoder().decode([VidstackCue].self, from: Data(bytes("vidstack.json"))) {
            guard let payload = CuePayload(parsing: cue.text),
                let part = payload.fragment?.intersection(
                    sheetWidth: 65_500, sheetHeight: 65_500)
            else { continue }
            let rect = PixelRect(x: part.x, y: part.y, width: part.width, height: part.height)
            pictures.append(
                Picture(
                    start: Int64((cue.startTime * 1_000).rounded()),
                    bytes: try RestartGrid(parsing: bytes(payload.url)).extract(rect)))
        }
    }

    private mutating func readImages(_ bytes: (String) throws -> [UInt8]) throws {
        let streams = try HLSMultivariantPlaylist(parsing: bytes("hls.m3u8")).streams
        var start: Int64 = 0
        for resource in try HLSImagePlaylist(parsing: bytes(streams[0].uri)).resources {
            defer { start += resource.duration.milliseconds }
            guard !resource.isGap else { continue }
            guard let tiles = resource.tiles else {
                pictures.append(Picture(start: start, bytes: try bytes(resource.uri)))
                continue
            }
            let steps = (resource.duration.milliseconds - 1) / tiles.duration.milliseconds + 1
            try readCells(
                of: bytes(resource.uri), tiles.resolution, columns: tiles.columns, count: Int(steps), from: start,
                cadence: tiles.duration.milliseconds)
        }
    }

    private mutating func readFrames(_ bytes: (String) throws -> [UInt8]) throws {
        let streams = try HLSMultivariantPlaylist(parsing: bytes("iframes-master.m3u8")).streams
        let playlist = try HLSIFramePlaylist(parsing: bytes(streams[0].uri))
        let video = try bytes(playlist.uri)
        let samples = try MotionJPEGFile(parsing: video).samples
        var start: Int64 = 0
        for (frame, sample) in zip(playlist.frames, samples) {
            guard frame.range.upperBound == sample.range.upperBound, sample.time.milliseconds == start else {
                throw MosaicError(.malformed, playlist.uri, "Playlist and file do not agree at \(start) ms.")
            }
            pictures.append(Picture(start: start, bytes: Array(video[sample.range])))
            start += frame.duration.milliseconds
        }
    }

    private mutating func readManifest(_ bytes: (String) throws -> [UInt8], end: Timestamp) throws {
        let sets = try DASHThumbnails.list(parsing: bytes("thumbnails.mpd"))
        guard let images = sets.first?.representations.first else { return }
        for number in 0..<images.sheetCount(duration: end) {
            let cells = images.columns * images.rows
            let start = images.start(ofTile: number * cells).milliseconds
            let duration = images.start(ofTile: (number + 1) * cells).milliseconds - start
            try readCells(
                of: bytes(images.url(ofSheet: number)), images.tile, columns: images.columns, count: cells, from: start,
                cadence: duration / Int64(cells))
        }
    }

    /// Finds pictures as jellyfin-web does: sheet and cell by division.
    private mutating func readTrickplay(_ bytes: (String) throws -> [UInt8], id: String) throws {
        struct Trickplay: Decodable {
            struct Info: Decodable {
                let Width: Int
                let Height: Int
                let TileWidth: Int
                let TileHeight: Int
                let ThumbnailCount: Int
                let Interval: Int64
            }
            let Trickplay: [String: [String: Info]]
        }
        let document = try JSONDecoder().decode(Trickplay.self, from: Data(bytes("jellyfin.json")))
        guard let info = document.Trickplay[id]?.values.max(by: { $0.Width < $1.Width }) else { return }
        let cells = info.TileWidth * info.TileHeight
        for sheet in 0...(info.ThumbnailCount - 1) / cells {
            let path = "trickplay/\(info.Width) - \(info.TileWidth)x\(info.TileHeight)/\(sheet).jpg"
            try readCells(
                of: bytes(path), PixelSize(width: info.Width, height: info.Height), columns: info.TileWidth,
                count: min(cells, info.ThumbnailCount - sheet * cells), from: Int64(sheet * cells) * info.Interval,
                cadence: info.Interval)
        }
    }

    private mutating func readCells(
        of sheet: [UInt8], _ size: PixelSize, columns: Int, count: Int, from start: Int64, cadence: Int64
    ) throws {
        let grid = try RestartGrid(parsing: sheet)
        for cell in 0..<count {
            let rect = PixelRect(
                x: cell % columns * size.width, y: cell / columns * size.height, width: size.width, height: size.height)
            pictures.append(Picture(start: start + Int64(cell) * cadence, bytes: try grid.extract(rect)))
        }
    }
}
