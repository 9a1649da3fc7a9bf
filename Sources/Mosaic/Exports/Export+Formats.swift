import PlayerFormats
import TiledJPEG
import WebVTT

extension Export {
    /// Image playlists of HLS, and the multivariant playlist that names them.
    package static let hls = Export(
        "hls", "HLS playlists of images, for Roku, Shaka, THEOplayer and Bitmovin", .exact, document: "hls.m3u8", .m3u8
    ) { source in
        let shown = try source.shown()
        var files: [ExportFile] = []
        var streams: [HLSThumbnailStream] = []
        for position in source.positions {
            let member = source.storyboards.members[position]
            let pictures = try await HLSPictures(source, member: position, shown)
            let path = member.path(of: "images.m3u8")
            files += pictures.files
            files.append(ExportFile(path, .m3u8, isImmutable: false, .bytes(pictures.playlist.serialized())))
            streams.append(
                HLSThumbnailStream(
                    kind: .images, bandwidth: pictures.bandwidth, resolution: member.storyboard.geometry.tile,
                    codecs: "jpeg", uri: source.options.urls(path)))
        }
        let playlist = HLSMultivariantPlaylist(streams: streams)
        return files + [ExportFile("hls.m3u8", .m3u8, isImmutable: false, .bytes(playlist.serialized()))]
    }
}

/// The pictures of one width: its sheets if the times are regular from 0 on and cells have no padding, otherwise a
/// picture for each tile.
private struct HLSPictures {
    let files: [ExportFile]
    let playlist: HLSImagePlaylist
    /// Maximum bit rate of a picture, in bits per second.
    let bandwidth: Int
}

extension HLSPictures {
    init(_ source: ExportSource, member position: Int, _ shown: ShownTiles) async throws {
        let member = source.storyboards.members[position]
        let geometry = member.storyboard.geometry
        // Players cut sheets into cells, so tiles with padding become separate pictures.
        if !geometry.isPadded, shown.spans.first?.start == .zero {
            let resampling = try? Resampling(shown)
            if let resampling, resampling.isNatural {
                self = try await Self.sheets(source, member: position, shown, resampling)
                return
            }
        }
        self = try await Self.tiles(source, member: position, shown)
    }

    private static func sheets(
        _ source: ExportSource, member position: Int, _ shown: ShownTiles, _ resampling: Resampling
    ) async throws -> HLSPictures {
        let member = source.storyboards.members[position]
        let sheets = CadenceSheets(source, member: position, resampling, .trimmedIfSingle)
        let tiles = HLSImagePlaylist.Tiles(
            resolution: sheets.tile, columns: sheets.columns, rows: sheets.rows, duration: resampling.cadence)
        var files: [ExportFile] = []
        var resources: [HLSImagePlaylist.Resource] = []
        for number in 0..<sheets.count {
            let name =
                sheets.published(number).map { member.storyboard.sheets[$0].name.rawValue }
                ?? "images/\(sheets.revision)/\(number).jpg"
            let path = member.path(of: name)
            let start = sheets.duration.milliseconds * Int64(number)
            let end = min(shown.end.milliseconds, start + sheets.duration.milliseconds)
            files.append(ExportFile(path, .jpeg, isImmutable: true, sheets.body(number, source)))
            resources.append(
                HLSImagePlaylist.Resource(
                    uri: source.options.urls(path, in: member.folder), duration: Timestamp(milliseconds: end - start),
                    tiles: tiles))
        }
        return HLSPictures(
            files: files, playlist: HLSImagePlaylist(resources: resources),
            bandwidth: try await sheets.bandwidth(source))
    }

    private static func tiles(
        _ source: ExportSource, member position: Int, _ shown: ShownTiles
    ) async throws -> HLSPictures {
        let member = source.storyboards.members[position]
        var files: [ExportFile] = []
        var resources: [HLSImagePlaylist.Resource] = []
        var bandwidth = 1
        for span in shown.spans {
            let bytes = try await source.sheets.tile(span.tile, of: member).encoded()
            let hash = ContentHash(of: bytes).hexadecimal(bytes: 16)
            let path = member.path(of: "tiles/\(span.tile).\(hash).jpg")
            let duration = Timestamp(milliseconds: span.end.milliseconds - span.start.milliseconds)
            let uri = source.options.urls(path, in: member.folder)
            if resources.isEmpty, span.start > .zero {
                resources.append(HLSImagePlaylist.Resource(uri: uri, duration: span.start, isGap: true))
            }
            bandwidth = max(bandwidth, Bandwidth.of(bytes.count, in: duration))
            files.append(ExportFile(path, .jpeg, isImmutable: true, .tile(member: position, number: span.tile)))
            resources.append(HLSImagePlaylist.Resource(uri: uri, duration: duration))
        }
        return HLSPictures(files: files, playlist: HLSImagePlaylist(resources: resources), bandwidth: bandwidth)
    }
}

extension Export {
    /// A DASH manifest of thumbnails, and their pictures under consecutive numbers.
    package static let dash = Export(
        "dash", "a DASH manifest of tiled thumbnails, for dash.js, Shaka and Android", .exact,
        document: "thumbnails.mpd", .mpd, takesCadence: true
    ) { source in
        let shown = try source.shown()
        let resampling = try dashCadence(shown, source.options.cadence)
        var files: [ExportFile] = []
        var representations: [DASHThumbnails.Representation] = []
        for position in source.positions {
            let pictures =
                if let resampling {
                    try await DASHPictures(source, member: position, resampling)
                } else {
                    try await DASHPictures(source, member: position, shown)
                }
            files += pictures.files
            representations.append(pictures.representation)
        }
        let manifest = DASHThumbnails(representations: representations).manifest(duration: shown.end)
        return files + [ExportFile("thumbnails.mpd", .mpd, isImmutable: false, .bytes(manifest))]
    }

