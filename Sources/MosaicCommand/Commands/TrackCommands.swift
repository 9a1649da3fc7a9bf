import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary
import TiledJPEG
import WebVTT

/// `mosaic cues`: prints the cues that the parser reads.
struct CuesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cues",
        abstract: "Prints the cues of a WebVTT file as a browser would read them.",
        discussion: """
            EXAMPLES
              mosaic cues out/thumbnails.vtt
              mosaic cues out/thumbnails.vtt --json | jq '.cues | length'
            """)

    @Argument(help: "A WebVTT file.")
    var track: String

    @Flag(help: "Print JSON: {\"valid\", \"cues\": [{\"id\", \"start_ms\", \"end_ms\", \"text\"}]}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(track, .track)]) {
            do {
                let cues = try LocalTrack.parsed(track).cues
                if json { return try JSONOutput.print(unversioned: ParsedCues(cues: cues.map { .init($0) })) }
                for cue in cues { print("\(cue.start) --> \(cue.end)  \(cue.text)") }
            } catch let error as MosaicError where error.code == .malformed {
                if json { try JSONOutput.print(unversioned: ParsedCues(valid: false)) }
                throw error
            }
        }
    }

    /// The format of the shared parser cases, which has no version.
    private struct ParsedCues: Encodable {
        struct Line: Encodable {
            let id: String
            let start: Timestamp
            let end: Timestamp
            let text: String

            init(_ cue: Cue) {
                id = cue.id
                start = cue.start
                end = cue.end
                text = cue.text
            }

            enum CodingKeys: String, CodingKey {
                case id, text
                case start = "start_ms"
                case end = "end_ms"
            }
        }
        var valid = true
        var cues: [Line] = []
    }
}

/// `mosaic lookup`: finds the tile for a playback time.
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
            if let missing = track.missingSheet(of: payload) { StandardError.print("mosaic: \(missing)") }
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
            // Percentages are marked: they mean nothing without the sheet's size.
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

/// `mosaic tile`: cuts one tile out of its sheet without decoding, and writes it as a file.
struct TileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tile",
        abstract: "Cuts the tile shown at a playback time out of its sheet, without decoding.",
        discussion: """
            EXAMPLES
              mosaic tile out/thumbnails.vtt 397 -o tile.jpg
              mosaic tile out 397 -o - | display
            """)

    @Argument(help: "A WebVTT thumbnail track whose sheets lie beside it, or a folder with one.")
    var track: String

    @Argument(help: "Playback time: seconds (83.5) or hh:mm:ss.mmm.")
    var time: Timestamp

    @Option(name: .shortAndLong, help: "The JPEG file to write, or - for standard output.")
    var output: String

    @Option(
        help: """
            Tile outside of all cues: active (none), hold (the last one begun), nearest, \
            next (the closest that follows).
            """)
    var policy = LookupPolicy.hold

    func validate() throws {
        guard let kind = output.wholeMatch(of: /.*\.(png|webp|avif|gif|bmp|tiff?)/.ignoresCase())?.1 else { return }
        throw ValidationError("A tile is cut out as JPEG, not \(kind.uppercased()): -o tile.jpg.")
    }

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(track, .track)]) {
            let track = try LocalTrack(path: track)
            let isPrinted = output == "-"
            if !isPrinted { try track.refuseOverwriting(at: output) }
            guard let (_, cue) = track.cue(at: time, policy: policy) else {
                StandardError.print("mosaic: \(track.name): No tile is shown at \(time).")
                throw ExitStatus.failure
            }
            if let remark = track.remark(on: time, in: cue) {
                StandardError.print("mosaic: \(track.name): \(remark)")
            }
            guard let payload = CuePayload(parsing: cue.text) else {
                throw MosaicError(.malformed, track.name, "The cue at \(cue.start) names no picture.")
            }
            if let fragment = payload.malformedFragment {
                throw MosaicError(
                    .malformed, track.name, "\(fragment.quoted) is not a rectangle of four whole numbers.")
            }
            let sheet = try track.sheet(of: payload)
            let tile = try Self.tile(of: payload, in: sheet.bytes, name: sheet.name)
            if isPrinted { try LocalFile.print(tile) } else { try LocalFile.write(tile, to: output) }
        }
    }

    /// The tile as a separate JPEG file; the whole picture for a cue without a fragment.
    private static func tile(of payload: CuePayload, in bytes: [UInt8], name: String) throws -> [UInt8] {
        let header: ImageHeader
        do {
            header = try ImageHeader(parsing: bytes)
        } catch {
            throw MosaicError(.malformed, name, error.reason)
        }
        guard header.format == .jpeg else {
            throw MosaicError(
                .unsupported, name,
                "A \(header.format.rawValue) sheet cannot be cut by bytes, only JPEG sheets can; compose with --format "
                    + "jpeg, or cut out the rectangle that mosaic lookup prints.")
        }
        guard let fragment = payload.fragment else { return bytes }
        guard
            let part = fragment.intersection(sheetWidth: header.size.width, sheetHeight: header.size.height)
        else {
            throw MosaicError(.malformed, name, "The fragment \(fragment) lies outside the sheet of \(header.size).")
        }
        let rect = PixelRect(x: part.x, y: part.y, width: part.width, height: part.height)
        do {
            return try RestartGrid(parsing: bytes).extract(rect)
        } catch {
            let absence = PictureEnd.absence + " Fetch it again, or compose the storyboard again."
            let isWhole = PictureEnd.hasCome(in: bytes, of: header.format)
            throw MosaicError(.unsupported, name, isWhole ? error.reason : absence)
        }
    }
}
