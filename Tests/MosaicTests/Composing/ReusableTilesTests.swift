import Foundation
import MosaicFixtures
import MosaicSystem
import Seeded
import Testing

@testable import Mosaic

/// Growing storyboards: the cost of each step, and results equal to those of a new composition.
struct ReusableTilesTests {
    private let folder = TemporaryFolder()
    private let source: ScreenshotSource
    private let publication = HeldPublication()

    init() throws {
        source = try ScreenshotSource(folder)
    }

    private func drawn(_ numbers: ClosedRange<Int>) -> [DrawnScreenshot] { numbers.map { DrawnScreenshot(number: $0) } }

    // MARK: What growing costs

    @Test(arguments: [(24, [0], [0]), (25, [], [1]), (26, [1], [1]), (149, [5], [5])])
    func `one screenshot at the end costs one decode and one sheet`(
        count: Int, read: [Int], written: [Int]
    ) async throws {
        var source = source
        source.settings.geometry.grid = TileGrid(columns: 5, rows: 5)
        try source.add(drawn(1...count))
        let first = try await publication.compose(source)
        #expect(first.decodings == count && first.composition.reusedTiles == 0)
        try source.add(DrawnScreenshot(number: count + 1))
        let second = try await publication.compose(source)
        #expect(second.decodings == 1)
        #expect(second.composition.reusedTiles == count)
        #expect(second.read == read)
        #expect(second.written == written)
        let kept = written[0]
        #expect(second.storyboard.sheets[..<kept] == first.storyboard.sheets[..<kept])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `composing the same again reads and writes no sheet`() async throws {
        try source.add(drawn(1...9))
        try source.settle()
        let first = try await publication.compose(source)
        let second = try await publication.compose(source)
        #expect(second.decodings == 0 && second.read.isEmpty && second.written.isEmpty)
        #expect(second.storyboard == first.storyboard)
        #expect(second.composition.reusedTiles == 9)
    }

