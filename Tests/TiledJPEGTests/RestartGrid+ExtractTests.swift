import Testing

@testable import TiledJPEG

struct RestartGridExtractTests {
    func grid(interval: Int, width: Int = 96) throws -> RestartGrid {
        try RestartGrid(
            parsing: SyntheticPicture(size: PixelSize(width: width, height: 75), restartInterval: interval)
                .encoded(seed: 5))
    }

    func code(_ grid: RestartGrid, _ x: Int, _ y: Int, _ width: Int, _ height: Int) -> TiledJPEGError.Code? {
        do {
            _ = try grid.extract(PixelRect(x: x, y: y, width: width, height: height))
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        (0, 0, 96, 75), (0, 16, 32, 16), (32, 32, 64, 43), (64, 48, 20, 27), (32, 0, 29, 1), (64, 64, 32, 11),
    ])
    func `an extract has the size of the rectangle and the coefficients of the picture`(
        x: Int, y: Int, width: Int, height: Int
    ) throws {
        let grid = try grid(interval: 2)
        let cut = try #require(
            JPEGOracle.coefficients(of: grid.extract(PixelRect(x: x, y: y, width: width, height: height))))
        let whole = try #require(JPEGOracle.coefficients(of: grid.bytes))
        #expect((cut.width, cut.height) == (width, height))
        #expect(cut.warnings == 0)
        for (own, all) in zip(cut.components, whole.components) {
            let blocksPerMCU = all.across / 6
            for blockY in 0..<own.down {
                for blockX in 0..<own.across {
                    #expect(
                        own.block(blockX, blockY)
                            .elementsEqual(
                                all.block(blockX + x / 16 * blocksPerMCU, blockY + y / 16 * blocksPerMCU)))
                }
            }
        }
    }

    @Test func `gray pictures are cut at every block`() throws {
        let picture = SyntheticPicture(size: PixelSize(width: 40, height: 24), components: 1, restartInterval: 1)
        let bytes = picture.encoded(seed: 2)
        let cut = try RestartGrid(parsing: bytes).extract(PixelRect(x: 8, y: 8, width: 21, height: 9))
        let own = try #require(JPEGOracle.coefficients(of: cut))
        let all = try #require(JPEGOracle.coefficients(of: bytes))
        #expect((own.width, own.height, own.warnings) == (21, 9, 0))
        for y in 0..<2 {
            for x in 0..<3 {
                #expect(own.components[0].block(x, y).elementsEqual(all.components[0].block(x + 1, y + 1)))
            }
        }
    }

    @Test func `a rectangle that begins inside an interval or an MCU is misaligned`() throws {
        let grid = try grid(interval: 2)
        for (x, y) in [(16, 0), (1, 0), (31, 16), (0, 1), (0, 8), (32, 15)] {
            #expect(code(grid, x, y, 32, 16) == .misaligned)
        }
    }

    @Test func `a width of partial restart intervals is misaligned`() throws {
        let grid = try grid(interval: 2)
        for width in [1, 16, 33, 48, 65, 80] { #expect(code(grid, 0, 0, width, 16) == .misaligned) }
        for width in [17, 32, 49, 64, 81, 96] { #expect(code(grid, 0, 0, width, 16) == nil) }
    }

    @Test func `the right edge of the picture ends the last interval`() throws {
        let grid = try grid(interval: 2, width: 90)
        #expect(code(grid, 64, 0, 26, 16) == nil)
        #expect(code(grid, 64, 0, 27, 16) == .outOfRange)
    }

    @Test(arguments: [
        (0, 0, 0, 16), (0, 0, 32, 0), (-32, 0, 32, 16), (0, -16, 32, 16), (96, 0, 32, 16), (0, 80, 32, 16),
        (64, 0, 64, 16), (0, 64, 32, 16), (.max, .max, .max, .max), (.min, .min, .max, .max), (32, 0, .max, 16),
        (0, 0, .min, .min),
    ])
    func `a rectangle that is empty or not within the picture is out of range`(
        x: Int, y: Int, width: Int, height: Int
    ) throws {
        #expect(code(try grid(interval: 2), x, y, width, height) == .outOfRange)
    }
}
