import Foundation
import MosaicEmbedded
import MosaicFixtures
import Synchronization
import Testing
import Tiers

@testable import Mosaic
@testable import MosaicLibrary

struct StoryboardLibraryRepairTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private var catalog: any Catalog { shelf.library.catalog }

    private func compose(_ ids: String...) async throws {
        for id in ids {
            try shelf.add(1...5, of: id)
            try await shelf.compose(id)
        }
    }

    private func counts(_ report: RepairReport) -> [Int] {
        [report.storyboards, report.written, report.forgotten, report.faults.count]
    }

    @Test func `a library in order is left as it is`() async throws {
        #expect(try await shelf.library.repair() == RepairReport())
        try await compose("a", "b")
        let before = [try await shelf.entry("a"), try await shelf.entry("b")]
        #expect(try await counts(shelf.library.repair()) == [2, 0, 0, 0])
        #expect([try await shelf.entry("a"), try await shelf.entry("b")] == before)
    }

    @Test func `lost entries are restored, and wrong entries are corrected`() async throws {
        try await compose("a", "b", "c")
        let known = try #require(try await shelf.entry("b"))
        try await catalog.removeEntry(shelf.id("a"))
        try await catalog.put(
            CatalogEntry(
                id: known.id, title: "wrong", tiles: 99, duration: nil, bytes: 1, created: known.created,
                updated: known.updated, fingerprint: known.fingerprint))
        let report = try await shelf.library.repair()
        #expect(counts(report) == [3, 2, 0, 0])
        #expect(try await shelf.entry("b") == known, "its times and its fingerprint with it")
        let found = try #require(try await shelf.entry("a"))
        #expect(found.tiles == 5 && found.bytes == known.bytes && found.title == "Title of a")
        #expect(found.fingerprint == nil, "nobody knows what it was made of")
        let record = try #require(
            try await shelf.library.store.status(of: ObjectKey(found.id).appending("mosaic.json")))
        #expect(abs(found.created.timeIntervalSince(record.modified)) < 0.01 && found.created == found.updated)
        #expect(try await counts(shelf.library.repair()) == [3, 0, 0, 0])
    }

    @Test func `entries without documents are forgotten, and their jobs are not`() async throws {
        try await compose("a", "b", "c", "d")
        let job = try await catalog.submit(shelf.request("b"))
        try shelf.folder.remove("library/b")
        try shelf.folder.remove("library/c")
        try shelf.folder.write([1], to: "library/c")
        try shelf.folder.remove("library/d")
        try FileManager.default.createSymbolicLink(
            atPath: shelf.folder.path("library/d"), withDestinationPath: shelf.folder.path("library/a"))
        #expect(try await counts(shelf.library.repair()) == [1, 0, 3, 0])
        for id in ["b", "c", "d"] { #expect(try await shelf.entry(id) == nil) }
        #expect(try await catalog.job(of: shelf.id("b")) == job)
        #expect(try shelf.names() == ["a", "c", "d"], "nothing is made or removed")
    }

    /// Kinds of damage to a storyboard's files.
    enum Damage: String, CaseIterable {
        case sheetGone = "is missing; compose"
        case sheetCut = "bytes, not"
        case sheetLinked = "symbolic link"
        case trackGone = "The track is missing"
    }

    @Test(arguments: Damage.allCases)
    func `a damaged storyboard is reported, and not current until it is composed again`(
        damage: Damage
    ) async throws {
        try await compose("a", "b")
        let fingerprint = try shelf.fingerprint("a")
        let sheet = "library/a/" + (try #require(try await shelf.sheets("a").last))
        switch damage {
        case .sheetGone: try shelf.folder.remove(sheet)
        case .sheetCut: try shelf.folder.write(shelf.folder.read(sheet).dropLast(9), to: sheet)
        case .sheetLinked:
            try FileManager.default.moveItem(atPath: shelf.folder.path(sheet), toPath: shelf.folder.path("aside"))
            try FileManager.default.createSymbolicLink(
                atPath: shelf.folder.path(sheet), withDestinationPath: shelf.folder.path("aside"))
        case .trackGone: try shelf.folder.remove("library/a/thumbnails.vtt")
        }
        let report = try await shelf.library.repair()
        #expect(report.storyboards == 1)
        #expect(report.faults.map(\.id) == [shelf.id("a")])
        #expect(report.faults.first?.reason.contains(damage.rawValue) == true, "\(report.faults)")
        #expect(try await shelf.entry("a") != nil)
        #expect(try await !shelf.library.isCurrent(shelf.id("a"), fingerprint: fingerprint))
        if damage == .sheetLinked { try shelf.folder.remove(sheet) }
        try await shelf.compose("a")
        #expect(shelf.fault("a") == nil)
        #expect(try await counts(shelf.library.repair()) == [2, 0, 0, 0])
        #expect(try await shelf.library.isCurrent(shelf.id("a"), fingerprint: fingerprint))
    }

    @Test func `an unreadable record is reported, and its entry stays`() async throws {
        try await compose("a", "b")
        let known = try await shelf.entry("a")
        for text in ["", "{", "[]", "{}"] {
            try shelf.folder.write(Array(text.utf8), to: "library/a/mosaic.json")
            let report = try await shelf.library.repair()
            #expect(counts(report) == [1, 0, 0, 1])
            #expect(report.faults.first?.id == shelf.id("a"))
            #expect(try await shelf.entry("a") == known)
        }
    }

    @Test func `renamed and copied folders are reported, and the original of a copy keeps its entry`() async throws {
        try await compose("b", "d")
        let known = try await shelf.entry("b")
        let manager = FileManager.default
        try manager.copyItem(atPath: shelf.folder.path("library/b"), toPath: shelf.folder.path("library/a"))
        try manager.moveItem(atPath: shelf.folder.path("library/d"), toPath: shelf.folder.path("library/e"))
        let report = try await shelf.library.repair()
        #expect(counts(report) == [1, 0, 1, 2])
        #expect(report.faults.map(\.id.rawValue) == ["a", "e"])
        #expect(report.faults.map(\.reason) == ["Its record is that of b.", "Its record is that of d."])
        #expect(try await shelf.entry("b") == known)
        for id in ["a", "d", "e"] { #expect(try await shelf.entry(id) == nil) }
    }

    @Test func `foreign files in the library are neither indexed nor changed`() async throws {
        try await compose("a")
        let record = try shelf.folder.read("library/a/mosaic.json")
        for path in [".git", "bad name", "empty", "a/inner", "deep/er"] {
            try shelf.folder.makeFolder("library/" + path)
        }
        let others = [
            "mosaic.json", "notes.txt", ".git/mosaic.json", "bad name/mosaic.json", "a/inner/mosaic.json",
            "deep/er/mosaic.json",
        ]
        for name in others { try shelf.folder.write(record, to: "library/" + name) }
        #expect(try await counts(shelf.library.repair()) == [1, 0, 0, 0])
        #expect(try others.allSatisfy { try shelf.folder.read("library/" + $0) == record })
        #expect(shelf.folder.holds("library/empty"))
    }

    // flock of util-linux stands for another process; without it the test is skipped.
    @Test(.enabled(if: LockingProcess.isAvailable, "flock of util-linux is absent"))
    func `a repair skips storyboards that another process has locked`() async throws {
        try await compose("a", "b", "c")
        try await catalog.removeEntry(shelf.id("a"))
        try shelf.folder.remove("library/b")
        try shelf.folder.makeFolder("library/b")
        let processes = try ["a", "b"].map { try LockingProcess(folder: shelf.folder.path("library/" + $0)) }
        #expect(try await counts(shelf.library.repair()) == [2, 0, 0, 0])
        #expect(try await shelf.entry("a") == nil)
        #expect(try await shelf.entry("b") != nil)
        for process in processes { process.end(killing: true) }
        #expect(try await counts(shelf.library.repair()) == [2, 1, 1, 0])
    }

    @Test(.thorough) func `hundreds of storyboards are found in pages of any size`() async throws {
        try await compose("film")
        let files = try shelf.folder.contents(of: "library/film")
        let record = try String(decoding: #require(files["mosaic.json"]), as: UTF8.self)
        // Ids that sort in another order by folders than by keys.
        let ids = (0..<300).map { ["s\($0)", "s\($0)-x", "S.\($0)"][$0 % 3] }
        for id in ids {
            try shelf.folder.makeFolder("library/" + id)
            for (name, bytes) in files where name != "mosaic.json" {
                try shelf.folder.write(bytes, to: "library/\(id)/\(name)")
            }
            let own = record.replacing("\"id\": \"film\"", with: "\"id\": \"\(id)\"")
            try shelf.folder.write(Array(own.utf8), to: "library/\(id)/mosaic.json")
        }
        let counted = Mutex<[Int]>([])
        let report = try await shelf.library.repair(pageLimit: 7) { count in counted.withLock { $0.append(count) } }
        #expect(counts(report) == [301, 300, 0, 0])
        #expect(counted.withLock { $0 } == Array(1...301))
        #expect(try await catalog.entries(CatalogQuery()).total == 301)
        for id in ids.prefix(100) { try shelf.folder.remove("library/" + id) }
        #expect(try await counts(shelf.library.repair()) == [201, 0, 100, 0])
    }

    // MARK: Beside writers, and behind killed ones

    @Test func `a sheet replaced during the repair is not a fault`() async throws {
        try await compose("a")
        let first = try #require(try await shelf.sheets("a").first)
        let isReplaced = Mutex(false)
        let store = ObservedStore(shelf.library.store) { key in
            guard key.rawValue == "a/\(first)",
                isReplaced.withLock({ was in
                    defer { was = true }
                    return !was
                })
            else { return }
            try shelf.add(1...1, of: "a", drawing: 9)
            try await shelf.compose("a", keepingOld: 0, now: 2_000_010)
        }
        let report = try await StoryboardLibrary(store: store, catalog: catalog).repair()
        #expect(isReplaced.withLock { $0 } && !shelf.folder.holds("library/a/\(first)"))
        #expect(report.faults.isEmpty && report.storyboards == 1)
    }

    // flock of util-linux stands for another process; without it the test is skipped.
    @Test(.enabled(if: LockingProcess.isAvailable, "flock of util-linux is absent"))
    func `an incomplete storyboard is not reported while a writer has it locked`() async throws {
        try await compose("a")
        try shelf.folder.remove("library/a/thumbnails.vtt")
        let process = try LockingProcess(folder: shelf.folder.path("library/a"))
        #expect(try await shelf.library.repair().faults.isEmpty)
        process.end(killing: true)
        #expect(try await shelf.library.repair().faults.map(\.id) == [shelf.id("a")])
    }

    @Test func `pending files of killed writers are removed, inside of storyboards and elsewhere`() async throws {
        try await compose("a")
        for path in [
            "a/.mosaic-pending-1f", "wreck/.mosaic-pending-2f", "others/.mosaic-pending-3f", "others/notes.txt",
        ] {
            try shelf.folder.makeFolder("library/" + (path.split(separator: "/").first ?? ""))
            // These names do not identify a process: their files are removed when they are old.
            try shelf.folder.write([1], to: "library/" + path, modified: 1)
        }
        #expect(try await counts(shelf.library.repair()) == [1, 0, 0, 0])
        #expect(try shelf.names() == ["a", "others"] && shelf.names("others") == ["notes.txt"])
        #expect(try shelf.names("a").allSatisfy { !$0.hasPrefix(".mosaic-pending") })
    }

    @Test func `a repair restores retired sheets and their times in a lost catalog`() async throws {
        try await compose("a")
        try shelf.add(1...1, of: "a", drawing: 9)
        try await shelf.compose("a", now: 2_000_010)
        let old = try await catalog.retired(until: .distantFuture, after: nil, limit: 9)
        try await catalog.setRetired(shelf.id("a"), since: nil)
        _ = try await shelf.library.repair(keepingOld: 100 * 365 * 86_400)
        #expect(old.count == 1)
        #expect(try await catalog.retired(until: .distantFuture, after: nil, limit: 9) == old)
        _ = try await shelf.library.repair()
        #expect(try await catalog.retired(until: .distantFuture, after: nil, limit: 9).isEmpty)
        #expect(shelf.fault("a") == nil && !shelf.folder.holds("library/a/.mosaic-retired.json"))
    }
}
