import Foundation
import MosaicEmbedded
import MosaicFixtures
import Synchronization
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// A library in a temporary folder, screenshots beside it, and a clock that a test moves.
final class Workshop: Sendable {
    let folder = TemporaryFolder()
    let library: StoryboardLibrary
    let id = StoryboardID(naming: "film")
    private let clock: Clock

    private final class Clock: Sendable {
        /// Nil follows the system's.
        let moment: Mutex<Date?>

        init(_ moment: Date?) { self.moment = Mutex(moment) }

        var now: Date { moment.withLock { $0 } ?? Date() }
    }

    init(hasSystemClock: Bool = false, buckets: (any BucketClient)? = nil) throws {
        let clock = Clock(hasSystemClock ? nil : Date(timeIntervalSince1970: 1_700_000_000))
        self.clock = clock
        var library = try StoryboardLibrary.embedded(at: folder.path("library")) { clock.now }
        library.buckets = buckets
        self.library = library
        try folder.makeFolder("shots")
    }

    /// When the newest screenshot was written: it always was a moment ago, however slow the machine.
    private var lastWritten: Int64 {
        let names = (try? folder.names(in: "shots")) ?? []
        return names.compactMap { FileStatus(path: folder.path("shots/" + $0))?.modified }.max() ?? 0
    }

    var now: Date { clock.now }

    func pass(seconds: Double) { clock.moment.withLock { $0 = $0?.addingTimeInterval(seconds) } }

    // MARK: Screenshots

    /// Chapter n at n times 10 seconds.
    func add(_ numbers: Int...) throws {
        for number in numbers { try add(DrawnScreenshot(number: number).encoded, number: number) }
    }

    func add(_ bytes: [UInt8], number: Int) throws { try folder.write(bytes, to: Self.file(number)) }

    static func file(_ number: Int) -> String { "shots/ch\(number)_\(10 * number)s.jpg" }

    static func chapters(_ numbers: ClosedRange<Int>) -> [ExpectedChapters.Chapter] {
        numbers.map { .init(index: $0, time: Timestamp(milliseconds: Int64($0) * 10_000), title: "Chapter \($0)") }
    }

    // MARK: Jobs

    /// Tiles 40 wide, four on a sheet.
    func request(_ change: (inout JobRequest) -> Void = { _ in }) -> JobRequest {
        var request = JobRequest(id: id, source: ScreenshotSource(folder: folder.path("shots")))
        request.settings.geometry.width = 40
        request.settings.geometry.grid = TileGrid(columns: 2, rows: 2)
        change(&request)
        return request
    }

    @discardableResult
    func submit(_ change: (inout JobRequest) -> Void = { _ in }) async throws -> Job {
        try await library.catalog.submit(request(change))
    }

    /// Adds screenshots and submits a job that does not wait for further ones.
    func begin(_ numbers: Int...) async throws {
        for number in numbers { try add(number) }
        try await submit { $0.settle = 0 }
    }

    /// - Parameters:
    ///   - store: The library's, or a wrapper of it.
    ///   - catalog: The library's, or a wrapper of it.
    func worker(
        _ name: String = "first", in store: (any ObjectStore)? = nil, over catalog: (any Catalog)? = nil,
        _ change: (inout JobWorker.Settings) -> Void = { _ in }
    ) -> JobWorker {
        var settings = JobWorker.Settings()
        settings.now = { self.now }
        settings.random = { 0 }
        settings.fileTime = { self.lastWritten }
        change(&settings)
        var own = StoryboardLibrary(store: store ?? library.store, catalog: catalog ?? library.catalog)
        own.buckets = library.buckets
        return JobWorker(library: own, name: name, settings: settings)
    }

    var job: Job? { get async throws { try await library.catalog.job(of: id) } }

    /// The job's status as one line, such as `PROCESSING 3/5`.
    var status: String {
        get async throws {
            guard let status = try await job.map({ JobStatus($0) }) else { return "none" }
            let numbers = status.totalChapters.map { " \(status.completedChapters ?? -1)/\($0)" }
            return status.status.rawValue + (numbers ?? "") + (status.errorMessage.map { " " + $0 } ?? "")
        }
    }

    /// Runs one attempt of a worker; `nil` if no job was due.
    func look(_ worker: JobWorker? = nil) async throws -> Look? {
        let decodings = Mutex<Int?>(nil)
        let didLook = try await (worker ?? self.worker()).step { report in
            guard case .published(_, let composition) = report else { return }
            decodings.withLock { $0 = ($0 ?? 0) + composition.decodings.count }
        }
        return didLook ? Look(try await status, decodings.withLock { $0 }) : nil
    }

    /// The numbers of the chapters that the published track shows, 0 for a placeholder.
    var shown: [Int] {
        get async throws {
            try await library.storyboard(id)?.tiles.map { $0.state == .placeholder ? 0 : $0.chapter ?? -1 } ?? []
        }
    }
}

/// The result of one attempt.
struct Look: Equatable {
    /// The job's status after it.
    let status: String
    /// Screenshots that were decoded; nil where nothing was published.
    let decodings: Int?

    init(_ status: String, _ decodings: Int?) {
        self.status = status
        self.decodings = decodings
    }
}

/// Waits for some asynchronous work in a place that cannot.
func blocking(_ work: @escaping @Sendable () async throws -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        try? await work()
        done.signal()
    }
    done.wait()
}
