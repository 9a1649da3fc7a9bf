import Foundation
import MosaicFixtures
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// A folder of drawn chapter screenshots, and short ways to compose it.
struct ScreenshotSource {
    let folder: TemporaryFolder
    var settings = CompositionSettings()
    var duration: Timestamp?
    /// Chapters that are known before they arrive.
    var chapters: [ExpectedChapters.Chapter] = []
    var missing = MissingChapters.absent

    /// Tiles of 40x22 or 23 in cells of 48x32, four on a sheet.
    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        settings.geometry.width = 40
        settings.geometry.grid = TileGrid(columns: 2, rows: 2)
        try folder.makeFolder("shots")
    }

    var input: String { folder.path("shots") }

    /// Chapter n at n times 10 seconds.
    func add(_ screenshots: DrawnScreenshot...) throws { try add(screenshots) }

    func add(_ screenshots: [DrawnScreenshot]) throws {
        for screenshot in screenshots { try add(screenshot.encoded, number: screenshot.number) }
    }

    func add(_ bytes: [UInt8], number: Int) throws {
        try folder.write(bytes, to: "shots/ch\(number)_\(10 * number)s.jpg")
    }

    /// Makes all files old enough for reliable times, or gives them another time.
    func settle(seconds: TimeInterval = 1_000_000) throws {
        for name in try folder.names(in: "shots") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: folder.path("shots/" + name))
        }
    }

    func request() throws -> CompositionRequest {
        let listing = try ScreenshotFolder(path: input).chapters().expecting(chapters, missing: missing)
        return CompositionRequest(id: StoryboardID(naming: "film"), listing: listing, duration: duration)
    }

    /// Composes in memory.
    ///
    /// - Parameter earlier: The earlier publication, without its sheets.
    func compose(after earlier: Storyboard? = nil) async throws -> (storyboard: Storyboard, sheets: [[UInt8]]) {
        var sheets: [[UInt8]] = []
        let published = earlier.map { earlier in
            PublishedSheets(storyboard: earlier, store: MemoryStore(), folder: nil)
        }
        let composition = try await StoryboardComposer(settings: settings)
            .compose(request(), earlier: published) { sheets.append($1) }
        return (composition.storyboard, sheets)
    }

    /// Composes into a folder beside the screenshots.
    @discardableResult
    func publish(
        into output: String = "out", _ publication: StoryboardComposer.Publication = .init(),
        progress: @escaping @Sendable (CompositionProgress) -> Void = { _ in }
    ) async throws -> Storyboard {
        let request = try request()
        let target = try StoryboardFolder(path: folder.path(output), for: request.id, input: input)
        return try await StoryboardComposer(settings: settings).compose(
            request, into: target, publication: publication, now: Date(timeIntervalSince1970: 1_000_000),
            progress: progress
        ).storyboard
    }
}
