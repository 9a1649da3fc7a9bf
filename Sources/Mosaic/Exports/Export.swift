import PlayerFormats
import TiledJPEG
package import WebVTT

/// A format of other players in which a storyboard is written, with the same tiles and times. No tile is encoded again.
///
/// Publishing, routes, links, help texts and the preview page iterate over ``all``.
package struct Export: Hashable, Sendable {
    /// How closely the times of an export match the track's.
    package enum Timing: String, Hashable, Sendable, Encodable {
        /// To the millisecond.
        case exact
        /// At a fixed cadence: tiles are repeated, or left out, if the times of the track are irregular.
        case resampled
        /// The export is not for players.
        case none
    }

    /// The export's unique name, in flags and in the keys of links.
    package let name: String
    /// A phrase for help texts that describes the format and names its readers.
    package let summary: String
    /// How closely the times match the track's, unless a cadence is requested.
    private let timing: Timing
    /// The document to which links refer, as a path below the storyboard's folder.
    package let document: String
    /// The media type of ``document``.
    package let type: ContentType
    /// Whether the files contain tiles that are cut out without decoding, which only JPEG sheets allow.
    let movesTiles: Bool
    /// Whether the export supports a requested cadence.
    package let takesCadence: Bool
    /// Whether the documents state the film's end, after which players show no tile. Otherwise the last tile stays.
    package let statesEnd: Bool
    private let make: @Sendable (ExportSource) async throws -> [ExportFile]

    package init(
        _ name: String, _ summary: String, _ timing: Timing, document: String, _ type: ContentType,
        movesTiles: Bool = true, takesCadence: Bool = false, statesEnd: Bool = true,
        make: @escaping @Sendable (ExportSource) async throws -> [ExportFile]
    ) {
        self.name = name
        self.summary = summary
        self.timing = timing
        self.document = document
        self.type = type
        self.movesTiles = movesTiles
        self.takesCadence = takesCadence
        self.statesEnd = statesEnd
        self.make = make
    }

    /// How closely the times match the track's.
    ///
    /// - Parameter cadence: The requested cadence; `nil` without one.
    package func timing(at cadence: Timestamp?) -> Timing { takesCadence && cadence != nil ? .resampled : timing }

    /// The files in the order of publication: pictures first, ``document`` last. O(tiles).
    ///
    /// - Throws: `unsupported` if the format cannot express the storyboard, `invalidSettings`, `limitExceeded`, errors
    ///   of the sheet reader.
    package func files(of source: ExportSource) async throws -> [ExportFile] {
        if movesTiles { try source.requireJPEG(for: name) }
        return try await make(source)
    }

    package static func == (one: Export, other: Export) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Export {
    /// All exports, in the order of help texts and links.
    package static let all: [Export] = [
        vidstack, hls, hlsIFrames, dash, bif, jellyfin, chapters, contactSheet,
    ]

    /// Finds the export with a name; nil if there is none.
    package init?(named name: String) {
        guard let export = Self.all.first(where: { $0.name == name }) else { return nil }
        self = export
    }
}

extension Export {
    /// A page with all tiles.
    package static let contactSheet = Export(
        "contact-sheet", "a page with all tiles, their times and titles, for people", .none,
        document: "contact-sheet.svg", .svg, statesEnd: false
    ) { source in
        let member = source.storyboards.members[0]
        let shown = try ShownTiles(of: member.storyboard)
        return [
            ExportFile(
                "contact-sheet.svg", .svg, isImmutable: false,
                .made {
                    let storyboard = member.storyboard
                    var gathered = GatheredPictures(of: member, in: source)
                    for span in shown.spans {
                        try await gathered.append(span.tile, at: storyboard.tiles[span.tile].time)
                    }
                    let tiles = zip(gathered.pictures, shown.spans).map { picture, span in
                        (bytes: picture.bytes, time: picture.time, title: storyboard.tiles[span.tile].title)
                    }
                    return ContactSheet.svg(
                        title: storyboard.title ?? storyboard.id.rawValue, tiles: tiles, tile: storyboard.geometry.tile,
                        columns: storyboard.geometry.grid.columns)
                })
        ]
    }
}

extension Export {
    /// Roku's BIF file, an archive of pictures.
    package static let bif = Export(
        "bif", "a BIF file, for Roku", .exact, document: "thumbnails.bif", .bytes, takesCadence: true, statesEnd: false
    ) { source in
        let shown = try source.shown()
        let times = try BIFTimes(shown, cadence: source.options.cadence)
        // The storyboard itself is last, because links refer to its file.
        return source.storyboards.members.reversed().map { member in
            ExportFile(
                member.path(of: "thumbnails.bif"), .bytes, isImmutable: false,
                .made { try await times.file(of: member, source) })
        }
    }
}

/// The tiles of a BIF file with their times: the track's, or at a requested cadence.
struct BIFTimes: Sendable {
    private let images: [(tile: Int, time: Timestamp)]

    init(_ shown: ShownTiles, cadence: Timestamp?) throws {
        guard let cadence else {
            images = shown.spans.map { ($0.tile, $0.start) }
            return
        }
        images = try Resampling(shown, cadence: cadence).tiles.enumerated().map { step, tile in
            (tile, Timestamp(milliseconds: Int64(step) * cadence.milliseconds))
        }
    }

    /// Makes the BIF file of one width.
    ///
    /// - Throws: errors of the sheet reader, `limitExceeded`.
    func file(of member: StoryboardSet.Member, _ source: ExportSource) async throws -> [UInt8] {
        var gathered = GatheredPictures(of: member, in: source)
        for image in images { try await gathered.append(image.tile, at: image.time) }
        let all = gathered.pictures
        return try MosaicError.translatingFormat { () throws(ThumbnailFormatError) in try BIFFile.serialized(all) }
    }
}

extension Export {
    /// Tiles as frames of an MP4, with playlists of I-frames.
    package static let hlsIFrames = Export(
        "hls-iframe", "HLS playlists of I-frames that are JPEGs, for hls.js and Shaka", .exact,
        document: "iframes-master.m3u8", .m3u8
    ) { source in
        let shown = try source.shown()
        var files: [ExportFile] = []
        var playlists: [ExportFile] = []
        var streams: [HLSThumbnailStream] = []
        for member in source.storyboards.members {
            var gathered = GatheredPictures(of: member, in: source)
            for span in shown.fromZero { try await gathered.append(span.tile, at: span.start) }
            let images = gathered.pictures
            let size = member.storyboard.geometry.tile
            let video = try MosaicError.translatingFormat { () throws(ThumbnailFormatError) in
                try MotionJPEGFile.serialized(images, end: shown.end, size: size)
            }
            let hash = ContentHash(of: video.bytes).hexadecimal(bytes: 16)
            let path = member.path(of: "iframes.\(hash).mp4")
            let frames = zip(video.frames, shown.fromZero).map { range, span in
                let duration = Timestamp(milliseconds: span.end.milliseconds - span.start.milliseconds)
                return HLSIFramePlaylist.Frame(duration: duration, range: range)
            }
            let playlist = HLSIFramePlaylist(
                uri: source.options.urls(path, in: member.folder), map: video.map, frames: frames)
            files.append(ExportFile(path, .mp4, isImmutable: true, .bytes(video.bytes)))
            playlists.append(
                ExportFile(
                    member.path(of: "iframes.m3u8"), .m3u8, isImmutable: false, .bytes(playlist.serialized())))
            streams.append(
                HLSThumbnailStream(
                    kind: .iFrames, bandwidth: frames.map { Bandwidth.of($0.range.count, in: $0.duration) }.max() ?? 1,
                    resolution: size, codecs: "mjpg", uri: source.options.urls(member.path(of: "iframes.m3u8"))))
        }
        let playlist = HLSMultivariantPlaylist(streams: streams)
        return files + playlists + [
            ExportFile("iframes-master.m3u8", .m3u8, isImmutable: false, .bytes(playlist.serialized()))
        ]
    }
}

extension Export {
    /// The cues of the track as JSON, over any number of sheets.
    package static let vidstack = Export(
        "vidstack", "cues as JSON, for Vidstack", .exact, document: "vidstack.json", .json, movesTiles: false,
        statesEnd: false
    ) { source in
        ExportFile.sheets(of: 0, in: source.storyboards) + [
            ExportFile("vidstack.json", .json, isImmutable: false, .bytes(try VidstackCues(source).encoded()))
        ]
    }
}

/// `[{"startTime", "endTime", "text"}]`: times in seconds, texts as in the track.
///
/// Vidstack shows nothing after the end of a cue, and a cue without an end until the film's end. The last cue therefore
/// has no end if the film's length is unknown.
private struct VidstackCues {
    private let cues: [Cue]

    init(_ source: ExportSource) throws {
        let storyboard = source.storyboards.main
        let urls = storyboard.sheets.map { source.options.urls($0.name.rawValue) }
        let shown = try source.shown()
        cues = shown.spans.enumerated().map { number, span in
            let tile = storyboard.tiles[span.tile]
            let rect = storyboard.track.shownPart(of: tile.rect)
            let fragment = MediaFragment(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
            return Cue(
                start: span.start, end: shown.isEndKnown || number < shown.spans.count - 1 ? span.end : .latest,
                text: CuePayload(url: urls[tile.sheet], fragment: fragment).description)
        }
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.array(cues) { writer, cue in
            writer.member("startTime", seconds: cue.start)
            if cue.end < .latest { writer.member("endTime", seconds: cue.end) }
            writer.member("text", cue.text)
        }
        return writer.document()
    }
}

extension Export {
    /// Whether the record of a storyboard has the content that the format needs: JPEG sheets if tiles are cut out, and
    /// chapters for ``chapters``.
    package func isPossible(for storyboard: Storyboard) -> Bool {
        if self == .chapters { return storyboard.tiles.contains { $0.chapter != nil || $0.title != nil } }
        return !movesTiles || storyboard.encoding.format == .jpeg
    }
}
