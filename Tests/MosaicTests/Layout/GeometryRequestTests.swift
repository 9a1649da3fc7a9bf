import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic

struct GeometryRequestTests {
    private let mcu = PixelSize(width: 16, height: 16)

    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    private func request(_ change: (inout GeometryRequest) -> Void) -> GeometryRequest {
        var request = GeometryRequest()
        change(&request)
        return request
    }

    private func expect(
        _ request: GeometryRequest, for source: PixelSize, gives tile: PixelSize, in cell: PixelSize, on grid: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let geometry = try request.geometry(for: source, mcu: mcu)
        #expect(geometry.tile == tile, sourceLocation: sourceLocation)
        #expect(geometry.cell == cell, sourceLocation: sourceLocation)
        #expect(geometry.grid.description == grid, sourceLocation: sourceLocation)
        #expect(request.accepts(geometry, mcu: mcu), "what was asked for is accepted", sourceLocation: sourceLocation)
    }

    // MARK: Defaults

    @Test func `a tile is 256 wide and has the screenshots' aspect ratio`() throws {
        let request = GeometryRequest()
        try expect(request, for: size(1_280, 720), gives: size(256, 144), in: size(256, 144), on: "5x5")
        try expect(request, for: size(720, 1_280), gives: size(256, 455), in: size(256, 464), on: "5x4")
        try expect(request, for: size(640, 480), gives: size(256, 192), in: size(256, 192), on: "5x5")
        try expect(request, for: size(1_920, 804), gives: size(256, 107), in: size(256, 112), on: "5x5")
        try expect(request, for: size(1, 1), gives: size(256, 256), in: size(256, 256), on: "5x5")
    }

    @Test func `heights round to the nearest and are never nothing`() throws {
        try expect(request { $0.width = 3 }, for: size(2, 1), gives: size(3, 2), in: size(16, 16), on: "5x5")
        try expect(request { $0.width = 16 }, for: size(60_000, 1), gives: size(16, 1), in: size(16, 16), on: "5x5")
    }

    @Test func `requested width and tile are kept`() throws {
        try expect(request { $0.width = 320 }, for: size(16, 9), gives: size(320, 180), in: size(320, 192), on: "5x5")
        try expect(
            request { $0.tile = size(100, 50) }, for: size(16, 9), gives: size(100, 50), in: size(112, 64), on: "5x5")
    }

    @Test func `a format without MCUs pads no cell`() throws {
        let geometry = try GeometryRequest().geometry(for: size(720, 1_280), mcu: size(1, 1))
        #expect(geometry.cell == size(256, 455))
    }

    // MARK: Limits

    @Test(
        arguments: [
            (5, 5, "5x4"), (9, 4, "8x4"), (8, 5, "8x4"), (1, 5, "1x4"), (65_535, 65_535, "8x4"),
        ])
    func `a grid that does not fit is refused, naming one that does`(columns: Int, rows: Int, fits: String) throws {
        let asked = request { $0.grid = TileGrid(columns: columns, rows: rows) }
        let error = failure { try asked.geometry(for: size(720, 1_280), mcu: mcu) }
        #expect(error?.code == .invalidSettings)
        #expect(error?.subject == "grid")
        #expect(error?.reason.contains(" \(fits) fits") == true, "\(String(describing: error))")
        let parts = fits.split(separator: "x").compactMap { Int($0) }
        let named = request { $0.grid = TileGrid(columns: parts[0], rows: parts[1]) }
        #expect(throws: Never.self) { try named.geometry(for: size(720, 1_280), mcu: mcu) }
    }

    @Test func `a grid that fits may be larger than 5x5`() throws {
        try expect(
            request { $0.grid = TileGrid(columns: 8, rows: 14) }, for: size(16, 9), gives: size(256, 144),
            in: size(256, 144), on: "8x14")
    }

