import Foundation
import MosaicFixtures
import PlayerFormats
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Thumbnails for media servers show what the track shows.
struct MediaServerPublisherTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")
    /// The film's length in milliseconds.
    private let duration: Int64 = 395_000

    init() throws {
        try folder.makeFolder("plex/Media/localhost")
        try folder.makeFolder("media")
        try folder.write(Array("a film".utf8), to: "media/a.mkv")
    }

    /// Tiles of 48x32, or twice as large, at these seconds, which fill their cells.
    private func compose(
        at seconds: [Int], format: SheetFormat = .jpeg, width: Int = 48, into place: String = "film"
    ) async throws -> Storyboard {
        try? folder.remove("shots")
        try folder.makeFolder("shots")
        for (number, second) in seconds.enumerated() {
            let picture = DrawnScreenshot(number: number + 1, size: PixelSize(width: 96, height: 64))
            try folder.write(picture.encoded, to: "shots/ch\(number + 1)_\(second)s.jpg")
        }
        var settings = CompositionSettings()
        settings.geometry.width = width
        settings.encoding.format = format
        let listing = try ScreenshotFolder(path: folder.path("shots")).chapters()
        return try await StoryboardComposer(settings: settings).compose(
            CompositionRequest(id: id, listing: listing, duration: Timestamp(milliseconds: duration)),
            into: StoryboardFolder(path: folder.path("library/" + place), for: id)
        ).storyboard
    }

    private func publish(
        _ servers: String, film: String = "a", interval: Int64? = nil, grid: TileGrid? = nil, isDryRun: Bool = false,
        facts: @escaping MediaServerPublisher.Facts = { _ in nil }
    ) async throws -> [ServerPublication] {
        var settings = MediaServerSettings(try #require(MediaServer.Target.list(parsing: servers)))
        settings.interval = interval.map(Timestamp.init(milliseconds:))
        settings.jellyfinGrid = grid
        settings.jellyfinWidths = [48, 96]
        settings.isDryRun = isDryRun
        return await MediaServerPublisher(settings, facts: facts).publish(
            id, of: folder.path("media/\(film).mkv"), in: FolderStore(path: folder.path("library")))
    }

    private var all: String { "jellyfin,emby,plex=\(folder.path("plex"))" }

    /// The tile that the track shows, from 0 on.
    private func shown(at time: Int64, in storyboard: Storyboard) -> Int {
        storyboard.tiles.lastIndex { $0.start.milliseconds <= time } ?? 0
    }

    /// Whether a part of a JPEG shows a screenshot.
    private func shows(_ screenshot: Int, _ pixels: SheetPixels, _ rect: PixelRect) -> Bool {
        pixels.difference(from: DrawnScreenshot(number: screenshot), at: rect) < 12
    }

    @Test func `Jellyfin's arithmetic finds the tile that the track shows at every step`() async throws {
        let storyboard = try await compose(at: [4, 57, 121, 300])
        let result = try #require(try await publish("jellyfin", grid: TileGrid(columns: 5, rows: 4)).first)
        #expect(result.outcome == .written && result.interval == 10_000, "\(result)")
        let sheets = "media/a.trickplay/48 - 5x4"
        #expect(try folder.names(in: sheets) == ["0.jpg", "1.jpg"])
        for index in 0..<40 {
            // As jellyfin-web does: the sheet, then the cell in it.
            let (sheet, cell) = (index / 20, index % 20)
            let pixels = try #require(SheetPixels(jpeg: folder.read("\(sheets)/\(sheet).jpg"), smoothingChroma: false))
            #expect(pixels.size == PixelSize(width: 5 * 48, height: 4 * 32), "The last sheet is as large as the first.")
            let rect = PixelRect(x: cell % 5 * 48, y: cell / 5 * 32, width: 48, height: 32)
            let tile = shown(at: Int64(index) * 10_000, in: storyboard)
            #expect(shows(tile + 1, pixels, rect), "thumbnail \(index)")
        }
    }

    @Test func `cells after the film's end in the last sheet are empty`() async throws {
        _ = try await compose(at: [0, 100, 200, 300])
        _ = try await publish("jellyfin", interval: 100_000)
        let pixels = try #require(SheetPixels(jpeg: folder.read("media/a.trickplay/48 - 10x10/0.jpg")))
        #expect(pixels.size == PixelSize(width: 480, height: 320))
        for x in [10, 110, 210, 310] {
            #expect(pixels.difference((red: 128, green: 128, blue: 128), x: x, y: 300) < 3)
        }
    }

    @Test func `Emby's and Plex's files have the track's tile at every time`() async throws {
        let storyboard = try await compose(at: [4, 57, 121, 300])
        let results = try await publish(all, interval: 7_000)
        #expect(results.map(\.outcome) == [.written, .written, .written], "\(results)")
        let emby = try folder.read("media/a-48-7.bif")
        let plex = results[2].folder.map { $0 + "/index-sd.bif" } ?? ""
        #expect(try Array(Data(contentsOf: URL(filePath: plex))) == emby)
        let file = try BIFFile(parsing: emby)
        #expect(file.multiplier == 7_000)
        #expect(file.images.map(\.time.milliseconds) == (0..<57).map { $0 * 7_000 })
        for image in file.images {
            let pixels = try #require(SheetPixels(jpeg: Array(emby[image.range])))
            let tile = shown(at: image.time.milliseconds, in: storyboard)
            #expect(shows(tile + 1, pixels, PixelRect(x: 0, y: 0, width: 48, height: 32)), "\(image.time)")
        }
        // The largest time for which a tile is shown too long: 57 s until 63 s.
        #expect(results[1].largestError == 6_000 && results[1].interval == 7_000)
    }

    @Test func `the first of two films with different extensions has the files beside them`() async throws {
        _ = try await compose(at: [0, 100])
        try folder.write(Array("a remux".utf8), to: "media/a.AVI")
        let results = try await publish(all)
        #expect(results.map(\.outcome) == [.kept, .kept, .written], "\(results)")
        #expect(results[0].remark?.hasPrefix("a.AVI in the same folder has this name, too;") == true, "\(results)")
        #expect(try folder.names(in: "media") == ["a.AVI", "a.mkv"])
        for (length, outcome) in [
            (duration - 1_000, ServerPublication.Outcome.unchanged), (duration + 1_000, .unchanged),
            (duration - 1_001, .kept), (duration + 60_000, .kept),
        ] {
            let other = try #require(
                try await publish("jellyfin") { path in
                    path.hasSuffix("/a.AVI")
                        ? FilmFacts(codedWidth: 640, length: Timestamp(milliseconds: length)) : nil
                }.first)
            #expect(other.outcome == outcome, "\(length)")
            #expect(other.remark?.contains("another length") == (outcome == .kept), "\(other)")
        }
        try folder.remove("media/a.AVI")
        #expect(try await publish(all).map(\.outcome) == [.written, .written, .unchanged])
    }

    @Test func `files beside a film take owner, group and permissions of its folder`() async throws {
        _ = try await compose(at: [0, 100])
        let isRoot = geteuid() == 0
        if isRoot { try #require(chown(folder.path("media"), 1_234, 2_345) == 0) }
        try #require(chmod(folder.path("media"), 0o775) == 0)
        let results = try await publish("jellyfin,emby")
        #expect(results.map(\.outcome) == [.written, .written] && !results.contains(where: \.hasOtherOwner))
        let media = folder.path("media")
        for name in try FileManager.default.subpathsOfDirectory(atPath: media) where name != "a.mkv" {
            let attributes = try FileManager.default.attributesOfItem(atPath: media + "/" + name)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o775 : 0o664), "\(name)")
            guard isRoot else { continue }
            #expect(attributes[.ownerAccountID] as? Int == 1_234 && attributes[.groupOwnerAccountID] as? Int == 2_345)
        }
    }

    @Test func `in Jellyfin's data a film's folder follows from its path on the server`() async throws {
        _ = try await compose(at: [0, 100])
        try folder.makeFolder("data/trickplay")
        var settings = MediaServerSettings([MediaServer.Target(.jellyfin, folder: folder.path("data"))])
        settings.jellyfinWidths = [48]
        settings.pathMaps = try [#require(PathMap(parsing: "\(folder.path("media"))=/films"))]
        let result = await MediaServerPublisher(settings).publish(
            id, of: folder.path("media/a.mkv"), in: FolderStore(path: folder.path("library")))
        let item = JellyfinItem(path: "/films/a.mkv", kind: .movie)
        #expect(result.first?.folder == folder.path("data/trickplay/\(item.shardedPath)"), "\(result)")
        #expect(folder.holds("data/trickplay/\(item.shardedPath)/48 - 10x10/0.jpg"))
    }

    @Test func `a regular storyboard is exact`() async throws {
        _ = try await compose(at: Array(stride(from: 0, to: 390, by: 30)))
        let results = try await publish(all)
        #expect(results.map(\.largestError) == [0, 0, 0])
        #expect(results.map(\.interval) == [10_000, 30_000, 30_000], "Jellyfin's interval is that of its settings.")
        #expect(folder.holds("media/a-48-30.bif"))
    }

    @Test func `an unchanged storyboard is not written again, but a newer one is`() async throws {
        _ = try await compose(at: [0, 100])
        _ = try await publish(all)
        let before = try folder.contents(of: "media/a.trickplay/48 - 10x10")
        #expect(try await publish(all).map(\.outcome) == [.unchanged, .unchanged, .unchanged])
        _ = try await compose(at: [0, 100, 200])
        #expect(try await publish(all, isDryRun: true).map(\.outcome) == [.written, .written, .written])
        #expect(try folder.contents(of: "media/a.trickplay/48 - 10x10") == before)
        #expect(try await publish(all).map(\.outcome) == [.written, .written, .written])
        #expect(try folder.contents(of: "media/a.trickplay/48 - 10x10") != before)
    }

    @Test func `every width has a separate folder and file, but Plex has the first`() async throws {
        var main = try await compose(at: [0, 100])
        _ = try await compose(at: [0, 100], width: 96, into: "film/96")
        main.widths = [96]
        try folder.write(main.record(), to: "library/film/\(Storyboard.recordName)")
        let results = try await publish(all)
        #expect(results.map(\.outcome) == [.written, .written, .written], "\(results)")
        #expect(results[0].changes.map(\.name) == ["48 - 10x10", "96 - 10x10"])
        #expect(results[1].changes.map(\.name) == ["a-48-100.bif", "a-96-100.bif"])
        #expect(results[2].changes.map(\.name) == ["index-sd.bif"])
        let wide = try #require(SheetPixels(jpeg: folder.read("media/a.trickplay/96 - 10x10/0.jpg")))
        #expect(wide.size == PixelSize(width: 960, height: 640))
        #expect(shows(1, wide, PixelRect(x: 0, y: 0, width: 96, height: 64)))
        main.widths = []
        try folder.write(main.record(), to: "library/film/\(Storyboard.recordName)")
        #expect(
            try await publish("jellyfin").first?.changes.map { "\($0.action) \($0.name)" }
                == ["unchanged 48 - 10x10", "removed 96 - 10x10"])
    }

    @Test func `a server that cannot be written to keeps no other from its files`() async throws {
        _ = try await compose(at: [0, 100])
        try folder.write([1], to: "media/a.trickplay")
        let results = try await publish("jellyfin,plex=\(folder.path("nowhere")),emby")
        #expect(results.map(\.outcome) == [.failed, .failed, .written])
        #expect(results[0].folder == folder.path("media/a.trickplay"))
        #expect(results[1].reason?.contains("Media/localhost") == true, "\(results)")
    }

    @Test func `files written for a film that is missing are removed`() async throws {
        _ = try await compose(at: [0, 100])
        for name in ["old", "there", "changed"] {
            try folder.write(Array("a film".utf8), to: "media/\(name).mkv")
            _ = try await publish("jellyfin,emby", film: name)
        }
        try folder.write([1], to: "media/changed.trickplay/48 - 10x10/0.jpg")
        try folder.write([1], to: "media/changed-48-100.bif")
        try folder.makeFolder("media/theirs.trickplay/48 - 10x10")
        for name in ["old", "changed"] { try folder.remove("media/\(name).mkv") }
        let told = try await publish("jellyfin,emby", isDryRun: true)
        #expect(folder.holds("media/old.trickplay"))
        let results = try await publish("jellyfin,emby")
        #expect(told.map(\.changes) == results.map(\.changes))
        #expect(results[0].changes.last.map { "\($0.action) \($0.name)" } == "removed old.trickplay")
        #expect(results[1].changes.last.map { "\($0.action) \($0.name)" } == "removed old-48-100.bif")
        #expect(
            try folder.names(in: "media") == [
                ".a.mosaic.json", ".changed.mosaic.json", ".there.mosaic.json", "a-48-100.bif", "a.mkv", "a.trickplay",
                "changed-48-100.bif", "changed.trickplay", "theirs.trickplay", "there-48-100.bif", "there.mkv",
                "there.trickplay",
            ])
    }

    @Test func `storyboards of PNG, and films without one, are refused by name`() async throws {
        let missing = try await publish("emby")
        #expect(missing.first?.reason == "film: There is no storyboard of it yet.")
        _ = try await compose(at: [0, 100], format: .png)
        let refused = try await publish("emby")
        #expect(refused.first?.reason?.contains("PNG") == true, "\(refused)")
        #expect(try folder.names(in: "media") == ["a.mkv"])
    }

    @Test func `the report is one JSON object for each server`() async throws {
        _ = try await compose(at: [0, 100])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(await publish("emby")), as: UTF8.self)
        #expect(
            text == """
                [{"folder":"\(folder.path("media"))","interval_ms":100000,"largest_error_ms":0,\
                "names":{"a-48-100.bif":"written"},"result":"written","server":"emby"}]
                """)
    }
}
