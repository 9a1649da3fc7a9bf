import Foundation
import MosaicEmbedded
import MosaicFixtures
import Synchronization

@testable import Mosaic
@testable import MosaicLibrary

/// A tree of folders with screenshots, and the library that batches make of it.
final class Films: Sendable {
    let folder = TemporaryFolder()
    let library: StoryboardLibrary

    init() throws {
        library = try StoryboardLibrary.embedded(at: folder.path("library"))
        try folder.makeFolder("films")
    }

    /// Puts chapters, at rest for long, into a film's folder.
    func add(_ name: String, chapters: ClosedRange<Int> = 1...3) throws {
        try folder.makeFolder("films/\(name)")
        for number in chapters {
            try folder.write(
                DrawnScreenshot(number: number).encoded, to: "films/\(name)/ch\(number)_\(10 * number)s.jpg",
                modified: 1_600_000_000)
        }
    }

    func id(_ name: String) -> StoryboardID { StoryboardID(naming: name) }

    func job(_ name: String) async throws -> Job? { try await library.catalog.job(of: id(name)) }

    func request(_ name: String) -> JobRequest {
        var request = JobRequest(id: id(name), source: ScreenshotSource(folder: folder.path("films/\(name)")))
        request.settings.geometry.width = 40
        request.settle = 0
        return request
    }

    func item(_ name: String) -> BatchItem {
        BatchItem(request: request(name), library: library, label: BatchResult.Label(id: id(name)))
    }

    /// Makes every film.
    ///
    /// - Returns: The results, sorted by id.
    func run(
        entries: [Batch.Entry]? = nil, stoppingAfter limit: Int? = nil, _ change: (inout Batch) -> Void = { _ in }
    ) async -> [BatchResult] {
        var batch = Batch()
        change(&batch)
        let names = (try? folder.names(in: "films")) ?? []
        let all = entries ?? names.map { .item(item($0)) }
        let (results, feed) = (Noted<BatchResult>(), Feed(all))
        let task = Task { [batch] in
            await batch.run {
                feed.next()
            } report: { result in
                results.note(result)
                if results.all.count == limit { feed.stop() }
            }
        }
        feed.onStop { task.cancel() }
        await task.value
        return results.all.sorted { $0.label.id?.rawValue ?? "" < $1.label.id?.rawValue ?? "" }
    }
}

extension BatchResult {
    /// The id and how it ended.
    var summary: String { "\(label.id?.rawValue ?? "none") \(outcome.rawValue)" }
}

/// Entries in order, and a way to stop their consumer.
private final class Feed: Sendable {
    private let state: Mutex<(rest: ArraySlice<Batch.Entry>, isStopped: Bool, action: (@Sendable () -> Void)?)>

    init(_ entries: [Batch.Entry]) { state = Mutex((entries[...], false, nil)) }

    func next() -> Batch.Entry? { state.withLock { $0.rest.popFirst() } }

    func stop() {
        let action = state.withLock { state in
            state.isStopped = true
            return state.action
        }
        action?()
    }

    func onStop(_ action: @escaping @Sendable () -> Void) {
        let isStopped = state.withLock { state in
            state.action = action
            return state.isStopped
        }
        if isStopped { action() }
    }
}
