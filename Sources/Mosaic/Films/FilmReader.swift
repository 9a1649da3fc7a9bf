import FilmProtocol
import Foundation
import MosaicSystem
package import Raster
import Synchronization
package import TiledJPEG
package import WebVTT

/// Reads frames of a film as screenshots.
///
/// One program decodes them for all sessions, which follow each other; it is started when it is first needed, and ends
/// with ``close()`` or the reader. Another one follows where it crashes, a few times.
package final class FilmReader: ScreenshotReader {
    /// The most programs that follow a crash.
    private static let mostRestarts = 3

    private let source: ScreenshotSource
    private let path: String
    private let roots: [String]
    /// The length that the caller gives; nil where the film tells it.
    private let duration: Timestamp?
    /// The thing that a frame becomes, in remarks.
    private let product: String
    private let program: FilmProgram?
    private let silence: Duration
    private let opening: FilmProcess.OpeningHandler?
    private let process = Mutex<FilmProcess?>(nil)
    private let restarts = Mutex(0)
    /// A program that crashed at the end of its session; the next session gets its successor.
    private let crashed = Mutex<FilmProcess?>(nil)
    /// The shapes of the pictures that were read.
    let shapes = Mutex(FilmShapes())
    /// Held while the program is started, and by each session to its end.
    let turn = AsyncSemaphore(permits: 1)

    /// Reads a source that is a film.
    ///
    /// - Parameters:
    ///   - path: The film's path.
    ///   - roots: Folders that no link to a film or list below them may leave, without links.
    ///   - duration: The part of the film from which frames are taken; nil for all of it.
    ///   - product: The thing that a frame becomes, in remarks.
    ///   - program: The program that decodes; nil for that of this process.
    ///   - silence: How long it may send nothing.
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
        // A film of one frame may have no length, and a storyboard's is more than 0.
        let told = [duration ?? length].compactMap(\.self).first { $0 > .zero }
        return ScreenshotListing(
            screenshots, skipped: skipped,
            remarks: film.header.remarks.map(\.oneLine) + times.remarks + durationRemarks(length),
            film: FilmSummary(
                duration: told, spacing: times.spacing, choice: times.choice,
                chapters: times.moments.count { $0.chapter != nil }),
            reader: self)
    }

    /// The remark on a given duration that is longer than the film, or shorter by more than a second.
    private func durationRemarks(_ length: Timestamp?) -> [String] {
        guard let length, let duration else { return [] }
        if duration > length {
            return ["The last cue ends at the given duration, \(duration), which is longer than the film, \(length)."]
        }
        guard length.milliseconds - duration.milliseconds > 1_000 else { return [] }
        return ["The given duration, \(duration), is shorter than the film, \(length), whose rest gets no tiles."]
    }

    package func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
        // Reading the frames reports a film that cannot be opened.
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

    /// All of them while the film is being written.
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

    /// Closes the program of a session that ended early.
    func leave(_ film: FilmProcess) async {
        if film.crash != nil { crashed.withLock { $0 = film } }
        await close()
    }

    private var root: String? { RealPath.root(of: path, among: roots) }

    /// The program that decodes, started where it does not run.
    ///
    /// - Throws: What ``FilmProcess/open(film:below:program:silence:opening:)`` throws; `unavailable` after too many crashes, and
    ///   where the film was replaced after one.
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

    /// Another program in place of one that crashed, for the session that holds the turn; nil after too many crashes,
    /// and where the film is another by now.
    ///
    /// - Throws: What ``FilmProcess/open(film:below:program:silence:opening:)`` throws.
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

    /// The chapters that the container names.
    ///
    /// - Throws: `noScreenshots` without any.
    private func chapters(of film: FilmProcess) throws -> [FilmTimes.Moment] {
        guard !film.header.chapters.isEmpty else {
            throw MosaicError(
                .noScreenshots, film.name,
                "The film names no chapters. On the command line, --chapters-file FILE takes them from a list.")
        }
        return film.header.chapters.enumerated().map { index, chapter in
            // Up, so that the time is not before the first frame of the chapter.
            let time = Timestamp(milliseconds: (chapter.start + 999) / 1_000)
            let asked = source.film.chapterLanguage?.title(of: chapter)
            let title = (asked ?? chapter.title)?.oneLine
            return FilmTimes.Moment(time: time, title: title?.isEmpty == false ? title : nil, chapter: index + 1)
        }
    }
}

extension FilmProcess {
    /// The size of its pictures as shown.
    fileprivate var size: PixelSize { PixelSize(width: header.width, height: header.height) }
}

/// Counts the pictures of a film whose shape differs from that of the film, such as those of a turned call. Each is shown
/// whole, padded as players do.
struct FilmShapes {
    private var others = 0

    /// Counts a picture that is shown.
    ///
    /// - Returns: Whether its shape is another than the film's.
    @discardableResult
    mutating func count(width: Int, height: Int, of request: FilmRequest) -> Bool {
        let isOther = width != request.width || height != request.height
        if isOther { others += 1 }
        return isOther
    }

    /// A sentence with their number; none if all pictures have the film's shape.
    var remarks: [String] {
        switch others {
        case 0: []
        case 1: ["1 picture has another shape than the film and is padded."]
        default: ["\(others) pictures have another shape than the film and are padded."]
        }
    }
}