    @Test func `a longer side has to be allowed`() throws {
        try expect(
            request { $0.maximumSide = 512 }, for: size(16, 9), gives: size(256, 144), in: size(256, 144), on: "2x3")
        let grid = TileGrid(columns: 16, rows: 28)
        try expect(
            request { ($0.maximumSide, $0.grid) = (4_096, grid) }, for: size(16, 9), gives: size(256, 144),
            in: size(256, 144), on: "16x28")
        #expect(
            failure { try request { $0.maximumSide = 4_097 }.geometry(for: size(16, 9), mcu: mcu) }?.subject
                == "max-side")
        let large = request { ($0.maximumSide, $0.allowsLargeSheets) = (65_500, true) }
        #expect(try large.geometry(for: size(16, 9), mcu: mcu).grid.description == "5x5")
        let tooLarge = request { ($0.maximumSide, $0.allowsLargeSheets) = (65_501, true) }
        #expect(failure { try tooLarge.geometry(for: size(16, 9), mcu: mcu) }?.code == .invalidSettings)
    }

    @Test(arguments: [0, -1, Int.min, Int.max])
    func `numbers that make no sense are refused and never trap`(number: Int) {
        let requests = [
            request { $0.maximumSide = number }, request { $0.width = number },
            request { $0.tile = size(number, 10) }, request { $0.tile = size(10, number) },
            request { ($0.maximumSide, $0.allowsLargeSheets) = (number, true) },
            request { ($0.width, $0.isUniform) = (number, true) },
        ]
        for request in requests {
            #expect(failure { try request.geometry(for: size(16, 9), mcu: mcu) }?.code == .invalidSettings)
        }
        for source in [size(number, 10), size(10, number)] {
            #expect(failure { try GeometryRequest().geometry(for: source, mcu: mcu) }?.code == .invalidSettings)
        }
    }

    @Test func `a tile that is larger than a sheet is refused`() {
        #expect(failure { try request { $0.width = 2_049 }.geometry(for: size(16, 9), mcu: mcu) }?.subject == "tile")
        let tall = request { $0.width = 256 }
        #expect(failure { try tall.geometry(for: size(1, 65_535), mcu: mcu) }?.subject == "tile")
        let exact = request { $0.tile = size(2_048, 2_048) }
        #expect(throws: Never.self) { try exact.geometry(for: size(16, 9), mcu: mcu) }
    }

    @Test func `by default a very tall picture gets a tile as high as a sheet`() throws {
        try expect(GeometryRequest(), for: size(1, 1_000), gives: size(2, 2_048), in: size(16, 2_048), on: "5x1")
        try expect(GeometryRequest(), for: size(2, 4_096), gives: size(1, 2_048), in: size(16, 2_048), on: "5x1")
        let low = request { $0.maximumSide = 1_000 }
        try expect(low, for: size(100, 1_000), gives: size(99, 992), in: size(112, 992), on: "5x1")
    }

    // MARK: Uniform

    @Test func `a uniform tile is rounded to whole MCUs, at least one`() throws {
        let uniform = request { $0.isUniform = true }
        try expect(uniform, for: size(720, 1_280), gives: size(256, 448), in: size(256, 448), on: "5x4")
        try expect(uniform, for: size(1_920, 804), gives: size(256, 112), in: size(256, 112), on: "5x5")
        try expect(
            request { ($0.width, $0.isUniform) = (3, true) }, for: size(1, 1), gives: size(16, 16), in: size(16, 16),
            on: "5x5")
    }

    @Test func `a rounded tile still counts as the requested one`() throws {
        try expect(
            request { ($0.tile, $0.isUniform) = (size(100, 60), true) }, for: size(16, 9), gives: size(96, 64),
            in: size(96, 64), on: "5x5")
        try expect(
            request { ($0.width, $0.isUniform) = (250, true) }, for: size(16, 9), gives: size(256, 144),
            in: size(256, 144), on: "5x5")
    }

    // MARK: Recorded

    @Test func `an empty request accepts any recorded geometry of its format`() throws {
        let recorded = try request { ($0.width, $0.grid) = (100, TileGrid(columns: 2, rows: 9)) }
            .geometry(for: size(4, 3), mcu: mcu)
        #expect(GeometryRequest().accepts(recorded, mcu: mcu))
        #expect(!GeometryRequest().accepts(recorded, mcu: size(1, 1)), "a PNG has other cells")
        #expect(!GeometryRequest().accepts(recorded, mcu: size(8, 8)), "so has a tile without subsampling")
    }

    @Test func `a request for other values refuses the recorded geometry`() throws {
        let recorded = try GeometryRequest().geometry(for: size(720, 1_280), mcu: mcu)
        #expect(request { $0.tile = size(256, 455) }.accepts(recorded, mcu: mcu))
        #expect(request { $0.width = 256 }.accepts(recorded, mcu: mcu))
        #expect(request { $0.grid = TileGrid(columns: 5, rows: 4) }.accepts(recorded, mcu: mcu))
        #expect(request { $0.maximumSide = 1_856 }.accepts(recorded, mcu: mcu))
        #expect(!request { $0.tile = size(256, 456) }.accepts(recorded, mcu: mcu))
        #expect(!request { $0.width = 255 }.accepts(recorded, mcu: mcu))
        #expect(!request { $0.grid = TileGrid(columns: 4, rows: 5) }.accepts(recorded, mcu: mcu))
        #expect(!request { $0.maximumSide = 1_855 }.accepts(recorded, mcu: mcu))
        #expect(!request { $0.isUniform = true }.accepts(recorded, mcu: mcu))
    }
}
