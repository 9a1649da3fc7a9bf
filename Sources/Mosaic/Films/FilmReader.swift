import FilmProtocol
import Foundation
import MosaicSystem
package import Raster
import Synchronization
package import TiledJPEG
package import WebVTT

/// Reads frames of a film as screenshots.
///
/// One program decodes the frames of all sessions, one session at a time. It is started when it is first needed, and
/// ends with ``close()`` or the reader. After a crash, another program is started, at most three times.
package final class FilmReader: ScreenshotReader {
    /// Maximum number of restarts after a crash.
    private static let mostRestarts = 3

    private let source: ScreenshotSource
    private let path: String
    private let roots: [String]
    /// The given duration of the film, which bounds the frames; nil uses the film's length.
    private let duration: Timestamp?
    /// The noun in remarks for the result of a frame.
    private let product: String
    private let program: FilmProgram?
    private let silence: Duration
    private let opening: FilmProcess.OpeningHandler?
    private let process = Mutex<FilmProcess?>(nil)
    private let restarts = Mutex(0)
    /// A program that crashed at the end of its session; the next session restarts it.
    private let crashed = Mutex<FilmProcess?>(nil)
    /// Counts the pictures that were read and whose aspect ratio differs from the film's.
    let shapes = Mutex(FilmShapes())
    /// Held while the program is started, and during each session.
    let turn = AsyncSemaphore(permits: 1)

    /// Creates a reader of a source that is a film.
    ///
    /// - Parameters:
    ///   - path: The film's path.
    ///   - roots: Real paths of folders; no link below one may lead out of it.
    ///   - duration: The given duration of the film, which bounds the frames; nil uses the film's length.
    ///   - product: The noun in remarks for the result of a frame.
    ///   - program: The program that decodes; nil for ``FilmProgram/current``.
    ///   - silence: Timeout for the next record.
    ///   - opening: Receives the progress of opening the film.
    package init(
        _ source: ScreenshotSource, of path: String, below roots: [String] = [], duration: Timestamp? = nil,
        into product: String = "tile", program: FilmProgram? = nil, silence: Duration = FilmProcess.silence,
        opening: FilmProcess.OpeningHandler? = nil
    ) {
        self.roots = roots
        self.source = source
        self.path = path
        self.duration = duration
        self.product = product
        self.program = program
        self.silence = silence
        self.opening = opening
    }

    package func list() async throws -> ScreenshotListing {
        let wanted = try source.filmRequest(below: roots)
        let film = try await opened()
        let length = film.header.length
        let end = [length, duration].compactMap(\.self).min()
        let times = try FilmTimes(
            of: film.name, length: end, wanted ?? .listed(chapters(of: film)), source.film,
            isShortened: end ?? .zero < length ?? .zero, into: product,
            chapters: source.film.skippedChapters.isEmpty ? [] : listedChapters() ?? chapters(of: film))
        let screenshots = times.moments.enumerated().map { index, moment in
            Screenshot(
                name: source.frameName(at: moment.time), time: moment.time, chapter: moment.chapter,
                title: moment.title, status: .file(film.status), selection: times.selection(at: index))
        }
        let skipped = times.pastEnd.map { moment in
            let place = moment.line.flatMap { line in source.listName.map { ", in \($0):\(line)" } } ?? ""
            return SkippedFile(
                name: source.frameName(at: moment.time),
                reason: "Its time, \(moment.time)\(place), is not before the film's end at \(end ?? .zero).")
        }
        // A film of one frame may have length 0; a storyboard's duration has to be more than 0.
        let told = [duration ?? length].compactMap(\.self).first { $0 > .zero }
        return ScreenshotListing(
            screenshots, skipped: skipped,
            remarks: film.header.remarks.map(\.oneLine) + times.remarks + durationRemarks(length),
            film: FilmSummary(
                duration: told, spacing: times.spacing, choice: times.choice,
                chapters: times.moments.count { $0.chapter != nil }),
            reader: self)
    }

    /// The remark on a given duration that is longer than the film, or more than a second shorter.
    private func durationRemarks(_ length: Timestamp?) -> [String] {
        guard let length, let duration else { return [] }
        if duration > length {
            return ["The last cue ends at the given duration, \(duration), which is longer than the film, \(length)."]
        }
        guard length.milliseconds - duration.milliseconds > 1_000 else { return [] }
        return ["The given duration, \(duration), is shorter than the film, \(length), whose rest gets no tiles."]
    }

    package func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        // If the film cannot be opened, reading the frames reports the error.
        let size = try? await opened().size
        return screenshots.map { _ in size }
    }

    package func read(
        _ wanted: [Screenshot], for tiles: TileSettings, lanes: Int
    ) async throws -> any PictureSession {
        let film = try await opened()
        try await turn.acquire()
        do {
            let plan = FilmSession.Plan(wanted, of: film, for: tiles)
            try await film.begin(plan.request)
            return FilmSession(self, film, plan)
        } catch {
            turn.release()
            throw error
        }
    }

    /// Always throws `unavailable`: a frame has no bytes to compare.
    package func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source {
        throw MosaicError(.unavailable, screenshot.name, "A frame of a film is not compared by its bytes.")
    }

    /// All names while the film may still be written; otherwise empty.
    package func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> {
        if let status = FileStatus(path: path, below: root), status.isSettled(at: now) { return [] }
        return Set(screenshots.map(\.name))
    }

    package func close() async {
        await process.withLock { process in
            defer { process = nil }
            return process
        }?.close()
    }

    package var remarks: [String] { shapes.withLock(\.remarks) }

    /// Closes the program of a session that ended early, and remembers a crash.
    func leave(_ film: FilmProcess) async {
        if film.crash != nil { crashed.withLock { $0 = film } }
        await close()
    }

    private var root: String? { RealPath.root(of: path, among: roots) }

    /// The running program; started if necessary.
    ///
    /// - Throws: Errors of ``FilmProcess/open(film:below:program:silence:opening:)``; `unavailable` after too many
    ///   crashes, or if the film was replaced after a crash.
    package func opened() async throws -> FilmProcess {
        if let process = process.withLock({ $0 }) { return process }
        try await turn.acquire()
        defer { turn.release() }
        if let process = process.withLock({ $0 }) { return process }
        if let former = crashed.withLock({ $0 }) {
            guard let successor = try await restarted(after: former) else {
                throw MosaicError(
                    .unavailable, former.name, "Its decoder crashes too often, or the film was replaced meanwhile.")
            }
            return successor
        }
        let opened = try await FilmProcess.open(
            film: path, below: root, program: program, silence: silence, opening: opening)
        process.withLock { $0 = opened }
        return opened
    }

    /// Restarts a program that crashed, for the session that holds ``turn``. Nil after too many crashes, or if the film
    /// was replaced.
    ///
    /// - Throws: Errors of ``FilmProcess/open(film:below:program:silence:opening:)``.
    func restarted(after crashed: FilmProcess) async throws -> FilmProcess? {
        let mayStart = restarts.withLock { restarts in
            restarts += 1
            return restarts <= Self.mostRestarts
        }
        guard mayStart else { return nil }
        await close()
        let opened = try await FilmProcess.open(film: path, below: root, program: program, silence: silence)
        guard opened.status == crashed.status, opened.header == crashed.header else {
            await opened.close()
            return nil
        }
        process.withLock { $0 = opened }
        return opened
    }

    /// The chapters of a list; `nil` without a list.
    private func listedChapters() throws -> [FilmTimes.Moment]? {
        guard case .file(let path) = source.film.chapters else { return nil }
        return try ChapterList(contentsOf: path, below: roots).moments
    }

    /// The chapters in the film's container.
    ///
    /// - Throws: `noScreenshots` without chapters.
    private func chapters(of film: FilmProcess) throws -> [FilmTimes.Moment] {
        guard !film.header.chapters.isEmpty else {
            throw MosaicError(
                .noScreenshots, film.name,
                "The film names no chapters. On the command line, --chapters-file FILE takes them from a list.")
        }
        return film.header.chapters.enumerated().map { index, chapter in
            // Rounded up, so that the time is not before the first frame of the chapter.
            let time = Timestamp(milliseconds: (chapter.start + 999) / 1_000)
            let asked = source.film.chapterLanguage?.title(of: chapter)
            let title = (asked ?? chapter.title)?.oneLine
            return FilmTimes.Moment(time: time, title: title?.isEmpty == false ? title : nil, chapter: index + 1)
        }
    }
}

extension FilmProcess {
    /// The size of the film's pictures as shown.
    fileprivate var size: PixelSize { PixelSize(width: header.width, height: header.height) }
}

/// Counts pictures whose aspect ratio differs from the film's, such as in a video call on a phone that was turned. Each
/// such picture is shown whole, with padding, as in players.
struct FilmShapes {
    private var others = 0

    /// Counts a shown picture if its size differs from the requested size: its aspect ratio differs from the film's.
    ///
    /// - Returns: Whether the size differs.
    @discardableResult
    mutating func count(width: Int, height: Int, of request: FilmRequest) -> Bool {
        let isOther = width != request.width || height != request.height
        if isOther { others += 1 }
        return isOther
    }

    /// A sentence with the number of these pictures; empty if all pictures have the film's aspect ratio.
    var remarks: [String] {
        switch others {
        case 0: []
        case 1: ["1 picture has another shape than the film and is padded."]
        default: ["\(others) pictures have another shape than the film and are padded."]
        }
    }
}
