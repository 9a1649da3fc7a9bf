import FilmRecords
import ImageHeaders
import MosaicFiles
import Raster
import Synchronization
import WebVTT

/// The frames of one request, as the program decodes them.
final class FilmSession: PictureSession {
    /// What is requested, and which of it is wanted.
    struct Plan: Sendable {
        let request: FilmRequest
        let size: PixelSize
        let chroma: ChromaSubsampling
        /// The screenshot of each requested frame; nil for one whose key frame must only not be used again.
        let screenshots: [Screenshot?]

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
                    // Its tile is reused: the frame has to be another one all the same.
                    frames.append(selection.predecessor(at: previous))
                    screenshots.append(nil)
                }
                frames.append(selection.frame(at: screenshot.time))
                screenshots.append(screenshot)
                last = screenshot.time
            }
            request = FilmRequest(
                width: size.width, height: size.height, hasFullChroma: tiles.chroma == .yuv444, frames: frames)
            self.size = size
            self.chroma = tiles.chroma
            self.screenshots = screenshots
        }
    }

    private struct State {
        /// Wanted frames that were delivered.
        var delivered = 0
        /// The last picture, which the next record may repeat.
        var last: PlanarPicture?
        /// Memory for planes.
        var memory: [UInt8] = []
        var isOpen = true
    }

    let lanes = 1
    private let reader: FilmReader
    private let film: FilmProcess
    private let plan: Plan
    private let state = Mutex(State())

    init(_ reader: FilmReader, _ film: FilmProcess, _ plan: Plan) {
        self.reader = reader
        self.film = film
        self.plan = plan
    }

    func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
        let first = state.withLock(\.delivered)
        var filled = 0
        while filled < count, let frame = try await film.next(reusing: takeMemory()) {
            let content = content(of: frame)
            guard let screenshot = plan.screenshots[frame.index] else { continue }
            pictures[filled] = Picture(
                content, of: source(of: screenshot, isShown: frame.outcome.isShown),
                frameTime: frame.outcome.isShown ? Timestamp(microseconds: frame.time) : nil)
            filled += 1
            // The last picture's reader may not come back for the end.
            if frame.index == plan.screenshots.count - 1 { _ = try await film.next() }
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
        // A session that ends early leaves pictures that nobody reads.
        if !film.isIdle { await reader.close() }
        reader.turn.release()
    }

    private func takeMemory() -> [UInt8] {
        state.withLock { state in
            defer { state.memory = [] }
            return state.memory
        }
    }

    private func content(of frame: FilmPicture) -> Picture.Content {
        do {
            switch frame.outcome {
            case .shown, .damaged:
                var picture = try PlanarPicture(size: plan.size, samples: frame.planes, chroma: plan.chroma)
                if frame.outcome == .damaged { picture.damage = "The film is damaged here." }
                state.withLock { state in
                    state.last = picture
                    state.memory = frame.planes
                }
                return .planes(picture)
            case .same:
                guard let last = state.withLock(\.last) else { throw fault("No frame comes before it.", frame) }
                return .planes(last)
            case .afterEnd: throw fault(endOfFilm(at: frame.wanted), frame)
            case .cutOff: throw fault("The file ends before this time although the film goes on.", frame)
            case .undecodable: throw fault("No frame can be decoded there.", frame)
            }
        } catch {
            return .missing(error)
        }
    }

    private func fault(_ reason: String, _ frame: FilmPicture) -> MosaicError {
        MosaicError(.damaged, plan.screenshots[frame.index]?.name ?? film.name, reason)
    }

    private func endOfFilm(at wanted: Int64) -> String {
        guard let length = film.header.length, length.microseconds <= wanted else {
            return "The film has no frame at this time or later."
        }
        return "The film ends at \(length)."
    }

    private func source(of screenshot: Screenshot, isShown: Bool) -> Tile.Source {
        Tile.Source(
            name: screenshot.name, bytes: isShown ? film.status.bytes : nil, checksum: nil,
            version: isShown ? film.status.version(at: FileStatus.now) : nil, hasICCProfile: false,
            selection: screenshot.selection?.description)
    }
}
