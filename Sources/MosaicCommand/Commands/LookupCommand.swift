import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary
import WebVTT

/// `mosaic lookup`: playback time to tile.
struct LookupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Prints the tile that a track shows at a playback time.",
        discussion: """
            Where no tile is shown, nothing is printed (with --json: null) and the exit status is 1. Where the cue's \
            fragment is no rectangle, the sheet is printed alone (with --json: "tile": null).

            EXAMPLES
              mosaic lookup out/thumbnails.vtt 397
              mosaic lookup out/thumbnails.vtt 00:06:37.500 --policy nearest --json
            """)

    @Argument(help: "A WebVTT thumbnail track, or a folder with one.")
    var track: String

    @Argument(help: "Playback time: seconds (83.5) or hh:mm:ss.mmm.")
    var time: Timestamp

    @Option(
        help: """
            Tile outside of all cues: active (none), hold (the last one begun), nearest, \
            next (the closest that follows).
            """)
    var policy = LookupPolicy.hold

    @Flag(help: "Print JSON: {\"sheet\", \"x\", \"y\", \"w\", \"h\", \"start_ms\", \"end_ms\", \"index\", \"policy\"}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(track, .track)]) {
            let track = try LocalTrack(path: track)
            guard let (position, cue) = track.cue(at: time, policy: policy) else {
                if json { print("null") }
                StandardError.print("mosaic: \(track.name): No tile is shown at \(time).")
                throw ExitStatus.failure
            }
            guard let payload = CuePayload(parsing: cue.text) else {
                throw MosaicError(.malformed, track.name, "The cue at \(cue.start) names no picture.")
            }
            if let fragment = payload.malformedFragment {
                StandardError.print(
                    "mosaic: \(track.name): \(fragment.quoted) is not a rectangle of four whole numbers.")
            }
            if let remark = track.remark(on: time, in: cue) {
                StandardError.print("mosaic: \(track.name): \(remark)")
            }
            guard json else { return print(Self.lines(payload, cue)) }
            let area: TileDocument.Area =
                payload.malformedFragment == nil ? payload.fragment.map { .fragment($0) } ?? .wholeSheet : .unreadable
            try JSONOutput.print(
                TileDocument(
                    sheet: payload.sheetURL, area: area, start: cue.start, end: cue.end == .openEnd ? nil : cue.end,
                    index: position, policy: policy))
        }
    }

    private static func lines(_ payload: CuePayload, _ cue: Cue) -> String {
        var lines = ["sheet  \(payload.sheetURL)"]
        if let part = payload.fragment {
            // Percentages only make sense with the sheet's size.
            let unit = part.unit == .pixel ? "" : " %"
            for (name, value) in [("x", part.x), ("y", part.y), ("w", part.width), ("h", part.height)] {
                lines.append("\(name)      \(value)\(unit)")
            }
        }
        lines.append("start  \(cue.start)")
        lines.append("end    \(cue.end)")
        return lines.joined(separator: "\n")
    }
}
