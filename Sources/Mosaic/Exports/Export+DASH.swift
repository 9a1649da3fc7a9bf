import ImageHeaders
import ThumbnailFormats
import WebVTT

extension Export {
    /// A manifest of tiled thumbnails, and their sheets under consecutive numbers.
    package static let dash = Export(
        "dash", "a DASH manifest of tiled thumbnails, for dash.js, Shaka and Android", .resampled,
        document: "thumbnails.mpd", .mpd, takesCadence: true
    ) { source in
        let shown = try source.shown()
        let resampling = try Resampling(shown, cadence: source.options.cadence)
        var files: [ExportFile] = []
        var representations: [DASHThumbnails.Representation] = []
        for position in source.positions {
            let member = source.storyboards.members[position]
            let sheets = CadenceSheets(source, member: position, resampling, .trimmedIfSingle)
            let folder = member.path(of: "dash/\(sheets.revision)")
            for number in 0..<sheets.count {
                files.append(
                    ExportFile("\(folder)/\(number).jpg", .jpeg, isImmutable: true, sheets.body(number, source)))
            }
            representations.append(
                DASHThumbnails.Representation(
                    id: "thumbnails-\(sheets.tile.width)",
                    bandwidth: Bandwidth.of(sheets.largestBytes, in: sheets.duration), sheet: sheets.size,
                    columns: sheets.columns, rows: sheets.rows,
                    media: template(source.options.urls("\(folder)/$Number$.jpg")), startNumber: 0,
                    segmentDuration: sheets.duration))
        }
        let manifest = DASHThumbnails(representations: representations).manifest(duration: shown.end)
        return files + [ExportFile("thumbnails.mpd", .mpd, isImmutable: false, .bytes(manifest))]
    }

    /// The URL of a template, in which a dollar that encloses no identifier is written twice.
    private static func template(_ url: String) -> String {
        let parts = url.split(separator: "$Number$", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.map { $0.replacing("$", with: "$$") }.joined(separator: "$Number$")
    }
}
