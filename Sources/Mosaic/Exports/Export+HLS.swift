import PlayerFormats
import TiledJPEG
import WebVTT

extension Export {
    /// Playlists of pictures, and the multivariant playlist that names them.
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

/// The pictures of one width: its sheets where they are regular, else a picture for each tile.
private struct HLSPictures {
    let files: [ExportFile]
    let playlist: HLSImagePlaylist
    /// Bits per second, of the picture with the most.
    let bandwidth: Int

    init(_ source: ExportSource, member position: Int, _ shown: ShownTiles) async throws {
        let member = source.storyboards.members[position]
        let geometry = member.storyboard.geometry
        // Players cut sheets into cells; tiles with padding are pictures of their own.
        if !geometry.isPadded, shown.spans.first?.start == .zero {
            let resampling = try? Resampling(shown)
            if let resampling, resampling.isNatural {
                self = Self.sheets(source, member: position, shown, resampling)
                return
            }
        }
        self = try await Self.tiles(source, member: position, shown)
    }

    private init(files: [ExportFile], playlist: HLSImagePlaylist, bandwidth: Int) {
        self.files = files
        self.playlist = playlist
        self.bandwidth = bandwidth
    }

    private static func sheets(
        _ source: ExportSource, member position: Int, _ shown: ShownTiles, _ resampling: Resampling
    ) -> HLSPictures {
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
            bandwidth: Bandwidth.of(sheets.largestBytes, in: sheets.duration))
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
