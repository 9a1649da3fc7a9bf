import ArgumentParser
import Mosaic
import MosaicConsole
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

    @Argument(help: "A WebVTT thumbnail track.")
    var track: String

    @Argument(help: "Playback time: seconds (83.5) or hh:mm:ss.mmm.")
    var time: Timestamp

    @Option(
        help: """
            What is shown outside of all cues: active (nothing), hold (the last one begun), nearest, \
            next (the closest that follows).
            """)
    var policy = LookupPolicy.hold

    @Flag(help: "Print JSON: {\"sheet\", \"x\", \"y\", \"w\", \"h\", \"start_ms\", \"end_ms\", \"index\", \"policy\"}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            let track = try LocalTrack(path: track)
            guard let (position, cue) = track.cue(at: time, policy: policy) else {
                if json { print("null") }
                StandardError.print("mosaic: \(track.name): No tile is shown at \(time).")
                throw ExitStatus.failure
            }
            guard let payload = CuePayload(parsing: cue.text) else {
                throw MosaicError(.malformed, track.name, "The cue at \(cue.start) names no picture.")
            }
            let answer = Answer(payload: payload, cue: cue, index: position, policy: policy)
            if let fragment = payload.malformedFragment {
                StandardError.print(
                    "mosaic: \(track.name): \(fragment.quoted) is not a rectangle of four whole numbers.")
            }
            if json { try JSONOutput.print(answer) } else { print(answer.lines) }
        }
    }

    private struct Answer: Encodable {
        let sheet: String
        /// Whether the cue names a rectangle that nobody can read.
        let isMalformed: Bool
        let x: Int?
        let y: Int?
        let w: Int?
        let h: Int?
        let unit: String?
        let start: Timestamp
        let end: Timestamp
        let index: Int
        let policy: LookupPolicy

        init(payload: CuePayload, cue: Cue, index: Int, policy: LookupPolicy) {
            sheet = payload.sheetURL
            isMalformed = payload.malformedFragment != nil
            x = payload.fragment?.x
            y = payload.fragment?.y
            w = payload.fragment?.width
            h = payload.fragment?.height
            // Pixels go without saying; percentages only make sense with the sheet's size.
            unit = payload.fragment.flatMap { $0.unit == .pixel ? nil : $0.unit.rawValue }
            start = cue.start
            end = cue.end
            self.index = index
            self.policy = policy
        }

        var lines: String {
            var lines = ["sheet  \(sheet)"]
            for (name, value) in [("x", x), ("y", y), ("w", w), ("h", h)] {
                if let value { lines.append("\(name)      \(value)\(unit == nil ? "" : " %")") }
            }
            lines.append("start  \(start)")
            lines.append("end    \(end)")
            return lines.joined(separator: "\n")
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(sheet, forKey: .sheet)
            if isMalformed { try container.encodeNil(forKey: .tile) }
            try container.encodeIfPresent(x, forKey: .x)
            try container.encodeIfPresent(y, forKey: .y)
            try container.encodeIfPresent(w, forKey: .w)
            try container.encodeIfPresent(h, forKey: .h)
            try container.encodeIfPresent(unit, forKey: .unit)
            try container.encode(start, forKey: .start)
            try container.encode(end, forKey: .end)
            try container.encode(index, forKey: .index)
            try container.encode(policy, forKey: .policy)
        }

        enum CodingKeys: String, CodingKey {
            case sheet, tile, x, y, w, h, unit, index, policy
            case start = "start_ms"
            case end = "end_ms"
        }
    }
}
