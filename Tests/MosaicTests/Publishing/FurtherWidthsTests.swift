import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic
@testable import MosaicSystem

/// Several widths of one storyboard: each is a separate storyboard, and a picture is decoded once for all.
struct FurtherWidthsTests {
    private let folder = TemporaryFolder()
    private var source: ScreenshotSource
    private var publication = StoryboardComposer.Publication()

    /// Tiles of 40, 24 and 64 pixels, the grids of which differ.
    init() throws {
        source = try ScreenshotSource(folder)
        source.settings.furtherWidths = [64, 24]
        publication.keepingOld = 0
    }

    private static let folders = ["", "24", "64"]

    private func drawn(_ numbers: ClosedRange<Int>, size: PixelSize = PixelSize(width: 96, height: 54))
        -> [DrawnScreenshot]
    { numbers.map { DrawnScreenshot(number: $0, size: size) } }

    @discardableResult
    private func publish(
        _ other: ScreenshotSource? = nil, into output: String = "out",
        _ publication: StoryboardComposer.Publication? = nil
    ) async throws -> Composition {
        let source = other ?? source
        let request = try source.request()
        let target = try StoryboardFolder(path: folder.path(output), for: request.id, input: source.input)
        return try await StoryboardComposer(settings: source.settings).compose(
            request, into: target, publication: publication ?? self.publication,
            now: Date(timeIntervalSince1970: 1_000_000))
    }

    private func published(_ output: String = "out") async throws -> StoryboardSet {
        try #require(try await StoryboardSet.published(in: FolderStore(path: folder.path(output)), nil))
    }