    /// The tiles at a fixed cadence, if one is requested or the times have one; `nil` for irregular times.
    private static func dashCadence(_ shown: ShownTiles, _ cadence: Timestamp?) throws -> Resampling? {
        if cadence != nil { return try Resampling(shown, cadence: cadence) }
        guard let resampling = try? Resampling(shown), resampling.isNatural else { return nil }
        return resampling
    }
}

/// The pictures of one width: sheets of tiles at a fixed cadence, or a picture for each tile.
private struct DASHPictures {
    private(set) var files: [ExportFile] = []
    let representation: DASHThumbnails.Representation

    /// Creates sheets of equal duration, including the last one.
    init(_ source: ExportSource, member position: Int, _ resampling: Resampling) async throws {
        let sheets = CadenceSheets(source, member: position, resampling, .trimmedIfSingle)
        let folder = source.storyboards.members[position].path(of: "dash/\(sheets.revision)")
        files = (0..<sheets.count).map { number in
            ExportFile("\(folder)/\(number).jpg", .jpeg, isImmutable: true, sheets.body(number, source))
        }
        representation = DASHThumbnails.Representation(
            id: "thumbnails-\(sheets.tile.width)", bandwidth: try await sheets.bandwidth(source),
            sheet: sheets.size, columns: sheets.columns, rows: sheets.rows,
            media: Self.template(source.options.urls("\(folder)/$Number$.jpg")), startNumber: 0,
            timeline: DASHTimeline(durations: repeatElement(sheets.duration, count: sheets.count)))
    }

    /// Creates a picture for each tile of the track, at the tile's time.
    init(_ source: ExportSource, member position: Int, _ shown: ShownTiles) async throws {
        let member = source.storyboards.members[position]
        let tile = member.storyboard.geometry.tile
        let spans = shown.fromZero
        let revision = CadenceSheets.revision(member.storyboard, [2] + spans.map(\.tile))
        let folder = member.path(of: "dash/\(revision)")
        var bandwidth = 1
        var durations: [Timestamp] = []
        for (number, span) in spans.enumerated() {
            let duration = Timestamp(milliseconds: span.end.milliseconds - span.start.milliseconds)
            let bytes = try await source.sheets.tile(span.tile, of: member).encoded().count
            bandwidth = max(bandwidth, Bandwidth.of(bytes, in: duration))
            durations.append(duration)
            files.append(
                ExportFile(
                    "\(folder)/\(number).jpg", .jpeg, isImmutable: true, .tile(member: position, number: span.tile)))
        }
        representation = DASHThumbnails.Representation(
            id: "thumbnails-\(tile.width)", bandwidth: bandwidth, sheet: tile, columns: 1, rows: 1,
            media: Self.template(source.options.urls("\(folder)/$Number$.jpg")), startNumber: 0,
            timeline: DASHTimeline(durations: durations))
    }

    /// The URL as a template of DASH: every dollar is written twice, except in `$Number$`.
    private static func template(_ url: String) -> String {
        let parts = url.split(separator: "$Number$", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.map { $0.replacing("$", with: "$$") }.joined(separator: "$Number$")
    }
}

extension Export {
    /// The sheets of Jellyfin's trickplay, and the JSON object of its API.
    package static let jellyfin = Export(
        "jellyfin", "trickplay images of Jellyfin, and their description in its API", .resampled,
        document: "jellyfin.json", .json, takesCadence: true
    ) { source in
        let shown = try source.shown()
        let resampling = try Resampling(shown, cadence: source.options.cadence)
        var files: [ExportFile] = []
        var widths: [(sheets: CadenceSheets, bandwidth: Int)] = []
        for position in source.positions {
            let sheets = CadenceSheets(source, member: position, resampling, .padded)
            let folder = "trickplay/\(sheets.tile.width) - \(sheets.columns)x\(sheets.rows)"
            for number in 0..<sheets.count {
                files.append(
                    ExportFile("\(folder)/\(number).jpg", .jpeg, isImmutable: false, sheets.body(number, source)))
            }
            widths.append((sheets, try await sheets.bandwidth(source)))
        }
        let document = trickplay(widths, of: source.storyboards.main.id)
        return files + [ExportFile("jellyfin.json", .json, isImmutable: false, .bytes(document))]
    }

    /// `{"Trickplay": {id: {width: …}}}`, where `TileWidth` and `TileHeight` count tiles.
    private static func trickplay(
        _ widths: [(sheets: CadenceSheets, bandwidth: Int)], of id: StoryboardID
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(spread: true) { writer in
            writer.object("Trickplay") { writer in
                writer.object(id.rawValue) { writer in
                    for (sheets, bandwidth) in widths {
                        writer.object(String(sheets.tile.width)) { writer in
                            writer.member("Width", sheets.tile.width)
                            writer.member("Height", sheets.tile.height)
                            writer.member("TileWidth", sheets.columns)
                            writer.member("TileHeight", sheets.rows)
                            writer.member("ThumbnailCount", sheets.resampling.tiles.count)
                            writer.member("Interval", sheets.resampling.cadence.milliseconds)
                            writer.member("Bandwidth", bandwidth)
                        }
                    }
                }
            }
        }
        return writer.document()
    }
}
