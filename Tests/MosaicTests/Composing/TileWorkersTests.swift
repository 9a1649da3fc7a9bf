import Foundation
import MosaicFixtures
import Raster
import Synchronization
import Testing
import Tiers
import TiledJPEG

@testable import Mosaic
@testable import MosaicSystem

struct TileWorkersTests {
    private let source: ScreenshotSource

    init() throws { source = try ScreenshotSource(TemporaryFolder()) }

    private func workers(_ count: Int) -> TileWorkers {
        let settings = TileSettings(
            tileSize: PixelSize(width: 20, height: 12), cellSize: PixelSize(width: 32, height: 16),
            codec: .jpeg(quality: 80, chroma: .yuv420), framing: .crop, background: .black, limits: DecodingLimits(),
            acceptsDamaged: false)
        return TileWorkers(
            reader: FolderReader(Mosaic.ScreenshotSource(folder: source.input)), settings: settings, workers: count,
            memory: AsyncSemaphore(permits: settings.limits.workingBytes),
            makers: TileMakerPool())
    }

    private func screenshots(_ count: Int) throws -> [Screenshot] {
        try source.add((1...count).map { DrawnScreenshot(number: $0) })
        return try source.request().listing.screenshots
    }

    @Test(.timeLimit(.minutes(1)), arguments: Tier.sample([1, 2, 5], 2), Tier.sample([1, 4, 9], 2))
    func `without returned permits at most two sheets and one tile for each worker are made`(
        count: Int, tiles: Int
    ) async throws {
        let screenshots = try screenshots(60)
        let workers = workers(count)
        let permits = workers.permits(forSheetsOf: tiles)
        let made = CountedProgress()
        let progress = ProgressCount(total: screenshots.count) { made.note($0) }
        let work = Task {
            let tiles = TileStream(of: screenshots, by: workers, permits: permits, progress)
            while try await tiles.next() != nil {}
        }
        // All of them wait for permits at last.
        while permits.waiting < count { await Task.yield() }
        #expect((1...(2 * tiles + count)).contains(made.all.count))
        #expect(made.all.count >= tiles, "or else no sheet would ever be whole")
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test(.timeLimit(.minutes(2)), arguments: Tier.sample([1, 2, 7], 2), Tier.sample([1, 2, 4, 6], 2))
    func `permits for two sheets suffice for every sheet, in any order of completion`(
        count: Int, tiles: Int
    ) async throws {
        let screenshots = try screenshots(50)
        let workers = workers(count)
        let permits = workers.permits(forSheetsOf: tiles)
        var there: Set<Int> = []
        var sheets = stride(from: 0, to: screenshots.count, by: tiles).map { $0..<min($0 + tiles, screenshots.count) }[
            ...]
        let made = TileStream(of: screenshots, by: workers, permits: permits, nil)
        while let outcomes = try await made.next() {
            there.formUnion(outcomes.map(\.0))
            while let sheet = sheets.first, there.isSuperset(of: sheet) {
                sheets.removeFirst()
                permits.release(sheet.count)
            }
        }
        #expect(sheets.isEmpty)
        #expect(there.count == screenshots.count)
    }
}