    @Test func `a screenshot in the middle costs one decode, and later sheets are made of moved tiles`() async throws {
        try source.add(drawn(1...5) + drawn(7...15))
        let first = try await publication.compose(source)
        try source.add(DrawnScreenshot(number: 6))
        let second = try await publication.compose(source)
        #expect(second.decodings == 1 && second.composition.reusedTiles == 14)
        #expect(second.read == [1, 2, 3])
        #expect(second.written == [1, 2, 3])
        #expect(second.storyboard.sheets[0] == first.storyboard.sheets[0])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `removing a screenshot causes no decode`() async throws {
        try source.add(drawn(1...11))
        try await publication.compose(source)
        try folder.remove("shots/ch6_60s.jpg")
        let second = try await publication.compose(source)
        #expect(second.decodings == 0 && second.composition.reusedTiles == 10)
        #expect(second.written == [1, 2])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test(arguments: 1...4)
    func `any order of arrival gives the result of composing at once`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var decodings = 0
        for screenshot in drawn(1...13).shuffled(using: &random) {
            try source.add(screenshot)
            decodings += try await publication.compose(source).decodings
        }
        #expect(decodings == 13)
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    // MARK: Files that change

    @Test func `only a replaced file is decoded again`() async throws {
        try source.add(drawn(1...9))
        try source.settle()
        try await publication.compose(source)
        try source.add(DrawnScreenshot(number: 77).encoded, number: 6)
        let second = try await publication.compose(source)
        #expect(second.decodings == 1 && second.read == [1] && second.written == [1])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `a file with another time and the same content is reused, and its version recorded`() async throws {
        try source.add(drawn(1...9))
        try source.settle(seconds: 1_000_000)
        let first = try await publication.compose(source)
        try source.settle(seconds: 1_000_060)
        let second = try await publication.compose(source)
        #expect(second.decodings == 0 && second.read.isEmpty && second.written.isEmpty)
        let versions = [first, second].map { $0.storyboard.tiles.compactMap(\.source.version) }
        #expect(versions[0].count == 9 && versions[1].count == 9 && Set(versions[0]).isDisjoint(with: versions[1]))
    }

    @Test func `copies of all files cost no decode, and the next run does not read them`() async throws {
        try source.add(drawn(1...9))
        try source.settle(seconds: 1_000_000)
        let first = try await publication.compose(source)
        try FileManager.default.moveItem(atPath: source.input, toPath: folder.path("aside"))
        try FileManager.default.copyItem(atPath: folder.path("aside"), toPath: source.input)
        try source.add(drawn(10...10))
        try source.settle(seconds: 1_000_060)
        let grown = try await publication.compose(source)
        #expect(grown.decodings == 1 && grown.composition.reusedTiles == 9)
        let files = try source.request().listing.screenshots.compactMap(\.status)
        let now = FileStatus.now
        #expect(grown.storyboard.tiles.map(\.source.version) == files.map { $0.version(at: now) })
        #expect(grown.storyboard.tiles[0].source.version != first.storyboard.tiles[0].source.version)
        let request = try source.request()
        for name in try folder.names(in: "shots") { try folder.remove("shots/\(name)") }
        let unread = try await publication.compose(request, source.settings)
        #expect(unread.decodings == 0 && unread.composition.reusedTiles == 10)
    }

    @Test func `a file modified too recently is hashed until its time is reliable`() async throws {
        // Pictures of one length, so that only their content differs.
        func write(_ number: Int) throws {
            try source.add(DrawnScreenshot(number: number, kind: .png).encoded, number: 2)
        }
        let soon = Date().timeIntervalSince1970 + 1_000
        try source.add(drawn(1...3))
        try write(20)
        // A time in the future counts once its file was left alone for two seconds, which a busy machine may take to compose.
        var publication = publication
        var isFast = false
        while !isFast {
            // A slow round records versions, which the next one would keep.
            publication = HeldPublication()
            let begin = ContinuousClock.now
            try source.settle(seconds: soon)
            let first = try await publication.compose(source)
            isFast = ContinuousClock.now - begin < .seconds(2)
            #expect(!isFast || first.storyboard.tiles.allSatisfy { $0.source.version == nil })
        }
        try write(21)
        try source.settle(seconds: soon)
        #expect(try await publication.compose(source).decodings == 1, "found by its hash")
        #expect(try await publication.difference(fromFresh: source) == nil)
        try source.settle()
        let recorded = try await publication.compose(source)
        #expect(recorded.decodings == 0)
        #expect(recorded.storyboard.tiles.allSatisfy { $0.source.version != nil })
        try write(22)
        try source.settle()
        #expect(try await publication.compose(source).decodings == 1, "when it was last changed cannot be set back")
    }

    @Test func `content is compared if requested`() async throws {
        var source = source
        try source.add((1...9).map { DrawnScreenshot(number: $0, kind: .png) })
        try source.settle()
        try await publication.compose(source)
        try source.add(DrawnScreenshot(number: 50, kind: .png).encoded, number: 2)
        try source.settle()
        source.settings.verifiesContent = true
        let second = try await publication.compose(source)
        #expect(second.decodings == 1 && second.composition.reusedTiles == 8 && second.written == [0])
        let third = try await publication.compose(source)
        #expect(third.decodings == 0 && third.written.isEmpty)
        #expect(third.read == [0, 1, 2], "and so is that of the sheets")
    }

    @Test func `a placeholder replaces an unreadable picture until it can be read`() async throws {
        try source.add(drawn(1...6))
        try source.add(Array(DrawnScreenshot(number: 2).encoded.prefix(200)), number: 2)
        #expect(try await publication.compose(source).storyboard.tiles[1].state == .placeholder)
        let again = try await publication.compose(source)
        #expect(again.decodings == 0 && again.composition.reusedTiles == 5 && again.composition.placeholders == 1)
        try source.add(DrawnScreenshot(number: 2))
        let mended = try await publication.compose(source)
        #expect(mended.decodings == 1 && mended.written == [0])
        #expect(mended.storyboard.tiles.allSatisfy { $0.state == .ok })
        #expect(try await publication.difference(fromFresh: source) == nil)
        try source.add([1, 2, 3], number: 6)
        let broken = try await publication.compose(source)
        #expect(broken.storyboard.tiles.map(\.state).last == .placeholder && broken.written == [1])
        #expect(try await publication.difference(fromFresh: source) == nil)
    }

    @Test func `damage that was accepted once is not accepted ever after`() async throws {
        var source = source
        try source.add(drawn(1...3))
        try source.add(DrawnScreenshot(number: 3).encoded.dropLast(20), number: 3)
        source.settings.acceptsDamaged = true
        #expect(try await publication.compose(source).storyboard.tiles[2].state == .damaged)
        source.settings.acceptsDamaged = false
        let second = try await publication.compose(source)
        #expect(second.storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder])
        #expect(second.composition.reusedTiles == 2)
    }
}
