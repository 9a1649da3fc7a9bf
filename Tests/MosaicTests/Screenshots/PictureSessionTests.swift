import MosaicFixtures
import Raster
import Synchronization
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Compositions of a source that is not a folder: the pictures and the end of a session.
struct PictureSessionTests {
    /// Frames of one color each, decoded already; every third is missing.
    private final class Frames: ScreenshotReader {
        let lanes: Int
        let open = Mutex(0)
        let mostCallers = Mutex((now: 0, most: 0))

        init(lanes: Int) { self.lanes = lanes }

        static let size = PixelSize(width: 64, height: 36)

        func list() async throws -> ScreenshotListing {
            let screenshots = (0..<20).map { Screenshot(name: "\($0)", time: Timestamp(milliseconds: $0 * 1_000)) }
            return ScreenshotListing(screenshots, skipped: [], reader: self)
        }

        func sizes(of screenshots: [Screenshot], lanes: Int) async -> [PixelSize?] {
            screenshots.map { _ in Self.size }
        }

        func read(
            _ wanted: [Screenshot], for tiles: TileSettings, lanes: Int
        ) async throws -> any PictureSession {
            open.withLock { $0 += 1 }
            return Session(frames: self, wanted: wanted, lanes: self.lanes)
        }

        func source(of screenshot: Screenshot, limit: Int) async throws -> Tile.Source { Self.source(screenshot) }

        func unfinished(_ screenshots: [Screenshot], now: Int64) async -> Set<String> { [] }

        static func source(_ screenshot: Screenshot) -> Tile.Source {
            Tile.Source(
                name: screenshot.name, bytes: nil, checksum: nil, version: nil, hasICCProfile: false)
        }

        static func picture(_ screenshot: Screenshot) throws -> PlanarPicture {
            let shade = (UInt8(screenshot.name) ?? 0) * 7
            return try PlanarPicture(
                size: size, planes: [[UInt8](repeating: shade, count: size.width * size.height)], chroma: .yuv420)
        }
    }

    private final class Session: PictureSession {
        let frames: Frames
        let wanted: [Screenshot]
        let lanes: Int
        private let rest: SharedCounter

        init(frames: Frames, wanted: [Screenshot], lanes: Int) {
            (self.frames, self.wanted, self.lanes) = (frames, wanted, lanes)
            rest = SharedCounter(wanted.indices)
        }

        func next(_ count: Int, into pictures: inout [Picture]) async throws -> Range<Int> {
            frames.mostCallers.withLock { callers in
                callers.now += 1
                callers.most = max(callers.most, callers.now)
            }
            defer { frames.mostCallers.withLock { $0.now -= 1 } }
            await Task.yield()
            let positions = rest.take(count, of: lanes)
            for (index, position) in positions.enumerated() {
                let isMissing = (Int(wanted[position].name) ?? 0) % 3 == 2
                pictures[index] = Picture(
                    isMissing
                        ? .missing(MosaicError(.unavailable, "", "No such frame."))
                        : .planes(try Frames.picture(wanted[position])), of: Frames.source(wanted[position]))
            }
            return positions
        }

        func close() async { frames.open.withLock { $0 -= 1 } }
    }

    private var settings: CompositionSettings {
        var settings = CompositionSettings()
        settings.geometry.width = 64
        settings.geometry.grid = TileGrid(columns: 2, rows: 2)
        settings.workers = 4
        return settings
    }

    @Test(arguments: [1, 3], SheetFormat.allCases)
    func `planes become tiles, and a missing picture a placeholder`(lanes: Int, format: SheetFormat) async throws {
        let frames = Frames(lanes: lanes)
        var settings = settings
        settings.encoding.format = format
        let request = CompositionRequest(id: StoryboardID(naming: "film"), listing: try await frames.list())
        var sheets: [[UInt8]] = []
        let storyboard = try await StoryboardComposer(settings: settings).compose(request) { sheets.append($1) }
            .storyboard
        #expect(storyboard.tiles.map(\.state) == (0..<20).map { $0 % 3 == 2 ? .placeholder : .ok })
        #expect(storyboard.tiles[2].reason == "No such frame.")
        for tile in storyboard.tiles where tile.state == .ok && format == .jpeg {
            let pixels = try #require(SheetPixels(jpeg: sheets[tile.sheet]))
            let shade = Int(try #require(UInt8(tile.source.name))) * 7
            #expect(pixels.difference((shade, shade, shade), x: tile.rect.x + 20, y: tile.rect.y + 20) < 4)
        }
        #expect(frames.open.withLock(\.self) == 0, "every session is closed")
        #expect(frames.mostCallers.withLock(\.most) <= lanes)
    }

    @Test func `a session is closed where its reader stops early`() async throws {
        let frames = Frames(lanes: 2)
        let request = CompositionRequest(id: StoryboardID(naming: "film"), listing: try await frames.list())
        let sheets = try await StoryboardComposer(settings: settings).sheets(of: request)
        #expect(try await sheets.next() != nil)
        #expect(frames.open.withLock(\.self) == 1)
        await sheets.close()
        #expect(frames.open.withLock(\.self) == 0)
    }
}
