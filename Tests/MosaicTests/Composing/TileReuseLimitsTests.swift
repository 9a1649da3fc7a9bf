import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Storyboards whose tiles are made again because settings changed or sheets are unusable.
struct TileReuseLimitsTests {
    private let folder = TemporaryFolder()
    private let source: ScreenshotSource
    private let publication = HeldPublication()

    init() throws {
        source = try ScreenshotSource(folder)
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    @Test(arguments: ["quality", "framing", "background"])
    func `other settings make everything anew`(setting: String) async throws {
        var source = source
        // One of another shape than most, so that framing matters.
        let square = PixelSize(width: 60, height: 60)
        try source.add(drawn(1...6) + [DrawnScreenshot(number: 7, size: square)])
        try await publication.compose(source)
        switch setting {
        case "quality": source.settings.encoding.quality = 60
        case "framing": source.settings.encoding.framing = .pad
        default: source.settings.encoding.background = RGBColor(red: 9, green: 9, blue: 9)
        }
        let second = try await publication.compose(source)
        #expect(second.decodings == 7 && second.composition.reusedTiles == 0 && second.read.isEmpty)
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `another resolution of chroma makes everything anew where its blocks fit the cells`() async throws {
        var source = source
        source.settings.geometry.width = nil
        source.settings.geometry.tile = PixelSize(width: 48, height: 32)
        try source.add(drawn(1...3))
        try await publication.compose(source)
        source.settings.encoding.chroma = .yuv444
        let second = try await publication.compose(source)
        #expect(second.decodings == 3 && second.composition.reusedTiles == 0 && second.read.isEmpty)
    }

    @Test func `changed track settings are applied without reading a sheet`() async throws {
        var source = source
        try source.add(drawn(1...9))
        try await publication.compose(source)
        source.settings.track = TrackSettings(baseURL: "https://cdn.example/", maximumCues: 4, startsAtZero: false)
        source.duration = Timestamp(milliseconds: 100_000)
        let second = try await publication.compose(source)
        #expect(second.decodings == 0 && second.read.isEmpty && second.written.isEmpty)
        #expect(second.storyboard.cueTrack().cues.count == 4)
        #expect(second.storyboard.tiles.last?.end == Timestamp(milliseconds: 100_000))
    }

    @Test func `tiles of a missing sheet are made again`() async throws {
        try source.add(drawn(1...10))
        try await publication.compose(source)
        publication.change(sheet: 1) { _ in nil }
        let second = try await publication.compose(source)
        #expect(second.decodings == 4 && second.composition.reusedTiles == 6 && second.written == [1])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test(arguments: [false, true])
    func `tiles of a sheet that is cut short are made again`(verifies: Bool) async throws {
        var source = source
        source.settings.verifiesContent = verifies
        try source.add(drawn(1...10))
        try await publication.compose(source)
        publication.change(sheet: 2) { Array($0.dropLast()) }
        let second = try await publication.compose(source)
        #expect(second.decodings == 2 && second.written == [2])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `a sheet with a wrong byte is detected when its tiles move, or content is compared`() async throws {
        var source = source
        func flip(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes[bytes.count / 2] ^= 1
            return bytes
        }
        try source.add(drawn(1...10))
        let whole = try await publication.compose(source)
        publication.change(sheet: 0, flip)
        publication.change(sheet: 2, flip)
        let same = try await publication.compose(source)
        #expect(same.decodings == 0 && same.read.isEmpty, "nobody looked")
        try source.add(DrawnScreenshot(number: 11))
        let moved = try await publication.compose(source)
        #expect(moved.decodings == 3 && moved.read == [2] && moved.written == [2])
        source.settings.verifiesContent = true
        let verified = try await publication.compose(source)
        #expect(verified.decodings == 4 && verified.written == [0])
        #expect(verified.storyboard.sheets[0] == whole.storyboard.sheets[0])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `tiles of PNG sheets never move`() async throws {
        var source = source
        source.settings.encoding.format = .png
        try source.add(drawn(1...5))
        try await publication.compose(source)
        try source.add(DrawnScreenshot(number: 6))
        let second = try await publication.compose(source)
        #expect(second.decodings == 6 && second.composition.reusedTiles == 0 && second.read.isEmpty)
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `a file that a list names twice has two tiles that both stay`() async throws {
        try source.add(drawn(1...3))
        func request(_ list: String) throws -> CompositionRequest {
            let listing = try ScreenshotFolder(path: source.input).listed(in: TimesList(parsing: list, name: "list"))
            return CompositionRequest(id: StoryboardID(naming: "film"), listing: listing)
        }
        let list = "ch1_10s.jpg,1\nch2_20s.jpg,2\nch1_10s.jpg,3\nch3_30s.jpg,4\nch1_10s.jpg,5\n"
        try await publication.compose(request(list), source.settings)
        let same = try await publication.compose(request(list), source.settings)
        #expect(same.decodings == 0 && same.read.isEmpty && same.written.isEmpty)
        let grown = try await publication.compose(request(list + "ch2_20s.jpg,6\nch1_10s.jpg,0\n"), source.settings)
        #expect(grown.decodings == 0 && grown.composition.reusedTiles == 7)
        let fresh = HeldPublication()
        try await fresh.compose(request(list + "ch2_20s.jpg,6\nch1_10s.jpg,0\n"), source.settings)
        #expect(publication.sheets == fresh.sheets)
    }
}
