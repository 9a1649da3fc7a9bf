import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

struct SourceFingerprintTests {
    private let folder = TemporaryFolder()
    private let name = "ch1_10s.jpg"

    init() throws {
        try folder.write([1, 2, 3], to: name, modified: 1_000_000)
        try folder.write([4], to: "ch2_20s.jpg", modified: 1_000_000)
    }

    private var request: JobRequest {
        JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: folder.path))
    }

    private func fingerprint(_ request: JobRequest? = nil) throws -> ContentHash? {
        let request = request ?? self.request
        return try SourceFingerprint.of(request.source.listing(), for: request)
    }

    /// The same bytes in another file of that time.
    private func replace() throws {
        let bytes = try folder.read(name)
        try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path + "-aside")
        try folder.write(bytes, to: name, modified: 1_000_000)
        try FileManager.default.removeItem(atPath: folder.path + "-aside")
    }

    @Test func `the same source and request have the same fingerprint`() throws {
        let fingerprint = try #require(try fingerprint())
        #expect(try self.fingerprint() == fingerprint)
        var request = request
        request.settings.workers = 7
        #expect(try self.fingerprint(request) == fingerprint, "how it is worked decides nothing")
    }

    @Test func `every change of a file gives another`() throws {
        var seen = [try #require(try fingerprint())]
        func note(_ what: String) throws {
            let fingerprint = try #require(try fingerprint(), "\(what)")
            #expect(!seen.contains(fingerprint), "\(what)")
            seen.append(fingerprint)
        }
        try replace()
        try note("inode")
        // Written in place, so that only the length tells.
        let handle = try #require(FileHandle(forWritingAtPath: folder.path(name)))
        try handle.truncate(atOffset: 2)
        try handle.close()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: folder.path(name))
        try note("length")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000.25)], ofItemAtPath: folder.path(name))
        try note("time")
        let before = FileStatus(path: folder.path(name))?.changed
        // Clocks of file systems tick a few hundred times a second.
        repeat {
            try FileManager.default.linkItem(atPath: folder.path(name), toPath: folder.path + "-link")
            try FileManager.default.removeItem(atPath: folder.path + "-link")
        } while FileStatus(path: folder.path(name))?.changed == before
        try note("anything about it")
        try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path("ch1_11s.jpg"))
        try note("name")
        try folder.write([5], to: "ch3_30s.jpg", modified: 1_000_000)
        try note("one more")
        try folder.remove("ch3_30s.jpg")
        try folder.remove("ch2_20s.jpg")
        try note("one less")
        try folder.write([5], to: "cover.jpg", modified: 1_000_000)
        try note("one that is left aside")
    }

    @Test func `every change of the request gives another fingerprint`() throws {
        var seen = [try #require(try fingerprint())]
        let changes: [(inout JobRequest) -> Void] = [
            { $0.title = "A title" }, { $0.title = "Another" }, { $0.duration = Timestamp(milliseconds: 99_000) },
            { $0.settings.encoding.quality = 81 }, { $0.settings.geometry.width = 200 },
            { $0.settings.track.maximumCues = 9 }, { $0.settings.isStrict = true },
            { $0.settings.acceptsDamaged = true }, { $0.expected = .count(2) }, { $0.missing = .placeholder },
        ]
        for (number, change) in changes.enumerated() {
            var request = request
            change(&request)
            let fingerprint = try #require(try fingerprint(request))
            #expect(!seen.contains(fingerprint), "change \(number)")
            seen.append(fingerprint)
        }
        let other = JobRequest(id: StoryboardID(naming: "other"), source: request.source)
        #expect(try !seen.contains(#require(try fingerprint(other))))
    }

    @Test func `missing chapters and their titles change the fingerprint`() throws {
        let listing = try request.source.listing()
        var seen: Set<ContentHash?> = [try SourceFingerprint.of(listing, for: request)]
        for title in [nil, "Three", "Drei"] {
            let chapters = [ExpectedChapters.Chapter(index: 3, time: Timestamp(milliseconds: 30_000), title: title)]
            let expecting = listing.expecting(chapters, missing: .placeholder)
            #expect(seen.insert(try SourceFingerprint.of(expecting, for: request)).inserted)
        }
        #expect(!seen.contains(nil))
    }

    @Test func `a file of the future has one once it was not changed for a moment`() throws {
        try folder.write([1, 2, 3], to: name, modified: 4_000_000_000)
        let listing = try request.source.listing()
        func fingerprint(listed: Int64) throws -> ContentHash? {
            try SourceFingerprint.of(listing, for: request, listed: listed)
        }
        #expect(try fingerprint(listed: FileStatus.now) == nil)
        let later = FileStatus.now + 3_000_000_000
        #expect(try fingerprint(listed: later) != nil)
        #expect(try fingerprint(listed: later) == fingerprint(listed: later + 5_000_000_000))
        #expect(try fingerprint(listed: 4_000_000_000_000_000_000) == nil, "it may be written now")
    }

    @Test func `a file that may change without a new time has no fingerprint, and a listing keeps its own`() throws {
        let second: Int64 = 1_000_000_000
        let listing = try request.source.listing()
        func fingerprint(after seconds: Double) throws -> ContentHash? {
            try SourceFingerprint.of(
                listing, for: request, listed: 1_000_000 * second + Int64(seconds * Double(second)))
        }
        #expect(try fingerprint(after: -5) == nil)
        #expect(try fingerprint(after: 0) == nil)
        #expect(try fingerprint(after: 2) == nil)
        #expect(try fingerprint(after: 2.001) != nil)
        #expect(try fingerprint(after: 9) == fingerprint(after: 99))
        let found = try #require(try fingerprint(after: 9))
        try folder.write([1, 2, 3], to: name)
        #expect(try self.fingerprint() == nil)
        #expect(try fingerprint(after: 9) == found)
        try folder.remove(name)
        #expect(try fingerprint(after: 9) == found)
    }
}
