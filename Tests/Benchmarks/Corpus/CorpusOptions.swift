import ArgumentParser
import Foundation
import Mosaic
import TiledJPEG

/// Which screenshots are measured.
struct CorpusOptions: ParsableArguments {
    @Option(help: "A folder of screenshots; by default the seeded corpus, made for this run.")
    var corpus: String?

    @Option(help: "Rounds of each contestant.")
    var rounds = 9

    /// Hands the screenshots over and removes them afterwards where they were made for this.
    func withScreenshots<Result>(
        _ body: (BenchScreenshots) async throws -> Result
    ) async throws -> Result {
        let made = corpus == nil ? try CorpusRecipe.parse([]).temporaryFolder() : nil
        defer { withExtendedLifetime(made) {} }
        return try await body(BenchScreenshots(folder: corpus ?? made?.path ?? ""))
    }
}

/// A folder of screenshots of one size.
struct BenchScreenshots {
    let folder: String
    let listing: ScreenshotListing
    /// Of the files, in order.
    let paths: [String]
    let size: PixelSize
    let bytes: Int

    init(folder: String) throws {
        self.folder = folder
        listing = try ScreenshotFolder(path: folder).chapters()
        guard let first = listing.screenshots.first else {
            throw ValidationError("\(folder) holds no ch{index}_{seconds}s.jpg.")
        }
        paths = listing.screenshots.map { folder + "/" + $0.name }
        bytes = try paths.reduce(0) { try $0 + Data(contentsOf: URL(fileURLWithPath: $1)).count }
        let picture = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + first.name))
        size = try ImageHeader(parsing: Array(picture)).uprightSize
    }

    var count: Int { listing.screenshots.count }

    var description: String { "\(count) screenshots of \(size), \(bytes) bytes, \(bytes / count) a file" }
}
