import CatalogContract
import Foundation
import MosaicEmbedded
import MosaicFixtures
import Testing
import Tiers

@testable import Mosaic
@testable import MosaicLibrary

/// Cuts every operation that retires, restores or removes objects at every step, as a kill does. The next visitor has
/// to find a whole storyboard, or a removed one that can be restored, and no file may be left over in the end.
struct RetentionCutTests {
    enum Operation: String, CaseIterable {
        case publish, remove, purge, restore, collect, empty
    }

    enum Visitor: String, CaseIterable {
        case collector, repair, writer, remover
    }

    private static let upload = "library/film/screenshots/ch1_10s.jpg"
    private let shelf: Shelf
    private let film: StoryboardID

    init() throws {
        shelf = try Shelf()
        film = shelf.id("film")
    }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    /// A storyboard that was composed twice, with a job that is done and an uploaded screenshot.
    private func prepare(_ operation: Operation) async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film", keepingOld: 60, now: 2_000_000)
        try shelf.folder.makeFolder("library/film/screenshots")
        try shelf.folder.write([1, 2, 3], to: Self.upload, modified: 1_000_000)
        let job = try await shelf.library.catalog.submit(shelf.request("film"))
        _ = try await shelf.library.catalog.update(job.number) { $0.cancel(now: $1) }
        try shelf.add(1...1, of: "film", drawing: 9)
        guard operation != .publish else { return }
        try await shelf.compose("film", keepingOld: 60, now: 2_000_005)
        if operation == .restore { try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010)) }
    }

    private func perform(_ operation: Operation, in library: StoryboardLibrary) async throws {
        switch operation {
        case .publish: try await shelf.compose("film", in: library, keepingOld: 60, now: 2_000_010)
        case .remove: try await library.remove(film, keepingOld: 60, now: date(2_000_010))
        case .purge: try await library.purge(film)
        case .restore: try await library.restore(film, now: date(2_000_020))
        case .collect: try await library.collect(keepingOld: 60, now: date(2_000_100))
        case .empty: try await library.empty(film, now: date(2_000_010))
        }
    }

    private func visit(_ visitor: Visitor) async throws {
        switch visitor {
        case .collector: try await shelf.library.collect(keepingOld: 60, now: date(2_000_030))
        case .repair: #expect(try await shelf.library.repair(keepingOld: 100 * 365 * 86_400).faults.isEmpty)
        case .writer: try await shelf.compose("film", keepingOld: 60, now: 2_000_030)
        case .remover: try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_030))
        }
    }

    private var isPublished: Bool { shelf.folder.holds("library/film/thumbnails.vtt") }

    /// Invariants after any operation and visitor.
    private func checkState(_ comment: Comment) async throws {
        if isPublished {
            #expect(shelf.fault("film") == nil, comment)
        } else {
            #expect(!shelf.folder.holds("library/film/mosaic.json"), comment)
        }
        #expect(try await (shelf.entry("film") != nil) == isPublished, comment)
    }

    private static let pairs = Operation.allCases.flatMap { operation in Visitor.allCases.map { (operation, $0) } }

    @Test(arguments: Tier.sample(pairs, 2))
    func `the next visitor finishes or undoes an operation cut at any step, without leftovers`(
        operation: Operation, visitor: Visitor
    ) async throws {
        for step in 1...400 {
            let comment: Comment = "step \(step)"
            try await prepare(operation)
            let store = FailingStore(shelf.library.store, at: step)
            let catalog = InterceptedCatalog(
                catalog: shelf.library.catalog, beforeRemoval: { try store.step() }, beforePut: { try store.step() })
            let cut = StoryboardLibrary(store: store, catalog: catalog)
            _ = await code { try await perform(operation, in: cut) }
            try await visit(visitor)
            try await checkState(comment)
            switch (operation, visitor) {
            case (_, .writer): #expect(isPublished, comment)
            case (.publish, .collector), (.publish, .repair), (.collect, .collector), (.collect, .repair):
                #expect(isPublished, comment)
            case (.empty, .collector), (.empty, .repair):
                try await shelf.compose("film", keepingOld: 60, now: 2_000_040)
                #expect(shelf.folder.holds(Self.upload), comment)
            case (.publish, .remover), (.collect, .remover), (.remove, _), (.restore, _):
                if !isPublished { try await shelf.library.restore(film, now: date(2_000_040)) }
                #expect(try shelf.folder.read(Self.upload) == [1, 2, 3], comment)
                #expect(isPublished, comment)
            case (.purge, _), (.empty, .remover): break
            }
            try await checkState(comment)
            try await checkNothingIsLeft(comment)
            guard store.isBroken else {
                #expect(step > 5)
                return
            }
        }
        Issue.record("it breaks for ever")
    }

    /// Purges the storyboard, then checks that no file, retirement or job of it remains.
    private func checkNothingIsLeft(_ comment: Comment) async throws {
        try await shelf.library.purge(film)
        // Staged by this process, which lives on: they are its to remove, and not those of whoever comes next.
        let names = shelf.folder.holds("library/film") ? try shelf.names("film") : []
        #expect(names.allSatisfy { $0.hasPrefix(".mosaic-pending-") }, "\(comment) \(names)")
        if !names.isEmpty { try shelf.folder.remove("library/film") }
        #expect(try await shelf.library.catalog.retired(until: .distantFuture, after: nil, limit: 9).isEmpty, comment)
        #expect(try await shelf.library.catalog.job(of: film) == nil, comment)
    }
}
