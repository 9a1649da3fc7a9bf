import PlayerFormats
import TiledJPEG
import WebVTT

extension Export {
    /// A manifest of thumbnails, and their pictures under consecutive numbers.
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
                if let resampling { DASHPictures(source, member: position, shown, resampling) } else {
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

    /// Sheets, the last of which lasts as long as the others.
    init(_ source: ExportSource, member position: Int, _ shown: ShownTiles, _ resampling: Resampling) {
        let sheets = CadenceSheets(source, member: position, resampling, .trimmedIfSingle)
        let folder = source.storyboards.members[position].path(of: "dash/\(sheets.revision)")
        files = (0..<sheets.count).map { number in
            ExportFile("\(folder)/\(number).jpg", .jpeg, isImmutable: true, sheets.body(number, source))
        }
        representation = DASHThumbnails.Representation(
            id: "thumbnails-\(sheets.tile.width)", bandwidth: Bandwidth.of(sheets.largestBytes, in: sheets.duration),
            sheet: sheets.size, columns: sheets.columns, rows: sheets.rows,
            media: Self.template(source.options.urls("\(folder)/$Number$.jpg")), startNumber: 0,
            timeline: DASHTimeline(durations: repeatElement(sheets.duration, count: sheets.count)))
    }

    /// A picture for each tile of the track, at its own time.
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

    /// The URL of a template, in which a dollar that encloses no identifier is written twice.
    private static func template(_ url: String) -> String {
        let parts = url.split(separator: "$Number$", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.map { $0.replacing("$", with: "$$") }.joined(separator: "$Number$")
    }
}
