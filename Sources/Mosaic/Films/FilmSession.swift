import FilmProtocol
import MosaicSystem
import Raster
import Synchronization
import TiledJPEG
import WebVTT

/// Delivers the frames of one request as the program decodes them.
///
/// If the program crashes at a frame, that frame is missing, and a restarted program delivers the later frames.
final class FilmSession: PictureSession {
    /// The frames requested from one program.
    fileprivate struct Part {
        let film: FilmProcess
        let plan: Plan
        /// The number of frames of the plan that were delivered, or are missing because of a crash.
        var position = 0

        var isComplete: Bool { position == plan.screenshots.count }
    }

    private struct State {
        var part: Part
        /// The number of wanted frames that were delivered.
        var delivered = 0
        /// The last picture, which the next record may repeat.
        var last: PlanarPicture?
        /// Memory to reuse for planes.
        var memory: [UInt8] = []
        var isOpen = true
    }

    let lanes = 1
    private let reader: FilmReader
    private let state: Mutex<State>

    init(_ reader: FilmReader, _ film: FilmProcess, _ plan: Plan) {
        self.reader = reader
        state = Mutex(State(part: Part(film: film, plan: plan)))
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        let first = state.withLock(\.delivered)
        var filled = 0
        while filled < count, let picture = try await nextPicture() {
            pictures[filled] = picture
            filled += 1
        }
        state.withLock { $0.delivered += filled }
        return first..<first + filled
    }

    func close() async {
        let isOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        guard isOpen else { return }
        // If a session ends early, the pipe still holds pictures, so its program is closed.
        let film = state.withLock(\.part.film)
        if !film.isIdle { await reader.leave(film) }
        reader.turn.release()
    }

    private func takeMemory() -> [UInt8] {
        state.withLock { state in
            defer { state.memory = [] }
            return state.memory
        }
    }

    /// The next wanted picture; nil after the last one.
    private func nextPicture() async throws -> Picture? {
        while true {
            let part = state.withLock(\.part)
            guard !part.isComplete else { return nil }
            let picture: Picture?
            do {
                guard let frame = try await part.film.next(reusing: takeMemory()) else { return nil }
                picture = self.picture(of: frame, part)
                state.withLock { $0.part.position += 1 }
            } catch let error where !(error is CancellationError) {
                guard let crash = part.film.crash else { throw error }
                picture = try await resume(part, after: error, crash)
            }
            if state.withLock(\.part.isComplete) { try await end(part.film) }
            if let picture { return picture }
        }
    }

    /// Reads the end of the request, because the caller may not call again after the last picture.
    private func end(_ film: FilmProcess) async throws {
        do {
            _ = try await film.next()
        } catch let error where film.crash != nil && !(error is CancellationError) {
            // All frames were delivered; the next session restarts the program.
        }
    }

    /// Restarts the program after it crashed at a frame, for the later frames.
    ///
    /// - Returns: The missing picture of the frame at which the program crashed; nil if that frame is not wanted.
    private func resume(_ part: Part, after error: any Error, _ crash: String) async throws -> Picture? {
        var next = part
        next.position += 1
        if !next.isComplete {
            let rest = part.plan.rest(after: part.position)
            guard let film = try await reader.restarted(after: part.film) else { throw error }
            try await film.begin(rest.request)
            next = Part(film: film, plan: rest)
        }
        state.withLock { state in
            state.part = next
            state.last = nil
        }
        guard let screenshot = part.plan.screenshots[part.position] else { return nil }
        return Picture(
            .missing(MosaicError(.damaged, screenshot.name, crash)), of: Tile.Source(missing: screenshot))
    }

    /// The picture of a frame; nil if the frame is not wanted.
    private func picture(of frame: FilmPicture, _ part: Part) -> Picture? {
        var content = content(of: frame, part)
        guard let screenshot = part.plan.screenshots[frame.index] else { return nil }
        if case .planes(var picture) = content {
            let (size, request) = (picture.size, part.plan.request)
            let isOther = reader.shapes.withLock { $0.count(width: size.width, height: size.height, of: request) }
            if isOther {
                picture.framing = .pad
                content = .planes(picture)
            }
        }
        guard frame.outcome.isShown else { return Picture(content, of: Tile.Source(missing: screenshot)) }
        // Without the crash before it, another frame might have been chosen. Without a version, the tile is made again
        // next time.
        let isFinal = frame.index > 0 || !part.plan.followsCrash
        let source = Tile.Source(
            name: screenshot.name, bytes: part.film.status.bytes, checksum: nil,
            version: isFinal ? part.film.status.version(at: FileStatus.now) : nil, hasICCProfile: false,
            selection: screenshot.selection?.description)
        return Picture(content, of: source, frameTime: Timestamp(microseconds: frame.time))
    }

