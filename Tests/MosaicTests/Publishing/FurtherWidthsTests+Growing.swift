import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic
@testable import MosaicSystem

/// Compositions into a folder that has some widths.
extension FurtherWidthsTests {
    @Test func `one more screenshot costs one decode and gives the same files as a new composition`() async throws {
        for number in 1...9 {
            try source.add(DrawnScreenshot(number: number))
            try source.settle()
            #expect(try await publish().decodings.count == 1, "screenshot \(number)")
            expectWhole()
        }
        try await publish(into: "fresh")
        #expect(try files() == files("fresh"))
    }

    @Test func `the same composition again touches no file`() async throws {
        try source.add(drawn(1...7))
        try source.settle()
        try await publish()
        let before = try files()
        let again = try await publish()
        #expect(again.isUnchanged && again.decodings.isEmpty)
        #expect(try files() == before)
    }

    @Test func `an added width is made from the screenshots, and the sheets of other widths stay`() async throws {
        var source = source
        source.settings.furtherWidths = [24]
        try source.add(drawn(1...7))
        try source.settle()
        try await publish(source, publication)
        let before = try files()
        source.settings.furtherWidths = [24, 64]
        let composition = try await publish(source)
        #expect(composition.decodings.count == 7 && composition.reusedTiles == 7)
        expectWhole()
        let after = try files()
        for (name, bytes) in before where name != "/mosaic.json" { #expect(after[name] == bytes, "\(name)") }
    }

    @Test func `widths are kept without a setting, and dropped if the setting lacks them`() async throws {
        var source = source
        try source.add(drawn(1...3))
        try await publish(source, publication)
        source.settings.furtherWidths = nil
        try source.add(DrawnScreenshot(number: 4))
        #expect(try await publish(source, publication).storyboard.widths == [24, 64])
        expectWhole()
        source.settings.furtherWidths = [24]
        #expect(try await publish(source, publication).storyboard.widths == [24])
        #expect(!folder.holds("out/64"))
        source.settings.furtherWidths = []
        #expect(try await publish(source, publication).storyboard.widths.isEmpty)
        #expect(try folder.names(in: "out").count == 3)
    }

    @Test func `exports beside the track name all widths, and a dropped one no more`() async throws {
        var (source, publication) = (source, publication)
        try source.add(drawn(1...4))
        publication.exports = ExportManifest.Request(Export.all.filter { ["hls", "bif"].contains($0.name) })
        try await publish(source, publication)
        func playlist() throws -> String { String(decoding: try folder.read("out/hls.m3u8"), as: UTF8.self) }
        #expect(try playlist().contains("24/images.m3u8") && playlist().contains("64/images.m3u8"))
        for part in ["", "24/", "64/"] { #expect(folder.holds("out/\(part)thumbnails.bif"), "\(part)") }
        publication.exports = nil
        source.settings.furtherWidths = [24]
        try await publish(source, publication)
        #expect(try playlist().contains("24/images.m3u8") && !playlist().contains("64/"))
        #expect(folder.holds("out/24/thumbnails.bif") && !folder.holds("out/64"))
    }

    @Test func `choosing sizes anew also chooses widths anew`() async throws {
        var (source, publication) = (source, publication)
        try source.add(drawn(1...3))
        try await publish(source, publication)
        source.settings.furtherWidths = nil
        publication.regrids = true
        #expect(try await publish(source, publication).storyboard.widths.isEmpty)
        #expect(!folder.holds("out/24") && !folder.holds("out/64"))
    }

    @Test func `a dropped width stays for its time`() async throws {
        var (source, publication) = (source, publication)
        publication.keepingOld = 60
        try source.add(drawn(1...3))
        try await publish(source, publication)
        let sheets = try #require(try await published().members.last?.storyboard.sheets.map(\.name.rawValue))
        source.settings.furtherWidths = [24]
        try await publish(source, publication)
        #expect(try Set(folder.names(in: "out/64")).isSuperset(of: sheets))
        #expect(!folder.holds("out/64/thumbnails.vtt") && !folder.holds("out/64/mosaic.json"))
        func collect(at now: Int) async throws -> Bool {
            try await StoryboardFolder.collect(
                in: folder.path("out"), for: StoryboardID(naming: "film"), keepingOld: 60,
                now: Date(timeIntervalSince1970: TimeInterval(now)))
        }
        #expect(try await !collect(at: 1_000_059))
        #expect(try await collect(at: 1_000_060))
        #expect(!folder.holds("out/64"))
        #expect(FolderWitness.firstFault(in: folder.path("out/24")) == nil)
    }

    @Test func `a width is dropped by a collection where the run that dropped it was killed`() async throws {
        try source.add(drawn(1...3))
        try await publish()
        let store = FolderStore(path: folder.path("out"))
        let place = StoryboardPublisher(in: store, folder: nil, previous: try await published().main)
        try await place.beginDropping(64, now: Date(timeIntervalSince1970: 1_000_000))
        #expect(FolderWitness.firstFault(in: folder.path("out/64")) == nil)
        try await StoryboardFolder.collect(
            in: folder.path("out"), for: StoryboardID(naming: "film"), keepingOld: 0,
            now: Date(timeIntervalSince1970: 1_000_000))
        expectWhole()
        var main = try await published().main
        main.widths = [24]
        try folder.write(main.record(), to: "out/mosaic.json")
        try await place.beginDropping(64, now: Date(timeIntervalSince1970: 1_000_000))
        try await StoryboardFolder.collect(
            in: folder.path("out"), for: StoryboardID(naming: "film"), keepingOld: 0,
            now: Date(timeIntervalSince1970: 1_000_000))
        #expect(!folder.holds("out/64"))
    }

    @Test func `a lost sheet of one width is made again, and its screenshots are decoded alone`() async throws {
        try source.add(drawn(1...9))
        try source.settle()
        try await publish()
        let sheet = try #require(try await published().members.last?.storyboard.sheets[1])
        try folder.remove("out/64/\(sheet.name)")
        let again = try await publish()
        #expect(again.decodings.count == 4 && again.reusedTiles == 9)
        expectWhole()
    }

    @Test func `files left by a killed run in a width's folder are removed`() async throws {
        try source.add(drawn(1...2))
        try await publish()
        let names = [PendingFile.prefix + TemporaryName.unique().rawValue, PendingFile.prefix + "another-version"]
        for name in names { try folder.write([1], to: "out/24/\(name)", modified: 1_000_000) }
        try await publish()
        for name in names { #expect(!folder.holds("out/24/\(name)")) }
    }

    @Test func `another storyboard in a folder with a numeric name is left alone`() async throws {
        var source = source
        source.settings.furtherWidths = []
        try source.add(drawn(1...2))
        try await publish(source)
        let sheet = "sheet-0.0123456789abcdef0123456789abcdef.jpg"
        let journal = #"{"entries": [{"name": "\#(sheet)", "since": 1, "cause": "superseded"}]}"#
        let pending = PendingFile.prefix + TemporaryName.unique().rawValue
        for (place, record) in [("7", Storyboard.recordName), ("8", RetentionJournal.recordName)] {
            try folder.makeFolder("out/\(place)")
            try folder.write(try DrawnStoryboard(id: "other").storyboard().record(), to: "out/\(place)/\(record)")
            try folder.write([1], to: "out/\(place)/\(sheet)")
            try folder.write(Array(journal.utf8), to: "out/\(place)/\(RetentionJournal.fileName)")
        }
        try folder.write([1], to: "out/7/\(pending)", modified: 1_000_000)
        let lock = try FolderLock(path: folder.path("out/7"), name: "7")
        try await publish(source)
        #expect(folder.holds("out/7/\(pending)"), "its process is still writing")
        withExtendedLifetime(lock) {}
        try await StoryboardFolder.collect(
            in: folder.path("out"), for: StoryboardID(naming: "film"), keepingOld: 0,
            now: Date(timeIntervalSince1970: 1_000_000))
        for place in ["7", "8"] {
            #expect(folder.holds("out/\(place)/\(sheet)") && folder.holds("out/\(place)/.mosaic-retired.json"))
        }
    }
}
