import DrawnPictures
import Synchronization
import Testing
import TiledJPEG

@testable import Raster

/// The makers that are in use.
private final class Held: Sendable {
    let makers = Mutex<Set<ObjectIdentifier>>([])
}

struct TileMakerPoolTests {
    private func settings(width: Int = 48) -> TileSettings {
        let size = PixelSize(width: width, height: 32)
        return TileSettings(tileSize: size, cellSize: size, codec: .jpeg(quality: 80, chroma: .yuv420))
    }

    @Test func `a maker that came back is the next one for the same settings, and for no others`() throws {
        let pool = TileMakerPool()
        let first = try pool.take(for: settings())
        let identity = ObjectIdentifier(first)
        pool.giveBack(first)
        #expect(try ObjectIdentifier(pool.take(for: settings(width: 64))) != identity)
        #expect(pool.count == 1)
        #expect(try ObjectIdentifier(pool.take(for: settings())) == identity)
        #expect(pool.count == 0, "and it is nobody else's")
    }

    @Test func `the number of idle makers is limited, and 0 after a purge`() throws {
        let pool = TileMakerPool(limit: 2)
        for width in [16, 32, 48] { pool.giveBack(try TileMaker(settings: settings(width: width))) }
        #expect(pool.count == 2)
        _ = try pool.take(for: settings(width: 16))
        #expect(pool.count == 2, "the one that waited longest has gone")
        pool.purge()
        #expect(pool.count == 0)
    }

    @Test func `a maker that holds a huge picture's memory is let go`() throws {
        let pool = TileMakerPool(limit: 8, keptBytes: 100_000)
        for (side, isKept) in [(600, false), (60, true)] {
            let maker = try pool.take(for: settings())
            _ = try maker.makeTile(from: DrawnJPEG().encode(.noise(side, side, seed: 3)))
            pool.giveBack(maker)
            #expect(pool.count == (isKept ? 1 : 0), "\(side) pixels")
        }
    }

    @Test func `settings that cannot be are refused`() {
        #expect(throws: ImageError.self) { try TileMakerPool().take(for: settings(width: 0)) }
    }

    @Test func `many threads get makers of their own, and the same tiles`() async throws {
        let pool = TileMakerPool()
        let settings = settings()
        let files = (0..<4).map { DrawnJPEG().encode(.noise(120, 80, seed: UInt64($0))) }
        let alone = try files.map { try TileMaker(settings: settings).makeTile(from: $0).bytes }
        let held = Held()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<40 {
                group.addTask {
                    let maker = try pool.take(for: settings)
                    let identity = ObjectIdentifier(maker)
                    #expect(held.makers.withLock { $0.insert(identity).inserted }, "nobody else has it")
                    #expect(try maker.makeTile(from: files[task % 4]).bytes == alone[task % 4])
                    held.makers.withLock { _ = $0.remove(identity) }
                    pool.giveBack(maker)
                }
            }
            try await group.waitForAll()
        }
    }
}