    private func content(of frame: FilmPicture, _ part: Part) -> Picture.Content {
        do {
            switch frame.outcome {
            case .shown, .damaged:
                var picture = try PlanarPicture(
                    size: PixelSize(width: frame.width, height: frame.height), samples: frame.planes,
                    chroma: part.plan.chroma)
                if frame.outcome == .damaged { picture.damage = "The film is damaged here." }
                state.withLock { state in
                    state.last = picture
                    state.memory = frame.planes
                }
                return .planes(picture)
            case .same:
                guard let last = state.withLock(\.last) else { throw part.fault("No frame comes before it.", frame) }
                return .planes(last)
            case .afterEnd: throw part.fault(part.endOfFilm(at: frame.wanted), frame)
            case .cutOff: throw part.fault("The file ends before this time although the film goes on.", frame)
            case .undecodable: throw part.fault("No frame can be decoded there.", frame)
            }
        } catch {
            return .missing(error)
        }
    }
}

extension FilmSession.Part {
    fileprivate func fault(_ reason: String, _ frame: FilmPicture) -> MosaicError {
        MosaicError(.damaged, plan.screenshots[frame.index]?.name ?? film.name, reason)
    }

    fileprivate func endOfFilm(at wanted: Int64) -> String {
        guard let length = film.header.length, length.microseconds <= wanted else {
            return "The film has no frame at this time or later."
        }
        return "The film ends at \(length)."
    }
}

extension Tile.Source {
    /// Creates the source of a screenshot without a frame.
    fileprivate init(missing screenshot: Screenshot) {
        self.init(
            name: screenshot.name, bytes: nil, checksum: nil, version: nil, hasICCProfile: false,
            selection: screenshot.selection?.description)
    }
}

extension FilmSession {
    /// A request for frames, with the screenshots to which they belong.
    struct Plan: Sendable {
        private(set) var request: FilmRequest
        let chroma: ChromaSubsampling
        /// The screenshot of each requested frame; nil for a frame that only marks its key frame as used.
        private(set) var screenshots: [Screenshot?]
        /// Whether the program crashed at the frame before the first one.
        private(set) var followsCrash = false

        /// - Parameter wanted: Screenshots in the order of their times.
        init(_ wanted: [Screenshot], of film: FilmProcess, for tiles: TileSettings) {
            let shown = PixelSize(width: film.header.width, height: film.header.height)
            let size = tiles.sourceSize(of: shown, longestSide: FilmRequest.longestSide)
            var frames: [FilmRequest.Frame] = []
            var screenshots: [Screenshot?] = []
            var last: Timestamp?
            for screenshot in wanted {
                guard let selection = screenshot.selection else { continue }
                if let previous = selection.previous, previous != last {
                    // The previous tile is reused, but this frame must still not repeat its key frame.
                    frames.append(selection.predecessor(at: previous))
                    screenshots.append(nil)
                }
                frames.append(selection.frame(at: screenshot.time))
                screenshots.append(screenshot)
                last = screenshot.time
            }
            request = FilmRequest(
                width: size.width, height: size.height, hasFullChroma: tiles.chroma == .yuv444,
                background: tiles.background.code, frames: frames)
            self.chroma = tiles.chroma
            self.screenshots = screenshots
        }

        /// The plan for the frames after `index`, at which the program crashed; does not request the frame at `index`
        /// again.
        func rest(after index: Int) -> Plan {
            var rest = self
            rest.request.frames.removeFirst(index + 1)
            rest.screenshots.removeFirst(index + 1)
            rest.followsCrash = true
            return rest
        }
    }
}

extension RGBColor {
    /// The color in the 24 bits of a request: red in the highest byte.
    fileprivate var code: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
