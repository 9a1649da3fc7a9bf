import PlayerFormats
import Seeded
import Testing
import Tiers
import TiledJPEG
import WebVTT

@testable import Mosaic

struct CadenceSheetsTests {
    private func sheets(
        _ drawing: TiledStoryboard, _ ending: CadenceSheets.Ending, cadence: Int64? = nil
    ) async throws -> (CadenceSheets, ExportSource) {
        let source = try await drawing.source()
        let shown = try ShownTiles(of: source.storyboards.main)
        let resampling = try Resampling(shown, cadence: cadence.map(Timestamp.init(milliseconds:)))
        return (CadenceSheets(source, member: 0, resampling, ending), source)
    }

    private func size(_ number: Int, _ sheets: CadenceSheets, _ source: ExportSource) async throws -> PixelSize {
        let file = ExportFile("0.jpg", .jpeg, isImmutable: true, sheets.body(number, source))
        return try RestartGrid(parsing: await file.bytes(from: source)).size
    }

    @Test func `full sheets are the published ones, and the last one is filled up`() async throws {
        let drawing = TiledStoryboard(times: (0..<14).map { $0 * 1_000 })
        let (sheets, source) = try await sheets(drawing, .trimmedIfSingle)
        #expect(sheets.count == 3 && [sheets.published(0), sheets.published(1), sheets.published(2)] == [0, 1, nil])
        for number in 0..<3 { #expect(try await size(number, sheets, source) == PixelSize(width: 96, height: 64)) }
    }

    @Test func `an only sheet ends with its last row, unless the grid has to be full`() async throws {
        let drawing = TiledStoryboard(times: [0, 1_000])
        let (trimmed, source) = try await sheets(drawing, .trimmedIfSingle)
        #expect(trimmed.published(0) == 0 && trimmed.rows == 1)
        let (padded, _) = try await sheets(drawing, .padded)
        #expect(padded.published(0) == nil && padded.rows == 2)
        #expect(try await size(0, padded, source) == PixelSize(width: 96, height: 64))
    }

    @Test func `cells of tiles with partial MCUs have no padding`() async throws {
        let flat = TiledStoryboard(times: (0..<5).map { $0 * 1_000 }, tile: PixelSize(width: 32, height: 18))
        let (rows, source) = try await sheets(flat, .padded)
        #expect(rows.columns == 3 && rows.rows == 1 && rows.count == 2)
        for number in 0..<2 { #expect(try await size(number, rows, source) == PixelSize(width: 96, height: 18)) }
        let narrow = TiledStoryboard(times: (0..<5).map { $0 * 1_000 }, tile: PixelSize(width: 40, height: 32))
        let (single, other) = try await sheets(narrow, .padded)
        #expect(single.cells == 1 && single.count == 5)
        #expect(try await size(4, single, other) == PixelSize(width: 40, height: 32))
    }

    // One sheet of repeated tiles, rows without padding, and separate pictures.
    @Test(arguments: [(32, 32, 1), (32, 18, 2), (40, 32, 6)])
    func `the bit rate is that of the largest sheet`(width: Int, height: Int, count: Int) async throws {
        let drawing = TiledStoryboard(times: [0, 3_000], tile: PixelSize(width: width, height: height))
        let (sheets, source) = try await sheets(drawing, .padded, cadence: 1_000)
        #expect(sheets.count == count)
        var largest = 0
        for number in 0..<sheets.count {
            #expect(sheets.published(number) == nil)
            let file = ExportFile("0.jpg", .jpeg, isImmutable: true, sheets.body(number, source))
            largest = max(largest, try await file.bytes(from: source).count)
        }
        #expect(try await sheets.bandwidth(source) == Bandwidth.of(largest, in: sheets.duration))
    }

    @Test func `repeated tiles are the same bytes`() async throws {
        let (sheets, source) = try await sheets(TiledStoryboard(times: [0, 3_000]), .padded, cadence: 1_000)
        let file = ExportFile("0.jpg", .jpeg, isImmutable: true, sheets.body(0, source))
        let bytes = try await file.bytes(from: source)
        let cells = try TiledSheet(parsing: bytes, cellSize: PixelSize(width: 32, height: 32)).tiles.map {
            $0.encoded()
        }
        var tiles: [[UInt8]] = []
        for number in 0..<2 {
            tiles.append(try await source.sheets.tile(number, of: source.storyboards.members[0]).encoded())
        }
        #expect(cells.count == 6 && cells == [0, 0, 0, 1, 1, 1].map { tiles[$0] })
    }

    private func shown(_ times: [Int64], duration: Int64? = nil) throws -> ShownTiles {
        try ShownTiles(of: DrawnStoryboard(times: times, duration: duration).storyboard())
    }

    private func resampling(_ times: [Int64], duration: Int64? = nil, cadence: Int64? = nil) throws -> Resampling {
        try Resampling(shown(times, duration: duration), cadence: cadence.map(Timestamp.init(milliseconds:)))
    }

    @Test func `regular times have their own cadence, also where the film ends early in the last tile`() throws {
        for duration in [30_001, 35_000, 40_000] as [Int64] {
            let regular = try resampling([0, 10_000, 20_000, 30_000], duration: duration)
            #expect(regular.cadence == Timestamp(milliseconds: 10_000) && regular.isNatural)
            #expect(regular.tiles == [0, 1, 2, 3] && regular.largestError == 0)
        }
        // The first tile is shown from 0 on.
        #expect(try resampling([4_000, 10_000, 20_000], duration: 30_000).isNatural)
        #expect(try resampling([0, 333, 666], duration: 999).cadence == Timestamp(milliseconds: 333))
    }

    @Test func `tiles are repeated where all times are multiples of a second or more`() throws {
        let irregular = try resampling([0, 6_000, 18_000], duration: 24_000)
        #expect(irregular.cadence == Timestamp(milliseconds: 6_000) && irregular.tiles == [0, 1, 1, 2])
        #expect(irregular.largestError == 0 && !irregular.isNatural)
    }

    @Test func `a requested cadence is kept, and its error is the error of the latest tile`() throws {
        let coarse = try resampling([0, 397_000, 721_000, 1_161_000], duration: 1_475_000, cadence: 100_000)
        #expect(coarse.tiles == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3])
        #expect(coarse.largestError == 79_000)
    }

    @Test func `1 000 random times are within the stated error of the track`() throws {
        var random = SeededGenerator(seed: 19)
        for cadence in [nil] + Tier.sample([1, 700, 5_000, 1_000_000] as [Int64?], 1) {
            let times = Set((0..<60).map { _ in Int64.random(in: 0..<600_000, using: &random) }).sorted()
            let shown = try shown(times, duration: 601_234)
            let resampling = try Resampling(shown, cadence: cadence.map(Timestamp.init(milliseconds:)))
            var worst: Int64 = 0
            for time in (0..<1_000).map({ _ in Int64.random(in: 0..<601_234, using: &random) }) + Array(0..<601_234) {
                let tile = resampling.tiles[Int(time / resampling.cadence.milliseconds)]
                let span = shown.spans[tile]
                #expect(span.start.milliseconds <= time)
                worst = max(worst, time - span.end.milliseconds + 1)
            }
            #expect(worst == resampling.largestError)
        }
    }

    @Test func `irregular times take few steps`() throws {
        var random = SeededGenerator(seed: 20)
        let times = Set((0..<500).map { _ in Int64.random(in: 0..<36_000_000, using: &random) }).sorted()
        let chosen = try resampling(times, duration: 36_000_000)
        #expect(chosen.tiles.count <= 1_000 && chosen.largestError < chosen.cadence.milliseconds)
    }

    @Test func `impossible cadences are refused`() {
        #expect(throws: MosaicError.self) { try resampling([0, 1_000], cadence: 0) }
        #expect(throws: MosaicError.self) { try resampling([0, 100_000_000], cadence: 1) }
    }
}
