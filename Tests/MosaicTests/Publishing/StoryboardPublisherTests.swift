import Foundation
import MosaicFixtures
import Testing
import Tiers

@testable import Mosaic

/// Publishes and removes over a store that breaks at every step there is.
struct StoryboardPublisherTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")

    private var store: FolderStore { FolderStore(path: folder.path("library")) }

    private func publish(_ edition: Int, into store: any ObjectStore, keepingOld: Int, now: Int) async throws {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        let drawing = DrawnStoryboard(edition: edition)
        let storyboard = try drawing.storyboard()
        let place = try await StoryboardPublisher(of: id, in: store)
        var staged: [StagedObject] = []
        for (sheet, bytes) in zip(storyboard.sheets, drawing.sheetBytes) {
            if let object = try await place.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try await place.publish(
            storyboard, sheets: staged, requested: [.preview], keepingOld: keepingOld,
            now: Date(timeIntervalSince1970: TimeInterval(now)))
    }

    private func remove(from store: any ObjectStore, keepingOld: Int = 0, now: Int = 0) async throws {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        let place = try await StoryboardPublisher(of: id, in: store)
        _ = try await place.beginRetirement(.removed, now: Date(timeIntervalSince1970: TimeInterval(now)))
        try await place.finishRetirement()
        guard keepingOld == 0 else { return }
        _ = try await StoryboardPublisher(of: id, in: store).purge()
    }

    /// - Returns: Whether something waits for its time still.
    @discardableResult
    private func collect(from store: any ObjectStore, now: Int) async throws -> Bool {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        try await StoryboardPublisher(of: id, in: store).collect(
            keepingOld: 60, now: Date(timeIntervalSince1970: TimeInterval(now)))
        return folder.holds("library/film/.mosaic-retired.json")
    }

    /// The files of a removed storyboard whose sheets are retained.
    private func waiting(_ sheets: Set<String>) -> Set<String> {
        sheets.union([".mosaic-retired.json", ".mosaic-retired-record.json"])
    }

    /// The files of a folder into which only this edition was published.
    private func whole(_ edition: Int) throws -> Set<String> {
        try Set(DrawnStoryboard(edition: edition).storyboard().sheets.map(\.name.rawValue))
            .union(["mosaic.json", "thumbnails.vtt", "preview.html"])
    }

    private func names() throws -> Set<String> { try Set(folder.names(in: "library/film")) }

    /// Runs some work again and again, each time with a store that breaks one step later, until one does not.
    private func breaking(
        _ work: (any ObjectStore) async throws -> Void, check: (_ step: Int) async throws -> Void
    ) async throws {
        for step in 1...200 {
            let failing = FailingStore(store, at: step)
            let error = await failure { try await work(failing) }
            #expect((error != nil) == failing.isBroken, "step \(step)")
            guard failing.isBroken else {
                #expect(step > 10)
                return
            }
            try await check(step)
        }
        Issue.record("it breaks for ever")
    }

    @Test(arguments: Tier.sample([1, 2, 3], 1))
    func `a publication broken at any step leaves a whole one, a later one removes the rest`(later: Int) async throws {
        let (old, new) = (try DrawnStoryboard(edition: 1).storyboard(), try DrawnStoryboard(edition: 2).storyboard())
        try await publish(1, into: store, keepingOld: 0, now: 1_000_000)
        var tracks: Set<[UInt8]> = []
        try await breaking {
            try await publish(2, into: $0, keepingOld: 0, now: 1_000_010)
        } check: { step in
            #expect(FolderWitness.firstFault(in: folder.path("library/film")) == nil, "step \(step)")
            let (record, track) = (
                try folder.read("library/film/mosaic.json"), try folder.read("library/film/thumbnails.vtt")
            )
            #expect(track == old.trackDocument() || record == new.record(), "the track is the last to change")
            if record == new.record() {
                #expect(
                    try names().isSuperset(of: new.sheets.map(\.name.rawValue)), "the record comes after its sheets")
            }
            tracks.insert(track)
            try await publish(later, into: store, keepingOld: 0, now: 1_000_020)
            #expect(FolderWitness.firstFault(in: folder.path("library/film")) == nil)
            #expect(try names() == whole(later), "step \(step)")
            try await publish(1, into: store, keepingOld: 0, now: 1_000_030)
            #expect(try names() == whole(1), "step \(step)")
        }
        #expect(tracks == [old.trackDocument(), new.trackDocument()], "it broke before and after the track's change")
        #expect(try names() == whole(2))
    }

    @Test func `a first publication broken at any step is invisible or whole, and a removal deletes it`() async throws {
        try await breaking {
            try await publish(1, into: $0, keepingOld: 0, now: 1_000_000)
        } check: { step in
            if folder.holds("library/film/thumbnails.vtt") {
                #expect(FolderWitness.firstFault(in: folder.path("library/film")) == nil, "step \(step)")
            }
            try await remove(from: store)
            #expect(!folder.holds("library/film"), "step \(step)")
        }
        #expect(try names() == whole(1))
    }

    @Test func `a removal broken at any step leaves all or no files visible, and the next finishes it`() async throws {
        try await publish(1, into: store, keepingOld: 9_999, now: 1_000_000)
        try await publish(2, into: store, keepingOld: 9_999, now: 1_000_010)
        try await breaking {
            try await remove(from: $0)
        } check: { step in
            if folder.holds("library/film/thumbnails.vtt") {
                #expect(FolderWitness.firstFault(in: folder.path("library/film")) == nil, "step \(step)")
            }
            try await remove(from: store)
            #expect(!folder.holds("library/film"), "step \(step)")
            try await publish(1, into: store, keepingOld: 9_999, now: 1_000_020)
            try await publish(2, into: store, keepingOld: 9_999, now: 1_000_030)
        }
        #expect(!folder.holds("library/film"))
    }

    @Test func `a removal broken at any step keeps the sheets for their retention and not longer`() async throws {
        let sheets = try Set(DrawnStoryboard(edition: 1).storyboard().sheets.map(\.name.rawValue))
        try await publish(1, into: store, keepingOld: 60, now: 1_000_000)
        try await breaking {
            try await remove(from: $0, keepingOld: 60, now: 1_000_010)
        } check: { step in
            #expect(try names().isSuperset(of: sheets), "step \(step)")
            try await remove(from: store, keepingOld: 60, now: 1_000_020)
            #expect(try names() == waiting(sheets), "step \(step)")
            #expect(try await collect(from: store, now: 1_000_069), "step \(step)")
            #expect(try names().isSuperset(of: sheets), "step \(step)")
            #expect(try await !collect(from: store, now: 1_000_080), "step \(step)")
            #expect(!folder.holds("library/film"), "step \(step)")
            try await publish(1, into: store, keepingOld: 60, now: 1_000_000)
        }
        #expect(try names() == waiting(sheets))
        try await remove(from: store, keepingOld: 60, now: 1_000_020)
        #expect(try names() == waiting(sheets), "there is nothing but what waits")
        #expect(try await !collect(from: store, now: 1_000_070))
    }

    @Test func `a storyboard published again after its removal is not collected`() async throws {
        try await publish(1, into: store, keepingOld: 60, now: 1_000_000)
        try await publish(2, into: store, keepingOld: 60, now: 1_000_001)
        try await remove(from: store, keepingOld: 60, now: 1_000_010)
        try await publish(1, into: store, keepingOld: 9_999, now: 1_000_020)
        #expect(try await collect(from: store, now: 1_000_060))
        #expect(try await !collect(from: store, now: 1_000_070))
        #expect(try names() == whole(1))
        #expect(FolderWitness.firstFault(in: folder.path("library/film")) == nil)
    }

    @Test func `a collection leaves the storyboard whole after a publication fails at any step`() async throws {
        try await publish(1, into: store, keepingOld: 60, now: 1_000_000)
        try await breaking {
            try await publish(2, into: $0, keepingOld: 60, now: 1_000_010)
        } check: { step in
            try await collect(from: store, now: 2_000_000)
            #expect(FolderWitness.firstFault(in: folder.path("library/film")) == nil, "step \(step)")
            try await remove(from: store)
            try await publish(1, into: store, keepingOld: 60, now: 1_000_000)
        }
    }

    @Test func `removing a storyboard keeps foreign files`() async throws {
        try await publish(1, into: store, keepingOld: 0, now: 1_000_000)
        let others = ["sheet-9.\(ContentHash(of: [7]).hexadecimal(bytes: 16)).jpg", "notes.txt", ".hidden"]
        for name in others { try folder.write([7], to: "library/film/" + name) }
        try folder.write(Array("<p>mine".utf8), to: "library/film/preview.html")
        try await remove(from: store)
        #expect(try names() == Set(others + ["preview.html"]))
    }

    @Test func `a preview page of another version is removed with its storyboard`() async throws {
        try await publish(1, into: store, keepingOld: 0, now: 1_000_000)
        let page = String(decoding: try folder.read("library/film/preview.html"), as: UTF8.self)
        let older = page.replacing("color-scheme: light dark;", with: "").replacing("'use strict';", with: "")
        try #require(older != page)
        try folder.write(Array(older.utf8), to: "library/film/preview.html")
        try await remove(from: store)
        #expect(!folder.holds("library/film/preview.html"))
    }

    @Test func `the page of another storyboard stays`() async throws {
        try await publish(1, into: store, keepingOld: 0, now: 1_000_000)
        let other = try PreviewPage(DrawnStoryboard(edition: 2).storyboard()).html()
        try folder.write(Array(other.utf8), to: "library/film/preview.html")
        try await remove(from: store)
        #expect(try names() == ["preview.html"])
    }
}
