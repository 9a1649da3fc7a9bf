import Hummingbird
import HummingbirdTesting
import Logging
import MosaicEmbedded
import MosaicFixtures
import WebVTT
@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// A library in a temporary folder with one storyboard, `film`, and servers over it.
struct ServedLibrary {
    /// When the chapters begin, in seconds.
    static let times = [4, 397, 721, 1_161, 1_500, 1_800]

    let folder = TemporaryFolder()
    let library: StoryboardLibrary
    let id = StoryboardID(naming: "film")

    init(chapters: Int = 5) async throws {
        library = try StoryboardLibrary.embedded(at: folder.makeFolder("library"))
        try await compose(chapters: Array(1...chapters))
    }

    /// Composes these chapters, numbered from 1, in place of those before.
    @discardableResult
    func compose(chapters: [Int], id: StoryboardID? = nil, format: SheetFormat = .jpeg) async throws -> Storyboard {
        let screenshots = try folder.makeFolder("screenshots-\(chapters)")
        for chapter in chapters {
            try folder.write(
                DrawnScreenshot(number: chapter).encoded,
                to: "screenshots-\(chapters)/ch\(chapter)_\(Self.times[chapter - 1])s.jpg")
        }
        var settings = CompositionSettings()
        settings.encoding.format = format
        let request = CompositionRequest(
            id: id ?? self.id, listing: try ScreenshotFolder(path: screenshots).chapters())
        return try await library.compose(request, settings: settings).storyboard
    }

    /// Composes the first chapters with absolute URLs in the track.
    func publish(baseURL: String) async throws {
        var settings = CompositionSettings()
        settings.track.baseURL = baseURL
        let listing = try ScreenshotFolder(path: folder.path("screenshots-[1, 2, 3, 4, 5]")).chapters()
        try await library.compose(CompositionRequest(id: id, listing: listing), settings: settings)
    }

    /// Publishes the first chapters with tiles of another width, too.
    func addWidth(_ width: Int) async throws {
        let other = try StoryboardLibrary.embedded(at: folder.makeFolder("library-\(width)"))
        var settings = CompositionSettings()
        settings.geometry.width = width
        let listing = try ScreenshotFolder(path: folder.path("screenshots-[1, 2, 3, 4, 5]")).chapters()
        try await other.compose(CompositionRequest(id: id, listing: listing), settings: settings)
        for (name, bytes) in try folder.contents(of: "library-\(width)/film") {
            try folder.makeFolder("library/film/\(width)")
            try folder.write(bytes, to: "library/film/\(width)/\(name)")
        }
        var main = try await storyboard()
        main.widths = [width]
        try folder.write(main.record(), to: "library/film/mosaic.json")
    }

    /// The storyboard as it is published now.
    func storyboard() async throws -> Storyboard {
        guard let storyboard = try await library.storyboard(id) else { throw Missing() }
        return storyboard
    }

    /// Asks a server that has no port.
    func ask<Value: Sendable>(
        _ change: (inout ServerSettings) -> Void = { _ in },
        _ test: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        var settings = ServerSettings()
        change(&settings)
        return try await buildApplication(library: library, settings: settings, logger: .silent).test(.router, test)
    }

    struct Missing: Error {}
}

extension Logger {
    /// Writes nothing.
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension ServedLibrary {
    /// Creates a library whose storyboard has `count` tiles at irregular times, with the same few pictures again and
    /// again.
    ///
    /// - Parameters:
    ///   - tiles: A multiple of 5.
    ///   - seconds: The mean time from tile to tile.
    init(tiles count: Int, every seconds: Int64) async throws {
        try await self.init()
        var settings = CompositionSettings()
        settings.geometry.grid = TileGrid(columns: 5, rows: 1)
        let listing = try ScreenshotFolder(path: folder.path("screenshots-[1, 2, 3, 4, 5]")).chapters()
        let request = CompositionRequest(id: StoryboardID(naming: "base"), listing: listing)
        let base = try await library.compose(request, settings: settings).storyboard
        let content = try folder.read("library/base/\(base.sheets[0].name)")
        // Two of three tiles are late, so that no cadence has them all.
        let times = (0..<Int64(count)).map { Timestamp(milliseconds: $0 * seconds * 1_000 + $0 % 3 * 317) }
        let layout = try StoryboardLayout(
            times: times, geometry: base.geometry, duration: nil, startsAtZero: base.track.startsAtZero)
        let sheets = layout.tilesOnSheet.enumerated().map { number, tiles in
            Sheet(
                name: SheetName(number: number, hash: base.sheets[0].sha256, format: .jpeg),
                size: base.geometry.sheetSize(tiles: tiles), tiles: tiles, bytes: content.count,
                sha256: base.sheets[0].sha256)
        }
        let tiles = layout.placements.enumerated().map { index, placement in
            let old = base.tiles[index % base.tiles.count]
            return Tile(
                screenshot: Screenshot(name: old.source.name, time: times[index], chapter: index + 1, title: nil),
                placement: placement,
                record: TileRecord(source: old.source, state: .ok, reason: nil, decoding: nil))
        }
        let long = Storyboard(
            id: id, title: nil, duration: nil, encoding: base.encoding, geometry: base.geometry, track: base.track,
            sheets: sheets, tiles: tiles, skipped: [])
        for sheet in sheets { try folder.write(content, to: "library/film/\(sheet.name)") }
        try folder.write(long.trackDocument(), to: "library/film/\(Storyboard.trackName)")
        try folder.write(long.record(), to: "library/film/\(Storyboard.recordName)")
    }
}
