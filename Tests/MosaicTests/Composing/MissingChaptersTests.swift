import MosaicFixtures
import Seeded
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// Storyboards of chapters that are known and whose screenshots are still to come.
struct MissingChaptersTests {
    private let folder = TemporaryFolder()
    private let source: ScreenshotSource
    private let publication = HeldPublication()

    init() throws {
        var source = try ScreenshotSource(folder)
        source.chapters = (1...13).map {
            ExpectedChapters.Chapter(
                index: $0, time: Timestamp(milliseconds: Int64($0) * 10_000), title: "Chapter \($0)")
        }
        source.missing = .placeholder
        self.source = source
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    @Test func `a missing screenshot has a gray tile`() async throws {
        try source.add(drawn(2...3))
        let (storyboard, sheets) = try await source.compose()
        let states = storyboard.tiles.map(\.state)
        #expect(states == [.placeholder, .ok, .ok] + Array(repeating: .placeholder, count: 10))
        let first = storyboard.tiles[0]
        #expect(first.reason == "Its screenshot has not arrived." && first.chapter == 1 && first.title == "Chapter 1")
        #expect(first.source.name == "ch1" && first.source.bytes == nil && first.source.checksum == nil)
        #expect(storyboard.tiles.map(\.time) == source.chapters.map(\.time))
        let pixels = try sheets.map { try #require(SheetPixels(jpeg: $0)) }
        for tile in storyboard.tiles {
            if let chapter = tile.chapter, tile.state == .ok {
                #expect(
                    pixels[tile.sheet].difference(from: DrawnScreenshot(number: chapter), at: tile.rect) < 12)
            } else {
                #expect(
                    pixels[tile.sheet].difference((128, 128, 128), x: tile.rect.x + 5, y: tile.rect.y + 5) < 4)
            }
        }
    }

    @Test(arguments: 1...2)
    func `placeholders replaced one by one give the same storyboard as a new composition`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for (before, screenshot) in drawn(1...13).shuffled(using: &random).enumerated() {
            try source.add(screenshot)
            let round = try await publication.compose(source)
            #expect(round.decodings == 1 && round.composition.reusedTiles == before)
            #expect(round.composition.placeholders == 12 - before)
            #expect(round.storyboard.tiles.map(\.title) == source.chapters.map(\.title))
            if before == 6 { #expect(try await publication.difference(fromFresh: source) == nil) }
        }
        var plain = source
        plain.missing = .absent
        #expect(try await publication.difference(fromFresh: plain) == nil)
    }

    @Test func `a storyboard without placeholders grows into the same`() async throws {
        var random = SeededGenerator(seed: 5)
        var growing = source
        growing.missing = .absent
        var decodings = 0
        for screenshot in drawn(1...13).shuffled(using: &random) {
            try source.add(screenshot)
            let round = try await publication.compose(growing)
            decodings += round.decodings
            #expect(round.composition.placeholders == 0)
        }
        #expect(decodings == 13)
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `a sheet on which nothing arrived keeps its name`() async throws {
        try source.add(drawn(1...2))
        let first = try await publication.compose(source).storyboard
        try source.add(DrawnScreenshot(number: 11))
        let second = try await publication.compose(source).storyboard
        #expect(zip(first.sheets, second.sheets).map { $0.name == $1.name } == [true, true, false, true])
    }

    @Test func `a missing chapter does not fail a strict composition`() async throws {
        var source = source
        source.settings.isStrict = true
        try source.add(DrawnScreenshot(number: 7))
        #expect(try await source.compose().storyboard.tiles.count == 13)
        try source.add([], number: 8)
        let error = await failure { try await source.compose() }
        #expect(error?.code == .damaged && error?.subject == "ch8_80s.jpg")
        #expect(error?.reason.hasSuffix("1 of 2 screenshots cannot be used.") == true)
    }

    @Test func `a source without screenshots is not composed`() async throws {
        #expect(await failure { try await source.compose() }?.code == .noScreenshots)
        try source.add([], number: 8)
        let error = await failure { try await source.compose() }
        #expect(error?.code == .damaged && error?.subject == "ch8_80s.jpg")
    }

    @Test func `a sheet of pixels has them, too`() async throws {
        var source = source
        source.settings.encoding.format = .png
        try source.add(drawn(2...3))
        let storyboard = try await source.compose().storyboard
        #expect(storyboard.tiles.count { $0.state == .placeholder } == 11)
    }
}
