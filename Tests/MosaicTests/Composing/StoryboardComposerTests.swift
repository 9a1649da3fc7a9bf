import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct StoryboardComposerTests {
    private let folder = TemporaryFolder()
    private var source: ScreenshotSource

    init() throws {
        source = try ScreenshotSource(folder)
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    // MARK: Pictures

    @Test func `every tile shows its screenshot at the recorded place`() async throws {
        let screenshots = drawn(1...7)
        try source.add(screenshots)
        let (storyboard, sheets) = try await source.compose()
        #expect(storyboard.geometry.cell == PixelSize(width: 48, height: 32))
        #expect(storyboard.sheets.map(\.tiles) == [4, 3])
        #expect(sheets.count == 2)
        let pixels = try sheets.map { try #require(SheetPixels(jpeg: $0)) }
        #expect(pixels.allSatisfy { $0.warnings == 0 })
        #expect(pixels.map(\.size) == storyboard.sheets.map(\.size))
        for (tile, screenshot) in zip(storyboard.tiles, screenshots) {
            #expect(pixels[tile.sheet].difference(from: screenshot, at: tile.rect) < 12, "tile \(screenshot.number)")
            #expect(tile.source.name == "ch\(screenshot.number)_\(10 * screenshot.number)s.jpg")
            #expect(tile.source.checksum == Checksum(of: screenshot.encoded))
            #expect(tile.source.bytes == screenshot.encoded.count)
            #expect(tile.state == .ok && tile.reason == nil)
        }
    }

    @Test func `a sheet comes apart into its tiles, and the empty cells of the last are real`() async throws {
        try source.add(drawn(1...7))
        let (storyboard, sheets) = try await source.compose()
        let geometry = storyboard.geometry
        for (sheet, bytes) in zip(storyboard.sheets, sheets) {
            let parsed = try TiledSheet(parsing: bytes, cellSize: geometry.cell, tileSize: geometry.tile)
            #expect(parsed.tiles.count == 4, "cells, filled or not")
            #expect(sheet.sha256 == ContentHash(of: bytes))
            #expect(sheet.bytes == bytes.count)
        }
        let last = try #require(SheetPixels(jpeg: sheets[1]))
        for (x, y) in [(52, 36), (60, 40), (95, 63)] { #expect(last.difference((128, 128, 128), x: x, y: y) < 4) }
    }

    @Test func `the last sheet is only as tall as its tiles need`() async throws {
        try source.add(drawn(1...5))
        let (storyboard, sheets) = try await source.compose()
        #expect(storyboard.sheets.last?.size == PixelSize(width: 96, height: 32))
        #expect(SheetPixels(jpeg: sheets[1])?.size == PixelSize(width: 96, height: 32))
    }

    @Test(arguments: DrawnScreenshot.Kind.allCases)
    func `pictures of every two kinds share a sheet`(first: DrawnScreenshot.Kind) async throws {
        for second in DrawnScreenshot.Kind.allCases {
            let folder = TemporaryFolder()
            let source = try ScreenshotSource(folder)
            let pair = [DrawnScreenshot(number: 1, kind: first), DrawnScreenshot(number: 2, kind: second)]
            try source.add(pair)
            let (storyboard, sheets) = try await source.compose()
            #expect(sheets.count == 1)
            let pixels = try #require(SheetPixels(jpeg: sheets[0]))
            #expect(pixels.warnings == 0)
            #expect(storyboard.geometry.tile == PixelSize(width: 40, height: 23), "\(second) stands upright")
            for (tile, screenshot) in zip(storyboard.tiles, pair) {
                #expect(pixels.difference(from: screenshot, at: tile.rect) < 12, "\(screenshot.kind) in \(pair)")
            }
        }
    }

    // ffmpeg decodes; without it the test is skipped.
    @Test(.enabled(if: SheetPixels.ffmpeg != nil, "ffmpeg is absent"))
    func `PNG sheets show the same tiles, without padding`() async throws {
        var source = source
        source.settings.encoding.format = .png
        let screenshots = drawn(1...7)
        try source.add(screenshots)
        let storyboard = try await source.publish()
        #expect(storyboard.geometry.cell == storyboard.geometry.tile)
        #expect(storyboard.sheets.allSatisfy { $0.name.rawValue.hasSuffix(".png") })
        #expect(FolderWitness.firstFault(in: folder.path("out")) == nil)
        let pixels = try storyboard.sheets.map { sheet in
            let path = folder.path("out/\(sheet.name)")
            return try #require(try SheetPixels(path: path, size: sheet.size))
        }
        for (tile, screenshot) in zip(storyboard.tiles, screenshots) {
            #expect(pixels[tile.sheet].difference(from: screenshot, at: tile.rect) < 4, "lossless")
        }
        #expect(pixels[1].difference((128, 128, 128), x: 60, y: 30) < 2, "the empty cell")
    }

    // ffmpeg decodes; without it the test is skipped.
    @Test(.enabled(if: SheetPixels.ffmpeg != nil, "ffmpeg is absent"))
    func `ffmpeg reads a JPEG sheet, too`() async throws {
        let screenshots = drawn(1...4)
        try source.add(screenshots)
        let storyboard = try await source.publish()
        let sheet = storyboard.sheets[0]
        let pixels = try #require(try SheetPixels(path: folder.path("out/\(sheet.name)"), size: sheet.size))
        for (tile, screenshot) in zip(storyboard.tiles, screenshots) {
            #expect(pixels.difference(from: screenshot, at: tile.rect) < 12)
        }
    }

    // MARK: Determinism

    @Test(arguments: [SheetFormat.jpeg, .png], [ChromaSubsampling.yuv420, .yuv444])
    func `any number of workers gives the same bytes`(format: SheetFormat, chroma: ChromaSubsampling) async throws {
        var source = source
        source.settings.encoding.format = format
        source.settings.encoding.chroma = chroma
        try source.add(drawn(1...11))
        try source.add(Array(DrawnScreenshot(number: 12).encoded.prefix(300)), number: 12)
        try source.add(DrawnScreenshot(number: 13, size: PixelSize(width: 60, height: 60)))
        let one = try await source.compose()
        for workers in [2, 8] {
            source.settings.workers = workers
            let several = try await source.compose()
            #expect(several.sheets.map(ContentHash.init(of:)) == one.sheets.map(ContentHash.init(of:)))
            #expect(several.storyboard.trackDocument() == one.storyboard.trackDocument())
            let records = [one, several].map { RecordText.withoutVersions($0.storyboard.record()) }
            #expect(records[0] == records[1])
        }
    }

    @Test func `workers that share little memory come to the same end`() async throws {
        var source = source
        try source.add(drawn(1...9))
        source.settings.workers = 8
        let plenty = try await source.compose()
        // More than one screenshot takes, less than two.
        source.settings.limits.workingBytes = 1_500_000
        let little = try await source.compose()
        #expect(little.sheets == plenty.sheets)
        #expect(little.storyboard.tiles.allSatisfy { $0.state == .ok })
    }

    // MARK: Damage

    @Test func `a screenshot that cannot be decoded has a placeholder in its place`() async throws {
        let screenshots = drawn(1...5)
        try source.add(screenshots)
        let whole = screenshots[2].encoded
        try source.add(Array(whole[..<(whole.count / 2)]), number: 3)
        try source.add(Array("no picture".utf8), number: 4)
        try source.add([], number: 5)
        let (storyboard, sheets) = try await source.compose()
        #expect(storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder, .placeholder, .placeholder])
        #expect(storyboard.tiles.map { $0.reason == nil } == [true, true, false, false, false])
        #expect(storyboard.tiles.allSatisfy { $0.source.checksum != nil })
        let pixels = try sheets.map { try #require(SheetPixels(jpeg: $0)) }
        for (tile, screenshot) in zip(storyboard.tiles, screenshots) {
            let (x, y) = (tile.rect.x + 5, tile.rect.y + 5)
            if tile.state == .ok {
                #expect(pixels[tile.sheet].difference(from: screenshot, at: tile.rect) < 12)
            } else {
                #expect(pixels[tile.sheet].difference((128, 128, 128), x: x, y: y) < 4)
            }
        }
    }

    @Test func `accepted damage is still reported`() async throws {
        var source = source
        source.settings.acceptsDamaged = true
        try source.add(drawn(1...2))
        try source.add(DrawnScreenshot(number: 3).encoded.dropLast(20), number: 3)
        let storyboard = try await source.compose().storyboard
        #expect(storyboard.tiles.map(\.state) == [.ok, .ok, .damaged])
        #expect(storyboard.tiles[2].reason != nil)
    }

    @Test func `strict is an error that names the first and counts them all`() async throws {
        var source = source
        source.settings.isStrict = true
        try source.add(drawn(1...4))
        try source.add([1, 2, 3], number: 2)
        try source.add([], number: 4)
        for format in SheetFormat.allCases {
            source.settings.encoding.format = format
            let error = await failure { try await source.compose() }
            #expect(error?.code == .damaged)
            #expect(error?.subject == "ch2_20s.jpg")
            #expect(error?.reason.hasSuffix("2 of 4 screenshots cannot be used.") == true)
        }
    }

    @Test func `a source with only damaged screenshots and an empty source fail with different codes`() async throws {
        #expect(await failure { try await source.compose() }?.code == .noScreenshots)
        try source.add([1], number: 1)
        #expect(await failure { try await source.compose() }?.code == .damaged)
        // Its header is whole, so that only decoding finds out.
        try source.add(DrawnScreenshot(number: 2).encoded.dropLast(20), number: 2)
        let error = await failure { try await source.compose() }
        #expect(error?.code == .damaged)
        #expect(error?.reason.contains("2 of 2") == true || error?.reason.contains("None of 2") == true)
    }

    @Test func `a picture beyond the limits is one that cannot be used`() async throws {
        var source = source
        try source.add(drawn(1...2))
        try source.add(DrawnScreenshot(number: 3, size: PixelSize(width: 960, height: 540)))
        source.settings.limits.pixels = 10_000
        let storyboard = try await source.compose().storyboard
        #expect(storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder])
        #expect(storyboard.tiles[2].reason?.contains("10000") == true)
        source.settings.limits.pixels = 1_000_000
        source.settings.limits.fileBytes =
            DrawnScreenshot(number: 3, size: PixelSize(width: 960, height: 540)).encoded.count - 1
        #expect(try await source.compose().storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder])
    }

    // MARK: Geometry

    @Test func `most screenshots decide the tile, and only those that can be decoded`() async throws {
        var source = source
        source.settings.geometry.width = nil
        source.settings.geometry.grid = nil
        let narrow = PixelSize(width: 64, height: 48)
        try source.add(drawn(1...3))
        try source.add((4...5).map { DrawnScreenshot(number: $0, size: narrow) })
        #expect(try await source.compose().storyboard.geometry.tile == PixelSize(width: 256, height: 144))
        for number in 6...8 {
            try source.add(DrawnScreenshot(number: number, size: narrow).encoded.dropLast(20), number: number)
        }
        let geometry = try await source.compose().storyboard.geometry
        #expect(geometry.tile == PixelSize(width: 256, height: 144), "five of eight headers say 4:3, two pictures do")
        #expect(geometry.grid.description == "5x5")
        try source.add((6...8).map { DrawnScreenshot(number: $0, size: narrow) })
        #expect(try await source.compose().storyboard.geometry.tile == PixelSize(width: 256, height: 192))
    }

    @Test func `a rotated picture counts as it is seen`() async throws {
        var source = source
        source.settings.geometry = GeometryRequest()
        try source.add(DrawnScreenshot(number: 1, kind: .rotated, size: PixelSize(width: 72, height: 128)))
        let geometry = try await source.compose().storyboard.geometry
        #expect(geometry.tile == PixelSize(width: 256, height: 455))
        #expect(geometry.cell == PixelSize(width: 256, height: 464))
        #expect(geometry.grid.description == "5x4")
    }

    @Test func `a recorded geometry is kept, and a request for another is refused`() async throws {
        try source.add(drawn(1...2))
        let earlier = try await source.compose().storyboard
        try source.add((3...9).map { DrawnScreenshot(number: $0, size: PixelSize(width: 64, height: 48)) })
        #expect(try await source.compose(after: earlier).storyboard.geometry == earlier.geometry)
        var other = source
        other.settings.geometry.width = 41
        let error = await failure { try await other.compose(after: earlier) }
        #expect(error?.code == .invalidSettings)
        #expect(error?.reason.contains("regrid") == true)
    }

    // MARK: Settings and progress

    @Test func `settings that make no sense are refused before anything is read`() async throws {
        let changes: [(inout CompositionSettings) -> Void] = [
            { $0.encoding.quality = 0 }, { $0.encoding.quality = 101 }, { $0.workers = 0 }, { $0.workers = .min },
            { $0.track.maximumCues = 0 }, { $0.track.maximumCues = -1 }, { $0.geometry.width = 0 },
        ]
        try source.add(drawn(1...1))
        for change in changes {
            var source = source
            change(&source.settings)
            #expect(await failure { try await source.compose() }?.code == .invalidSettings)
        }
        var source = source
        source.duration = Timestamp(milliseconds: 10_000)
        #expect(await failure { try await source.compose() }?.subject == "duration")
    }

    @Test(arguments: [1, 3])
    func `progress counts every screenshot once`(workers: Int) async throws {
        var source = source
        source.settings.workers = workers
        try source.add(drawn(1...9))
        try source.add([], number: 5)
        let counts = CountedProgress()
        _ = try await StoryboardComposer(settings: source.settings)
            .compose(source.request(), progress: { counts.note($0) }) { _, _ in }
        #expect(counts.all.map(\.completed).sorted() == Array(1...9))
        #expect(counts.all.allSatisfy { $0.total == 9 })
    }
}