    private func files(_ output: String = "out") throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for part in Self.folders {
            let path = part.isEmpty ? output : "\(output)/\(part)"
            guard folder.holds(path) else { continue }
            for name in try folder.names(in: path) where !Self.folders.contains(name) {
                let bytes = try folder.read("\(path)/\(name)")
                files["\(part)/\(name)"] =
                    name == Storyboard.recordName ? Array(RecordText.withoutVersions(bytes).utf8) : bytes
            }
        }
        return files
    }

    private func expectWhole(_ output: String = "out", sourceLocation: SourceLocation = #_sourceLocation) {
        for part in Self.folders {
            let fault = FolderWitness.firstFault(
                in: folder.path("\(output)/\(part)"), showing: { [DrawnScreenshot(number: $0)] })
            #expect(fault == nil, "\(part)", sourceLocation: sourceLocation)
        }
    }

    // MARK: What is published

    @Test func `each width is a whole storyboard in its folder, with the same times`() async throws {
        try source.add(drawn(1...7))
        let composition = try await publish()
        expectWhole()
        let set = try await published()
        #expect(set.main.widths == [24, 64])
        #expect(set.members.map(\.storyboard) == [composition.storyboard] + composition.further)
        #expect(set.members.map(\.storyboard.geometry.tile.width) == [40, 24, 64])
        for member in set.members {
            #expect(member.storyboard.tiles.map(\.start) == set.main.tiles.map(\.start))
            #expect(member.storyboard.tiles.map(\.end) == set.main.tiles.map(\.end))
            #expect(member.storyboard.tiles.map(\.source) == set.main.tiles.map(\.source))
        }
        #expect(set.members.dropFirst().map(\.storyboard.widths) == [[], []])
    }

    @Test func `each picture is decoded once for all widths`() async throws {
        try source.add(drawn(1...9))
        #expect(try await publish().decodings.count == 9)
    }

    @Test func `the widest storyboard equals one composed alone, and the others show the same pictures`() async throws {
        try source.add(drawn(1...7, size: PixelSize(width: 640, height: 360)))
        try await publish()
        for width in [40, 24, 64] {
            var alone = source
            alone.settings.geometry.width = width
            alone.settings.furtherWidths = []
            try await publish(alone, into: "alone-\(width)")
            let set = try await published("alone-\(width)")
            let own = try #require(
                try await published().members.first { $0.storyboard.geometry.tile.width == width })
            #expect(own.storyboard.tiles.map(\.start) == set.main.tiles.map(\.start))
            for (one, other) in zip(own.storyboard.sheets, set.main.sheets) {
                let (bytes, expected) = try (
                    folder.read("out/" + own.path(of: one.name.rawValue)),
                    folder.read("alone-\(width)/" + other.name.rawValue)
                )
                if width == 64 { #expect(bytes == expected) }
                let (pixels, wanted) = try (
                    #require(SheetPixels(jpeg: bytes)), #require(SheetPixels(jpeg: expected))
                )
                #expect(Self.noise(pixels.rgb, wanted.rgb) > 35, "\(width)")
            }
        }
    }

    /// Decibels between two pictures of one size.
    private static func noise(_ one: [UInt8], _ other: [UInt8]) -> Double {
        let error = zip(one, other).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
        return 10 * log10(255 * 255 * Double(max(1, one.count)) / Double(max(1, error)))
    }

    @Test func `the number of workers changes nothing`() async throws {
        var source = source
        try source.add(drawn(1...23))
        var results: [[String: [UInt8]]] = []
        for workers in [1, 3, 8] {
            source.settings.workers = workers
            try await publish(source, into: "out-\(workers)")
            results.append(try files("out-\(workers)"))
        }
        #expect(results[0] == results[1] && results[0] == results[2])
    }

    @Test func `widths with grids of their own have the sheets that they have alone`() async throws {
        var source = source
        source.settings.geometry.grid = nil
        source.settings.geometry.maximumSide = 160
        source.settings.furtherWidths = [24, 80, 160]
        try source.add(drawn(1...40))
        let composition = try await publish(source)
        #expect(composition.further.map(\.sheets.count) == [2, 7, 40])
        for storyboard in composition.further {
            #expect(FolderWitness.firstFault(in: folder.path("out/\(storyboard.geometry.tile.width)")) == nil)
        }
    }

    @Test func `with a base URL each width names its own folder`() async throws {
        var source = source
        source.settings.track.baseURL = "https://cdn.example/film/"
        try source.add(drawn(1...2))
        try await publish(source, publication)
        let track = String(decoding: try folder.read("out/24/thumbnails.vtt"), as: UTF8.self)
        #expect(track.contains("https://cdn.example/film/24/sheet"))
    }

    @Test func `a template with a signature signs the paths of each width`() async throws {
        var source = source
        let template = try SheetURLTemplate("https://cdn.example/{id}/{path}?{signature}")
        let secret = try SheetURLSecret("a secret of some length")
        source.settings.track.sheetURL = template
        source.settings.sheetURLSecret = secret
        try source.add(drawn(1...2))
        try await publish(source)
        for member in try await published().members {
            let track = String(decoding: try folder.read("out/" + member.path(of: Storyboard.trackName)), as: UTF8.self)
            for sheet in member.storyboard.sheets {
                let path = member.path(of: sheet.name.rawValue)
                let id = member.storyboard.id
                #expect(
                    track.contains(template.url(of: path, id, signature: template.signature(of: path, id, secret))))
            }
        }
    }

    // MARK: Growing

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

    // MARK: What is refused

    @Test(arguments: [
        (nil, [256]), (40, [40]), (40, [64, 64]), (40, [0]), (40, [65_501]), (40, Array(100...107)),
    ])
    func `widths that repeat, that nothing can have or that are too many are refused`(
        own: Int?, further: [Int]
    ) async throws {
        var source = source
        source.settings.geometry.width = own
        source.settings.furtherWidths = further
        try source.add(drawn(1...2))
        #expect(await failure { try await publish(source) }?.code == .invalidSettings)
        #expect(!folder.holds("out"))
    }

    @Test func `widths that become the same by rounding are refused`() async throws {
        var source = source
        source.settings.geometry.isUniform = true
        source.settings.geometry.width = 160
        source.settings.furtherWidths = [161]
        try source.add(drawn(1...2))
        #expect(await failure { try await publish(source) }?.code == .invalidSettings)
    }

    @Test func `a tile of one size and sheets of PNG have one width`() async throws {
        var (tile, png) = (source, source)
        tile.settings.geometry.tile = PixelSize(width: 40, height: 30)
        png.settings.encoding.format = .png
        try source.add(drawn(1...2))
        for source in [tile, png] {
            #expect(await failure { try await publish(source) }?.code == .invalidSettings)
        }
    }

    @Test func `a folder of a width that another storyboard has is refused, and nothing is written`() async throws {
        try source.add(drawn(1...2))
        try folder.makeFolder("out/64")
        try folder.write(try DrawnStoryboard(id: "other").storyboard().record(), to: "out/64/mosaic.json")
        #expect(await failure { try await publish() }?.code == .refused)
        #expect(try folder.names(in: "out") == ["64"])
        try folder.remove("out/64/mosaic.json")
        try folder.write(Array("WEBVTT\n".utf8), to: "out/64/thumbnails.vtt")
        #expect(await failure { try await publish() }?.code == .refused)
        #expect(try folder.names(in: "out") == ["64"])
    }
}
