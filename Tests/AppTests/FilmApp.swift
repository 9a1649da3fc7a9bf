import Foundation
import Hummingbird
import Logging
import Mosaic
import MosaicLibrary
import MosaicServer
import WebVTT

/// An app with a library: composes, looks up, runs jobs and serves.
struct FilmApp: Sendable {
    let library: StoryboardLibrary

    /// Opens the library in a folder; the catalog is the app's own.
    init(folder: String, catalog: any Catalog) throws {
        library = try StoryboardLibrary(folder: folder, catalog: catalog)
    }

    // MARK: Composing

    /// Composes the screenshots of a folder (`ch{index}_{seconds}s.jpg`) and publishes them.
    func publish(_ id: StoryboardID, title: String, screenshots: String) async throws -> Storyboard {
        var settings = CompositionSettings()
        settings.geometry.width = 160
        settings.geometry.grid = TileGrid(columns: 4, rows: 4)
        settings.encoding.quality = 75
        let listing = try ScreenshotSource(folder: screenshots).listing()
        let request = CompositionRequest(id: id, title: title, listing: listing)
        return try await library.compose(request, settings: settings).storyboard
    }

    // MARK: Looking up

    /// The tile that is shown at a time; nil where there is no such storyboard.
    func tile(of id: StoryboardID, at time: Timestamp) async throws -> Tile? {
        guard let storyboard = try await library.storyboard(id) else { return nil }
        let index = TimeIndex(
            starts: storyboard.tiles.map(\.start.milliseconds),
            ends: storyboard.tiles.map { ($0.end ?? .latest).milliseconds })
        return index.lookup(time, policy: .hold).map { storyboard.tiles[$0] }
    }

    /// The sheet on which a tile lies.
    func sheet(with tile: Tile, of id: StoryboardID) async throws -> [UInt8]? {
        guard let storyboard = try await library.storyboard(id) else { return nil }
        return try await library.sheet(storyboard.sheets[tile.sheet].name, of: id)
    }

    // MARK: Jobs

    /// Submits a job that composes the screenshots in a folder.
    func submit(_ id: StoryboardID, screenshots: String, priority: JobPriority = .interactive) async throws -> Job {
        var request = JobRequest(id: id, source: ScreenshotSource(folder: screenshots))
        request.settle = 0
        try request.validate()
        return try await library.catalog.submit(request, priority: priority)
    }

    /// Restarts a job in any state; `nil` without one.
    func retry(_ id: StoryboardID) async throws -> Job? { try await change(id) { $0.retry(now: $1) } }

    /// Takes a job back; nil where there is none.
    func cancel(_ id: StoryboardID) async throws -> Job? { try await change(id) { $0.cancel(now: $1) } }

    private func change(_ id: StoryboardID, _ change: @escaping Job.Change) async throws -> Job? {
        guard let job = try await library.catalog.job(of: id) else { return nil }
        return try await library.catalog.update(job.number, attempt: nil, change)
    }

    /// Works until every job is completed, failed or cancelled.
    func work() async throws {
        var settings = JobWorker.Settings()
        settings.workers = 2
        try await JobWorker(library: library, settings: settings).run(until: .idle)
    }

    // MARK: Serving

    /// Serves the library on a free port of this machine while `body` runs with the URL as its argument.
    func serve<Value: Sendable>(_ body: @Sendable (URL) async throws -> Value) async throws -> Value {
        var settings = ServerSettings()
        settings.port = 0
        settings.isReadOnly = true
        let logger = Logger(label: "film-app") { _ in SwiftLogNoOpLogHandler() }
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let server = try buildApplication(library: library, settings: settings, logger: logger) { ready.yield($0) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await server.run()
            }
            guard let port = await ports.first(where: { _ in true }), let url = URL(string: "http://127.0.0.1:\(port)")
            else {
                try await group.waitForAll()
                throw MosaicError(.unavailable, "server", "It ended before it listened.")
            }
            defer { group.cancelAll() }
            return try await body(url)
        }
    }
}
