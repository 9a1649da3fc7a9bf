import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic
@testable import MosaicSystem

/// Several widths of one storyboard: each is a separate storyboard, and a picture is decoded once for all.
struct FurtherWidthsTests {
    let folder = TemporaryFolder()
    var source: ScreenshotSource
    var publication = StoryboardComposer.Publication()

    /// Tiles of 40, 24 and 64 pixels, the grids of which differ.
    init() throws {
        source = try ScreenshotSource(folder)
        source.settings.furtherWidths = [64, 24]
        publication.keepingOld = 0
    }

    static let folders = ["", "24", "64"]

    func drawn(_ numbers: ClosedRange<Int>, size: PixelSize = PixelSize(width: 96, height: 54))
        -> [DrawnScreenshot]
    { numbers.map { DrawnScreenshot(number: $0, size: size) } }

    @discardableResult
    func publish(
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

    func published(_ output: String = "out") async throws -> StoryboardSet {
        try #require(try await StoryboardSet.published(in: FolderStore(path: folder.path(output)), nil))
    }

    func files(_ output: String = "out") throws -> [String: [UInt8]] {
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

    func expectWhole(_ output: String = "out", sourceLocation: SourceLocation = #_sourceLocation) {
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
