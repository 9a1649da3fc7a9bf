import Foundation
import MosaicEmbedded
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct StoryboardLibraryTests {
    private let shelf: Shelf
    private let film: StoryboardID

    init() throws {
        shelf = try Shelf()
        film = shelf.id("film")
    }

    // MARK: Composing

    @Test func `a storyboard that is composed is in the folder and in the catalog`() async throws {
        try shelf.add(1...5, of: "film")
        let composition = try await shelf.compose("film")
        #expect(shelf.fault("film") == nil)
        #expect(try await shelf.library.storyboard(film) == composition.storyboard)
        #expect(try await shelf.library.track(film) == shelf.folder.read("library/film/thumbnails.vtt"))
        let sheet = try #require(composition.storyboard.sheets.last)
        #expect(try await shelf.library.sheet(sheet.name, of: film)?.count == sheet.bytes)
        let entry = try #require(try await shelf.entry("film"))
        #expect(entry.title == "Title of film" && entry.tiles == 5)
        #expect(entry.bytes == composition.storyboard.sheets.reduce(0) { $0 + $1.bytes })
        #expect(entry.created == Date(timeIntervalSince1970: 2_000_000) && entry.updated == entry.created)
        #expect(try await shelf.library.isCurrent(film, fingerprint: shelf.fingerprint("film")))
    }

    @Test func `a missing storyboard is nil`() async throws {
        #expect(try await shelf.library.storyboard(film) == nil)
        #expect(try await shelf.library.track(film) == nil)
        let name = SheetName(number: 0, hash: ContentHash(of: []), format: .jpeg)
        #expect(try await shelf.library.sheet(name, of: film) == nil)
        #expect(try await !shelf.library.isCurrent(film, fingerprint: ContentHash(of: [])))
        #expect(try await !shelf.library.remove(film))
        #expect(try shelf.names().isEmpty)
    }

    @Test func `composing again decodes only new screenshots and keeps the time of creation`() async throws {
        try shelf.add(1...5, of: "film")
        #expect(try await shelf.compose("film").decodings.count == 5)
        let before = try shelf.folder.contents(of: "library/film")
        #expect(try await shelf.compose("film", in: shelf.reopened(), now: 2_000_100).decodings.isEmpty)
        #expect(try shelf.folder.contents(of: "library/film") == before)
        let entry = try await shelf.entry("film")
        #expect(entry?.created == Date(timeIntervalSince1970: 2_000_000))
        #expect(entry?.updated == Date(timeIntervalSince1970: 2_000_100))
        try shelf.add(6...6, of: "film")
        #expect(try await shelf.compose("film").decodings.count == 1)
        #expect(try await shelf.entry("film")?.tiles == 6)
    }

    @Test func `an error before publication leaves the library unchanged`() async throws {
        try shelf.add(1...3, of: "film")
        #expect(
            await code { try await shelf.compose("film") { throw MosaicError(.busy, "film", "Cancelled.") } } == .busy)
        #expect(try shelf.names().isEmpty, "neither files nor a folder are left")
        #expect(try await shelf.entry("film") == nil)
        try await shelf.compose("film")
        let before = try shelf.folder.contents(of: "library/film")
        try shelf.add(1...3, of: "film", drawing: 9)
        #expect(
            await code { try await shelf.compose("film") { throw MosaicError(.busy, "film", "Cancelled.") } } == .busy)
        #expect(try shelf.folder.contents(of: "library/film") == before)
    }

    // MARK: Others

    // flock of util-linux stands for another process; without it the test is skipped.
    @Test(.enabled(if: LockingProcess.isAvailable, "flock of util-linux is absent"))
    func `while another process holds a storyboard it is busy, and the others are not`() async throws {
        for id in ["film", "other"] { try shelf.add(1...3, of: id) }
        try await shelf.compose("film")
        let before = try shelf.folder.contents(of: "library/film")
        let process = try LockingProcess(folder: shelf.folder.path("library/film"))
        try shelf.add(1...3, of: "film", drawing: 9)
        #expect(await code { try await shelf.compose("film") } == .busy)
        #expect(await code { try await shelf.library.remove(film) } == .busy)
        #expect(try shelf.folder.contents(of: "library/film") == before)
        try await shelf.compose("other")
        process.end(killing: true)
        try await shelf.compose("film")
        #expect(shelf.fault("film") == nil)
    }

    @Test func `concurrent compositions of one id succeed or are busy, and leave a whole storyboard`() async throws {
        try shelf.add(1...7, of: "film")
        let libraries = [shelf.library, try shelf.reopened()]
        let codes = await withTaskGroup(of: MosaicError.Code?.self) { group in
            for task in 0..<8 {
                group.addTask { await code { try await shelf.compose("film", in: libraries[task % 2]) } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.contains(nil), "at least one came through")
        #expect(codes.allSatisfy { $0 == nil || $0 == .busy })
        #expect(shelf.fault("film") == nil)
        #expect(try await shelf.names("film").count == shelf.sheets("film").count + 2)
        #expect(try await shelf.entry("film")?.tiles == 7)
    }

    @Test func `composing and removing at once leave all or nothing`() async throws {
        try shelf.add(1...2, of: "film")
        for _ in 0..<10 {
            await withTaskGroup(of: MosaicError.Code?.self) { group in
                for task in 0..<6 {
                    group.addTask {
                        await code {
                            if task % 2 == 0 {
                                try await shelf.compose("film")
                            } else {
                                try await shelf.library.remove(film)
                            }
                        }
                    }
                }
                for await code in group { #expect(code == nil || code == .busy) }
            }
            let isThere = shelf.folder.holds("library/film")
            #expect(try await (shelf.entry("film") != nil) == isThere)
            if isThere { #expect(shelf.fault("film") == nil) }
        }
    }

    @Test(arguments: ["another storyboard", "a track without a record"])
    func `a folder of another storyboard is neither overwritten nor removed`(kind: String) async throws {
        for id in ["film", "other"] { try shelf.add(1...3, of: id) }
        try await shelf.compose("other")
        let manager = FileManager.default
        try manager.copyItem(
            atPath: shelf.folder.path("library/other"), toPath: shelf.folder.path("library/film"))
        if kind == "a track without a record" { try shelf.folder.remove("library/film/mosaic.json") }
        let before = try shelf.folder.contents(of: "library/film")
        #expect(await code { try await shelf.compose("film") } == .refused)
        #expect(await code { try await shelf.library.remove(film) } == .refused)
        #expect(try shelf.folder.contents(of: "library/film") == before)
    }

    @Test func `a record that cannot be read is neither overwritten nor removed`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        try shelf.folder.write(Array("{".utf8), to: "library/film/mosaic.json")
        let before = try shelf.folder.contents(of: "library/film")
        #expect(await code { try await shelf.compose("film") } == .malformed)
        #expect(await code { try await shelf.library.remove(film) } == .malformed)
        #expect(try shelf.folder.contents(of: "library/film") == before)
    }

    @Test(
        arguments: [
            "-rf", "--help", "-", "~", "a..b", "CON", "thumbnails.vtt", "mosaic.json", "sheet-0", "0", "%41", "A~1",
            "ünï/cödé",
            "../../etc/passwd", ".mosaic-catalog", "..", "", "a b;rm -rf $HOME", String(repeating: "x", count: 128),
            String(repeating: "長", count: 500), "\u{202E}\0\n",
        ])
    func `an id of any name is one folder in the library and no other`(name: String) async throws {
        let id = shelf.id(name)
        try shelf.add(1...1, of: id.rawValue)
        try await shelf.compose(id.rawValue)
        #expect(try shelf.folder.names() == ["library", "shots"])
        #expect(try shelf.names() == [id.rawValue])
        #expect(shelf.fault(id.rawValue) == nil)
        #expect(try await shelf.library.repair().storyboards == 1)
        #expect(try await shelf.library.remove(id))
        #expect(try shelf.names().isEmpty)
    }

    // MARK: Up to date

    @Test func `a storyboard is current with its own fingerprint and all its documents`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        let fingerprint = try shelf.fingerprint("film")
        #expect(fingerprint != nil)
        #expect(try await shelf.library.isCurrent(film, fingerprint: fingerprint))
        #expect(try await !shelf.library.isCurrent(film, fingerprint: nil))
        #expect(try await !shelf.library.isCurrent(film, fingerprint: ContentHash(of: [1])))
        let track = try shelf.folder.read("library/film/thumbnails.vtt")
        try shelf.folder.remove("library/film/thumbnails.vtt")
        #expect(try await !shelf.library.isCurrent(film, fingerprint: fingerprint))
        try shelf.folder.write(track, to: "library/film/thumbnails.vtt")
        #expect(try await shelf.library.isCurrent(film, fingerprint: fingerprint))
        try shelf.folder.remove("library/film/mosaic.json")
        #expect(try await !shelf.library.isCurrent(film, fingerprint: fingerprint))
    }

    @Test func `a record that was written behind the catalog's back is not current, nor after a repair`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        let request = shelf.request("film")
        var settings = request.settings
        settings.encoding.quality = 30
        // What the same screenshots come to without a library that tells its catalog, as in a power loss that took
        // the catalog's last moment.
        let listing = try request.source.listing()
        _ = try await StoryboardComposer(settings: settings).compose(
            CompositionRequest(id: film, title: "Title of film", listing: listing),
            into: StoryboardFolder(path: shelf.folder.path("library/film"), for: film))
        #expect(try await !shelf.library.isCurrent(film, fingerprint: shelf.fingerprint("film")))
        _ = try await shelf.library.repair()
        #expect(try await !shelf.library.isCurrent(film, fingerprint: shelf.fingerprint("film")))
        try await shelf.compose("film")
        #expect(try await shelf.library.isCurrent(film, fingerprint: shelf.fingerprint("film")))
    }

    // MARK: Removing

    @Test func `removal deletes all sheets and the job of a storyboard, and keeps foreign files`() async throws {
        for id in ["film", "other"] { try shelf.add(1...3, of: id) }
        try await shelf.compose("other")
        try await shelf.compose("film")
        let old = try await shelf.sheets("film")
        try shelf.add(1...3, of: "film", drawing: 9)
        try await shelf.compose("film")
        #expect(try Set(shelf.names("film")).isSuperset(of: old), "they are kept for a while")
        _ = try await shelf.library.catalog.submit(shelf.request("film"))
        try shelf.folder.write([7], to: "library/film/notes.txt")
        #expect(try await shelf.library.remove(film))
        #expect(try shelf.names("film") == ["notes.txt"])
        #expect(try await shelf.entry("film") == nil)
        #expect(try await shelf.library.catalog.job(of: film) == nil)
        #expect(shelf.fault("other") == nil)
        #expect(try await shelf.entry("other") != nil)
        #expect(try await !shelf.library.remove(film))
        #expect(try shelf.names("film") == ["notes.txt"])
        try await shelf.compose("film")
        #expect(shelf.fault("film") == nil)
    }
}
