import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// The fingerprint that shows whether a film's storyboard would change, without opening the film.
struct FilmFingerprintTests {
    private let folder = TemporaryFolder()
    private var request: JobRequest

    init() throws {
        // No program could read it.
        let path = try folder.write([1, 2, 3], to: "film.mp4", modified: 1_000_000)
        request = JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: path))
    }

    private func fingerprint(_ change: (inout JobRequest) -> Void = { _ in }) throws -> ContentHash? {
        var request = request
        change(&request)
        return try SourceFingerprint.ofFilm(in: request)
    }

    @Test func `the same film and request have the same fingerprint`() throws {
        let fingerprint = try #require(try fingerprint())
        #expect(try self.fingerprint() == fingerprint)
        #expect(try self.fingerprint { $0.settings.workers = 7 } == fingerprint)
    }

    @Test func `every choice of frames gives another`() throws {
        try folder.write(Array("0:01 One".utf8), to: "list")
        let list = folder.path("list")
        let all = try [
            fingerprint(), fingerprint { $0.source.interval = Timestamp(milliseconds: 5_000) },
            fingerprint { $0.source.film.count = 7 }, fingerprint { $0.source.film.chapters = .container },
            fingerprint { $0.source.film.chapters = .file(list) }, fingerprint { $0.source.list = list },
            fingerprint { $0.source.film.exactness = .always }, fingerprint { $0.source.film.avoidsBlank = false },
            fingerprint { $0.source.film.start = .time(.zero) }, fingerprint { $0.source.film.end = .part(95_000) },
            fingerprint { $0.source.film.skippedChapters = ["intro"] }, fingerprint { $0.title = "x" },
            fingerprint { $0.duration = Timestamp(milliseconds: 9) },
            fingerprint { $0.settings.geometry.width = 99 },
        ]
        #expect(!all.contains(nil) && Set(all).count == all.count)
    }

    @Test func `another film, and other chapters in the same file, give another`() throws {
        try folder.write(Array("0:01 One".utf8), to: "list", modified: 1_000_000)
        let list = folder.path("list")
        let (film, chapters) = (try fingerprint(), try fingerprint { $0.source.film.chapters = .file(list) })
        try folder.write(Array("0:02 Two".utf8), to: "list", modified: 1_000_000)
        #expect(try fingerprint { $0.source.film.chapters = .file(list) } != chapters)
        #expect(try fingerprint() == film)
        try folder.write([3, 2, 1], to: "new.mp4", modified: 1_000_000)
        #expect(rename(folder.path("new.mp4"), folder.path("film.mp4")) == 0)
        let other = try fingerprint()
        #expect(other != nil && other != film)
    }

    @Test func `a film has no fingerprint if it or its chapters are missing or were just written`() throws {
        #expect(try fingerprint { $0.source.film.chapters = .file("/nowhere") } == nil)
        #expect(try fingerprint { $0.source.folder += "x.mp4" } == nil)
        try folder.write([1], to: "film.mp4")
        #expect(try fingerprint() == nil)
    }

    @Test func `a listing of the film that was opened gives the same`() throws {
        let path = request.source.folder
        let frame = Screenshot(
            name: "film.mp4#t=0", time: .zero, status: FileStatus(path: path).map(Screenshot.Status.file))
        let listing = ScreenshotListing([frame], skipped: [], reader: request.source.reader())
        #expect(try SourceFingerprint.of(listing, for: request) == fingerprint())
    }

    @Test func `a file beside the film gives the facts that the request does not set`() throws {
        let companion = try FilmCompanion(
            parsing: Array(#"{"title": "T", "duration": 3, "chapters": [{"start": 1}]}"#.utf8), name: "film.json")
        var request = request
        request.take(companion, from: "/film.json")
        #expect(request.title == "T" && request.duration?.milliseconds == 3_000)
        #expect(request.source.film.chapters == .file("/film.json"))
        var counted = self.request
        counted.title = "own"
        counted.source.film.count = 3
        counted.take(companion, from: "/film.json")
        #expect(counted.title == "T" && counted.source.film.chapters == nil)
        try counted.validate()
    }
}
