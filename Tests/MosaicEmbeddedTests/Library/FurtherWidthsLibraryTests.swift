import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Storyboards of several widths in a library: listed, kept current, removed and repaired as one.
struct FurtherWidthsLibraryTests {
    private var shelf: Shelf
    private let film: StoryboardID

    init() throws {
        shelf = try Shelf()
        shelf.furtherWidths = [24, 64]
        film = shelf.id("film")
        try shelf.add(1...5, of: "film")
    }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for part in ["", "24/", "64/"] where shelf.folder.holds("library/film/\(part)") {
            for name in try shelf.names("film/\(part)") where name != "24" && name != "64" {
                files[part + name] = try shelf.folder.read("library/film/\(part)\(name)")
            }
        }
        return files
    }

    @Test func `the catalog has the bytes of all widths`() async throws {
        let composition = try await shelf.compose("film")
        let sheets = try files().filter { $0.key.hasSuffix(".jpg") }
        let bytes = sheets.values.reduce(0) { $0 + $1.count }
        #expect(sheets.count == 9)
        #expect(try await shelf.entry("film")?.bytes == bytes && composition.bytes == bytes)
    }

    @Test func `a storyboard is current while every width has its sheets`() async throws {
        try await shelf.compose("film")
        let fingerprint = try shelf.fingerprint("film")
        #expect(try await shelf.library.isCurrent(film, fingerprint: fingerprint))
        let track = try shelf.folder.read("library/film/64/thumbnails.vtt")
        try shelf.folder.remove("library/film/64/thumbnails.vtt")
        #expect(try await !shelf.library.isCurrent(film, fingerprint: fingerprint))
        try shelf.folder.write(track, to: "library/film/64/thumbnails.vtt")
        #expect(try await shelf.library.isCurrent(film, fingerprint: fingerprint))
        try shelf.folder.remove("library/film/24/mosaic.json")
        #expect(try await !shelf.library.isCurrent(film, fingerprint: fingerprint))
    }

    @Test func `other widths are another request, and no widths equal the default`() async throws {
        try await shelf.compose("film")
        var (other, none, before) = (shelf, shelf, shelf)
        (other.furtherWidths, none.furtherWidths, before.furtherWidths) = ([24], [], nil)
        #expect(try await !shelf.library.isCurrent(film, fingerprint: other.fingerprint("film")))
        #expect(try none.fingerprint("film") == before.fingerprint("film"))
    }

    @Test func `removed and restored, every width is as it was`() async throws {
        try await shelf.compose("film")
        let before = try files()
        let bytes = try await shelf.entry("film")?.bytes
        #expect(try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010)))
        for name in ["mosaic.json", "thumbnails.vtt", "24/mosaic.json", "24/thumbnails.vtt", "64/thumbnails.vtt"] {
            #expect(!shelf.folder.holds("library/film/" + name))
        }
        #expect(try await shelf.library.collect(keepingOld: 60, now: date(2_000_069)).isEmpty)
        try await shelf.library.restore(film, now: date(2_000_020))
        #expect(try files() == before)
        #expect(try await shelf.entry("film")?.bytes == bytes)
        #expect(try await shelf.library.catalog.retired(until: .distantFuture, after: nil, limit: 9).isEmpty)
    }

    @Test func `a removed storyboard leaves nothing of any width`() async throws {
        try await shelf.compose("film")
        try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010))
        #expect(try await shelf.library.collect(keepingOld: 60, now: date(2_000_070)) == [film])
        #expect(try shelf.names().isEmpty)
    }

    @Test func `a storyboard is not restored if a width has lost a sheet`() async throws {
        let sheet = try await shelf.compose("film").further[1].sheets[0].name
        try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010))
        try shelf.folder.remove("library/film/64/\(sheet)")
        #expect(await code { try await shelf.library.restore(film, now: date(2_000_020)) } == .notFound)
        #expect(!shelf.folder.holds("library/film/mosaic.json"))
    }

    @Test func `a removal that was cut is finished for every width`() async throws {
        try await shelf.compose("film")
        let place = try await StoryboardPublisher(of: film, in: shelf.library.store)
        try await shelf.library.catalog.noteRetired(film, since: .distantPast)
        _ = try await place.beginRetirement(.removed, now: date(2_000_010))
        let width = try await place.place(ofWidth: 24)
        _ = try await width.beginRetirement(.removed, now: date(2_000_010))
        try await width.retireDocuments()
        try await shelf.library.collect(keepingOld: 60, now: date(2_000_020))
        for part in ["", "24/", "64/"] { #expect(!shelf.folder.holds("library/film/\(part)mosaic.json")) }
        try await shelf.library.collect(keepingOld: 60, now: date(2_000_070))
        #expect(try shelf.names().isEmpty)
    }

    @Test func `purging deletes all widths at once and returns their locations`() async throws {
        try await shelf.compose("film")
        let names = try files().keys.filter { !$0.contains("/.") && !$0.hasPrefix(".") }
        let purged = try #require(try await shelf.library.purge(film))
        #expect(purged.locations == names.map { "film/\($0)" }.sorted())
        #expect(try shelf.names().isEmpty)
    }

    @Test func `sheets of widths on a CDN are named below its folder`() {
        let track = TrackSettings(baseURL: "https://cdn.example/film/")
        let purged = PurgedObjects(of: film, sheetsAt: track).adding([
            "24/sheet-1.0123456789abcdef0123456789abcdef.jpg", "24/thumbnails.vtt", "24/.mosaic-source.json",
        ])
        #expect(
            purged.locations == [
                "film/24/thumbnails.vtt",
                "https://cdn.example/film/24/sheet-1.0123456789abcdef0123456789abcdef.jpg",
            ])
    }

    @Test func `purging also deletes a width that no record names`() async throws {
        try await shelf.compose("film")
        for name in ["mosaic.json", "thumbnails.vtt"] { try shelf.folder.remove("library/film/" + name) }
        _ = try await shelf.library.purge(film)
        #expect(!shelf.folder.holds("library/film/24/mosaic.json"))
        #expect(!shelf.folder.holds("library/film/64/thumbnails.vtt"))
    }

    @Test func `expired sheets of every width are collected`() async throws {
        try await shelf.compose("film")
        let old = try Set(files().keys.filter { $0.hasSuffix(".jpg") })
        try shelf.add(1...5, of: "film", drawing: 9)
        try await shelf.compose("film", keepingOld: 60, now: 2_000_010)
        #expect(try Set(files().keys).isSuperset(of: old))
        #expect(try await shelf.library.collect(keepingOld: 60, now: date(2_000_070)) == [film])
        #expect(try Set(files().keys).isDisjoint(with: old))
    }

    @Test func `repair finds journals of widths, and names the width that is incomplete`() async throws {
        try await shelf.compose("film")
        let bytes = try await shelf.entry("film")?.bytes
        try await shelf.library.catalog.removeEntry(film)
        var report = try await shelf.library.repair()
        #expect(report.storyboards == 1 && report.faults.isEmpty)
        #expect(try await shelf.entry("film")?.bytes == bytes)
        try shelf.folder.remove("library/film/64/thumbnails.vtt")
        report = try await shelf.library.repair()
        #expect(report.faults.map(\.reason) == ["Width 64: The track is missing; compose it again."])
        try shelf.folder.remove("library/film/64/mosaic.json")
        report = try await shelf.library.repair()
        #expect(report.faults.map(\.reason) == ["The width 64 is missing or has other times; compose it again."])
        try await shelf.compose("film")
        #expect(try await shelf.library.repair().faults.isEmpty)
    }
}
