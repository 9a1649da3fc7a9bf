import Foundation
import MosaicEmbedded
import MosaicFixtures

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// A library in a temporary folder, and drawn screenshots beside it for any id.
struct Shelf {
    let folder = TemporaryFolder()
    let library: StoryboardLibrary
    /// Widths besides 40.
    var furtherWidths: [Int]?

    init() throws {
        library = try StoryboardLibrary.embedded(at: folder.path("library"))
    }

    /// The same library as another process sees it.
    func reopened() throws -> StoryboardLibrary { try StoryboardLibrary.embedded(at: folder.path("library")) }

    func id(_ text: String) -> StoryboardID { StoryboardID(naming: text) }

    // MARK: Screenshots

    /// Chapter n at n times 10 seconds, long ago; the picture is that of `drawing`, or the chapter's own.
    func add(_ numbers: ClosedRange<Int>, of id: String, drawing: Int? = nil) throws {
        try folder.makeFolder("shots/" + id)
        for number in numbers {
            try folder.write(
                DrawnScreenshot(number: drawing ?? number).encoded, to: "shots/\(id)/ch\(number)_\(10 * number)s.jpg",
                modified: 1_000_000)
        }
    }

    /// Tiles 40 wide, two on a sheet.
    func request(_ id: String) -> JobRequest {
        var request = JobRequest(id: self.id(id), source: ScreenshotSource(folder: folder.path("shots/" + id)))
        request.settings.geometry.width = 40
        request.settings.furtherWidths = furtherWidths
        request.settings.geometry.grid = TileGrid(columns: 2, rows: 1)
        return request
    }

    func fingerprint(_ id: String) throws -> ContentHash? {
        let request = request(id)
        return try SourceFingerprint.of(request.source.listing(), for: request)
    }

    /// - Parameter now: Seconds since 1970.
    @discardableResult
    func compose(
        _ id: String, in library: StoryboardLibrary? = nil, keepingOld: Int = 24 * 60 * 60, now: Int = 2_000_000,
        mayPublish: @Sendable () async throws -> Void = {}
    ) async throws -> Composition {
        let request = request(id)
        let listing = try request.source.listing()
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepingOld
        return try await (library ?? self.library).compose(
            CompositionRequest(id: request.id, title: "Title of \(id)", listing: listing), settings: request.settings,
            publication: publication, fingerprint: SourceFingerprint.of(listing, for: request),
            now: Date(timeIntervalSince1970: TimeInterval(now)), mayPublish: mayPublish)
    }

    // MARK: What came of it

    func fault(_ id: String) -> String? { FolderWitness.firstFault(in: folder.path("library/\(id)")) }

    func names(_ id: String = "") throws -> [String] {
        try folder.names(in: id.isEmpty ? "library" : "library/" + id)
            .filter { !$0.hasPrefix(".mosaic-catalog") && $0 != SpaceReserve.name }
    }

    func entry(_ id: String) async throws -> CatalogEntry? { try await library.catalog.entry(of: self.id(id)) }

    func sheets(_ id: String) async throws -> [String] {
        try await library.storyboard(self.id(id))?.sheets.map(\.name.rawValue) ?? []
    }
}

/// The code of the error that some work throws; nil where it throws none or another.
func code<Result>(of work: () async throws -> Result) async -> MosaicError.Code? {
    do {
        _ = try await work()
        return nil
    } catch {
        return (error as? MosaicError)?.code
    }
}
