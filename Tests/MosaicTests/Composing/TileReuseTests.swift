import Foundation
import ImageHeaders
import Raster
import Seeded
import Testing
import WebVTT

@testable import Mosaic

/// Storyboards that grow: how little has to be done, and that nobody can tell in the end.
struct TileReuseTests {
    private let folder: TemporaryFolder
    private var source: ScreenshotSource
    private let publication = HeldPublication()

    init() throws {
        folder = try TemporaryFolder()
        source = try ScreenshotSource(folder)
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    private func grow() async throws -> HeldPublication.Round {
        try await publication.compose(source.request(), source.settings)
    }

    /// Whether what is published is what composing at once gives.
    private func expectFresh(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let fresh = HeldPublication()
        let round = try await fresh.compose(source.request(), source.settings)
        #expect(publication.sheets == fresh.sheets, sourceLocation: sourceLocation)
        let grown = try await grow()
        #expect(
            grown.storyboard.trackDocument() == round.storyboard.trackDocument(), sourceLocation: sourceLocation)
        #expect(
            try RecordText.withoutFileNumbers(grown.storyboard.record())
                == RecordText.withoutFileNumbers(round.storyboard.record()), sourceLocation: sourceLocation)
    }

    // MARK: What growing costs

    @Test(arguments: [(24, [0], [0]), (25, [], [1]), (26, [1], [1]), (149, [5], [5])])
    func `one screenshot at the end costs one decode and one sheet`(
        count: Int, read: [Int], written: [Int]
    ) async throws {
        var source = source
        source.settings.geometry.grid = TileGrid(columns: 5, rows: 5)
        try source.add(drawn(1...count))
        let first = try await publication.compose(source.request(), source.settings)
        #expect(first.decodings == count && first.composition.reusedTiles == 0)
        try source.add(DrawnScreenshot(number: count + 1))
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 1)
        #expect(second.composition.reusedTiles == count)
        #expect(second.read == read)
        #expect(second.written == written)
        let kept = written[0]
        #expect(second.storyboard.sheets[..<kept] == first.storyboard.sheets[..<kept])
        let fresh = HeldPublication()
        try await fresh.compose(source.request(), source.settings)
        #expect(publication.sheets == fresh.sheets)
    }

    @Test func `the same again reads and writes no sheet`() async throws {
        try source.add(drawn(1...9))
        let first = try await grow()
        let second = try await grow()
        #expect(second.decodings == 0 && second.read.isEmpty && second.written.isEmpty)
        #expect(second.storyboard == first.storyboard)
        #expect(second.composition.reusedTiles == 9)
    }

    @Test func `a screenshot in the middle costs one decode, and later sheets are made of moved tiles`() async throws {
        try source.add(drawn(1...5) + drawn(7...15))
        let first = try await grow()
        try source.add(DrawnScreenshot(number: 6))
        let second = try await grow()
        #expect(second.decodings == 1 && second.composition.reusedTiles == 14)
        #expect(second.read == [1, 2, 3])
        #expect(second.written == [1, 2, 3])
        #expect(second.storyboard.sheets[0] == first.storyboard.sheets[0])
        try await expectFresh()
    }

    @Test func `a screenshot that is gone costs no decode`() async throws {
        try source.add(drawn(1...11))
        _ = try await grow()
        try folder.remove("shots/ch6_60s.jpg")
        let second = try await grow()
        #expect(second.decodings == 0 && second.composition.reusedTiles == 10)
        #expect(second.written == [1, 2])
        try await expectFresh()
    }

    @Test(arguments: 1...4)
    func `any order of arrival ends in what composing at once gives`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var decodings = 0
        for screenshot in drawn(1...13).shuffled(using: &random) {
            try source.add(screenshot)
            decodings += try await grow().decodings
        }
        #expect(decodings == 13)
        try await expectFresh()
    }

    // MARK: Files that change

    @Test func `a replaced file is decoded again, and nothing else`() async throws {
        try source.add(drawn(1...9))
        try source.settle()
        _ = try await grow()
        try source.add(DrawnScreenshot(number: 77).encoded, number: 6)
        let second = try await grow()
        #expect(second.decodings == 1 && second.read == [1] && second.written == [1])
        try await expectFresh()
    }

    @Test func `a file with another time and the same content is reused, and its time recorded`() async throws {
        try source.add(drawn(1...9))
        try source.settle(seconds: 1_000_000)
        let first = try await grow()
        try source.settle(seconds: 1_000_060)
        let second = try await grow()
        #expect(second.decodings == 0 && second.read.isEmpty && second.written.isEmpty)
        #expect(Set(first.storyboard.tiles.map(\.source.modified)) == [1_000_000_000_000_000])
        #expect(Set(second.storyboard.tiles.map(\.source.modified)) == [1_000_060_000_000_000])
    }

    @Test func `a file whose time does not tell is hashed until it does`() async throws {
        // Pictures of one length, so that only their content differs.
        func write(_ number: Int) throws {
            try source.add(DrawnScreenshot(number: number, kind: .png).encoded, number: 2)
        }
        let soon = Date().timeIntervalSince1970 + 1_000
        try source.add(drawn(1...3))
        try write(20)
        try source.settle(seconds: soon)
        let first = try await grow()
        #expect(first.storyboard.tiles.allSatisfy { $0.source.modified == nil && $0.source.inode == nil })
        try write(21)
        try source.settle(seconds: soon)
        #expect(try await grow().decodings == 1, "found by its hash")
        try await expectFresh()
        try source.settle()
        let recorded = try await grow()
        #expect(recorded.decodings == 0)
        #expect(recorded.storyboard.tiles.allSatisfy { $0.source.modified != nil && $0.source.inode != nil })
        try write(22)
        try source.settle()
        #expect(try await grow().decodings == 0, "its size, time and inode are the same, so that nobody looks")
    }

    @Test func `content is compared where that is asked for`() async throws {
        var source = source
        try source.add((1...9).map { DrawnScreenshot(number: $0, kind: .png) })
        try source.settle()
        _ = try await publication.compose(source.request(), source.settings)
        try source.add(DrawnScreenshot(number: 50, kind: .png).encoded, number: 2)
        try source.settle()
        source.settings.verifiesContent = true
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 1 && second.composition.reusedTiles == 8 && second.written == [0])
        let third = try await publication.compose(source.request(), source.settings)
        #expect(third.decodings == 0 && third.written.isEmpty)
        #expect(third.read == [0, 1, 2], "and so is that of the sheets")
    }

    @Test func `a placeholder goes when the picture can be read, and comes when it cannot`() async throws {
        try source.add(drawn(1...6))
        try source.add(Array(DrawnScreenshot(number: 2).encoded.prefix(200)), number: 2)
        #expect(try await grow().storyboard.tiles[1].state == .placeholder)
        let again = try await grow()
        #expect(again.decodings == 0 && again.composition.reusedTiles == 5 && again.composition.placeholders == 1)
        try source.add(DrawnScreenshot(number: 2))
        let mended = try await grow()
        #expect(mended.decodings == 1 && mended.written == [0])
        #expect(mended.storyboard.tiles.allSatisfy { $0.state == .ok })
        try await expectFresh()
        try source.add([1, 2, 3], number: 6)
        let broken = try await grow()
        #expect(broken.storyboard.tiles.map(\.state).last == .placeholder && broken.written == [1])
        try await expectFresh()
    }

    @Test func `damage that was accepted once is not accepted ever after`() async throws {
        var source = source
        try source.add(drawn(1...3))
        try source.add(DrawnScreenshot(number: 3).encoded.dropLast(20), number: 3)
        source.settings.acceptsDamaged = true
        #expect(try await publication.compose(source.request(), source.settings).storyboard.tiles[2].state == .damaged)
        source.settings.acceptsDamaged = false
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder])
        #expect(second.composition.reusedTiles == 2)
    }

    // MARK: Settings and sheets that are no use

    @Test(arguments: ["quality", "framing", "background"])
    func `other settings make everything anew`(setting: String) async throws {
        var source = source
        // One of another shape than most, so that framing matters.
        let square = PixelSize(width: 60, height: 60)
        try source.add(drawn(1...6) + [DrawnScreenshot(number: 7, size: square)])
        _ = try await publication.compose(source.request(), source.settings)
        switch setting {
        case "quality": source.settings.encoding.quality = 60
        case "framing": source.settings.encoding.framing = .pad
        default: source.settings.encoding.background = RGBColor(red: 9, green: 9, blue: 9)
        }
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 7 && second.composition.reusedTiles == 0 && second.read.isEmpty)
        let fresh = HeldPublication()
        try await fresh.compose(source.request(), source.settings)
        #expect(publication.sheets == fresh.sheets)
    }

    @Test func `another resolution of chroma makes everything anew where its blocks fit the cells`() async throws {
        var source = source
        source.settings.geometry.width = nil
        source.settings.geometry.tile = PixelSize(width: 48, height: 32)
        try source.add(drawn(1...3))
        _ = try await publication.compose(source.request(), source.settings)
        source.settings.encoding.chroma = .yuv444
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 3 && second.composition.reusedTiles == 0 && second.read.isEmpty)
    }

    @Test func `what the track says changes without a look at a sheet`() async throws {
        var source = source
        try source.add(drawn(1...9))
        _ = try await publication.compose(source.request(), source.settings)
        source.settings.track = TrackSettings(baseURL: "https://cdn.example/", maximumCues: 4, startsAtZero: false)
        source.duration = Timestamp(milliseconds: 100_000)
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 0 && second.read.isEmpty && second.written.isEmpty)
        #expect(second.storyboard.cueTrack().cues.count == 4)
        #expect(second.storyboard.tiles.last?.end == Timestamp(milliseconds: 100_000))
    }

    @Test func `tiles of a sheet that is gone are made again`() async throws {
        try source.add(drawn(1...10))
        _ = try await grow()
        publication.change(sheet: 1) { _ in nil }
        let second = try await grow()
        #expect(second.decodings == 4 && second.composition.reusedTiles == 6 && second.written == [1])
        try await expectFresh()
    }

    @Test(arguments: [false, true])
    func `tiles of a sheet that is cut short are made again`(verifies: Bool) async throws {
        var source = source
        source.settings.verifiesContent = verifies
        try source.add(drawn(1...10))
        _ = try await publication.compose(source.request(), source.settings)
        publication.change(sheet: 2) { Array($0.dropLast()) }
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 2 && second.written == [2])
        try await expectFresh()
    }

    @Test func `a sheet with a wrong byte is found out when its tiles move, or when content is compared`() async throws
    {
        var source = source
        func flip(_ bytes: [UInt8]) -> [UInt8] {
            var bytes = bytes
            bytes[bytes.count / 2] ^= 1
            return bytes
        }
        try source.add(drawn(1...10))
        let whole = try await publication.compose(source.request(), source.settings)
        publication.change(sheet: 0, flip)
        publication.change(sheet: 2, flip)
        let same = try await publication.compose(source.request(), source.settings)
        #expect(same.decodings == 0 && same.read.isEmpty, "nobody looked")
        try source.add(DrawnScreenshot(number: 11))
        let moved = try await publication.compose(source.request(), source.settings)
        #expect(moved.decodings == 3 && moved.read == [2] && moved.written == [2])
        source.settings.verifiesContent = true
        let verified = try await publication.compose(source.request(), source.settings)
        #expect(verified.decodings == 4 && verified.written == [0])
        #expect(verified.storyboard.sheets[0] == whole.storyboard.sheets[0])
        try await expectFresh()
    }

    @Test func `tiles of PNG sheets never move`() async throws {
        var source = source
        source.settings.encoding.format = .png
        try source.add(drawn(1...5))
        _ = try await publication.compose(source.request(), source.settings)
        try source.add(DrawnScreenshot(number: 6))
        let second = try await publication.compose(source.request(), source.settings)
        #expect(second.decodings == 6 && second.composition.reusedTiles == 0 && second.read.isEmpty)
        let fresh = HeldPublication()
        try await fresh.compose(source.request(), source.settings)
        #expect(publication.sheets == fresh.sheets)
    }

    @Test func `a file that a list names twice has two tiles that both stay`() async throws {
        try source.add(drawn(1...3))
        func request(_ list: String) throws -> CompositionRequest {
            let listing = try ScreenshotFolder(path: source.input).listed(in: TimesList(parsing: list, name: "list"))
            return CompositionRequest(id: StoryboardID(naming: "film"), listing: listing)
        }
        let list = "ch1_10s.jpg,1\nch2_20s.jpg,2\nch1_10s.jpg,3\nch3_30s.jpg,4\nch1_10s.jpg,5\n"
        _ = try await publication.compose(request(list), source.settings)
        let same = try await publication.compose(request(list), source.settings)
        #expect(same.decodings == 0 && same.read.isEmpty && same.written.isEmpty)
        let grown = try await publication.compose(request(list + "ch2_20s.jpg,6\nch1_10s.jpg,0\n"), source.settings)
        #expect(grown.decodings == 0 && grown.composition.reusedTiles == 7)
        let fresh = HeldPublication()
        try await fresh.compose(request(list + "ch2_20s.jpg,6\nch1_10s.jpg,0\n"), source.settings)
        #expect(publication.sheets == fresh.sheets)
    }
}
