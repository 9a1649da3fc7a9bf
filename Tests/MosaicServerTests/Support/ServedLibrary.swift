import Hummingbird
import HummingbirdTesting
import Logging
import MosaicEmbedded
import MosaicFixtures

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

/// A library in a temporary folder with one storyboard, `film`, and servers over it.
struct ServedLibrary {
    /// When the chapters begin, in seconds.
    static let times = [4, 397, 721, 1_161, 1_500, 1_800]

    let folder: TemporaryFolder
    let library: StoryboardLibrary
    let id = StoryboardID(naming: "film")

    init(chapters: Int = 5) async throws {
        folder = try TemporaryFolder()
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
