import ArgumentParser
import CommandSupport
import Mosaic
import TiledJPEG
import WebVTT

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

    /// The tile's own JPEG; a cue without a fragment shows the whole picture.
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
            throw MosaicError(.unsupported, name, error.reason)
        }
    }
}
