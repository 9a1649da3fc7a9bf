import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG

@testable import Mosaic

/// A bucket with the screenshots of `film`, and short ways to compose them.
struct BucketFilm {
    let memory = MemoryBucket()
    let bucket: ObservedBucket
    let store = MemoryStore()
    var limits = BucketLimits()
    var settings = CompositionSettings()
    /// Where a reader spills; nil is the system's folder.
    var folder: String?

    /// Chapter n at n times 10 seconds; tiles of 40x22, four on a sheet.
    init(_ screenshots: [DrawnScreenshot]) {
        bucket = ObservedBucket(memory)
        settings.geometry.width = 40
        settings.geometry.grid = TileGrid(columns: 2, rows: 2)
        settings.workers = 2
        for screenshot in screenshots { put(screenshot) }
    }

    init(_ count: Int) { self.init((1...count).map { DrawnScreenshot(number: $0) }) }

    static func name(_ number: Int) -> String { "ch\(number)_\(10 * number)s.jpg" }

    func put(_ screenshot: DrawnScreenshot, as number: Int? = nil) {
        memory.store(screenshot.encoded, at: "film/" + Self.name(number ?? screenshot.number))
    }

    func reader(_ change: (inout Mosaic.ScreenshotSource) -> Void = { _ in }) throws -> BucketReader {
        var source = Mosaic.ScreenshotSource(folder: "s3://chapter-screenshots/film/")
        change(&source)
        let address = try #require(source.bucketAddress)
        let held = folder.map { HeldObjects(limits, folder: $0) } ?? HeldObjects(limits)
        return BucketReader(source, at: address, by: bucket, limits, held)
    }

    func session(_ reader: BucketReader) async throws -> any PictureSession {
        let tiles = TileSettings(
            tileSize: PixelSize(width: 40, height: 22), cellSize: PixelSize(width: 48, height: 32),
            codec: settings.encoding.codec, framing: .crop, background: .black, limits: settings.limits,
            acceptsDamaged: false)
        return try await reader.read(try await reader.list().screenshots, for: tiles, lanes: 1)
    }

    /// Composes the objects now in the bucket and publishes the result, with a new reader.
    func publish() async throws -> Composition {
        let id = StoryboardID(naming: "film")
        let reader = try reader()
        let publisher = try await StoryboardPublisher(of: id, in: store)
        return try await reader.close(after: {
            let staged = try await publisher.stage(
                CompositionRequest(id: id, listing: try await reader.list()),
                by: StoryboardComposer(settings: settings), StoryboardComposer.Publication(),
                now: Date(timeIntervalSince1970: 1_000_000), progress: { _ in })
            try await publisher.publish(staged, now: Date(timeIntervalSince1970: 1_000_000))
            return staged.composition
        })
    }
}

extension BucketFilm {
    /// Length of each picture of ``init(_:)``.
    static let flatBytes = 1_000

    /// Objects of the same length that are not pictures.
    init(_ numbers: Range<Int>) {
        self.init([DrawnScreenshot]())
        for number in numbers {
            memory.store([UInt8](repeating: 7, count: Self.flatBytes), at: "film/" + Self.name(number))
        }
    }
}
