import Foundation
import Testing

struct CodeListingsTests {
    /// Each page of a catalog that shows code, and the file that compiles it.
    private static let sources = [
        "Sources/Mosaic/Mosaic.docc/Mosaic.md": "Tests/DocumentationTests/ComposingSnippets.swift",
        "Sources/MosaicLibrary/MosaicLibrary.docc/MosaicLibrary.md": "Tests/DocumentationTests/LibrarySnippets.swift",
        "Sources/Raster/Raster.docc/ScaledJPEG.md": "Tests/DocumentationTests/ScaledJPEGSnippets.swift",
        "Sources/ScrubPreview/ScrubPreview.docc/EmbeddingAScrubPreview.md":
            "Tests/ScrubPreviewTests/Article/EmbeddingSnippets.swift",
        "Sources/TiledJPEG/TiledJPEG.docc/TiledJPEG.md": "Tests/DocumentationTests/TiledJPEGSnippets.swift",
        "Sources/TrackDoctor/TrackDoctor.docc/TrackDoctor.md": "Tests/TrackDoctorTests/Article/DoctorSnippets.swift",
        "Sources/YouTubeUploads/YouTubeUploads.docc/YouTubeUploads.md": "Tests/MosaicCloudTests/UploadsSnippets.swift",
    ]

    /// Every page of every catalog.
    private static func pages() throws -> [String] {
        let sources = CodeListings.root.appending(path: "Sources").path
        return try FileManager.default.subpathsOfDirectory(atPath: sources)
            .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.map { "Sources/" + $0 }
    }

    @Test(arguments: try pages())
    func `a page shows the code that tests compile`(page: String) throws {
        let shown = try CodeListings.shown(in: page)
        #expect(try shown == Self.sources[page].map { try CodeListings.compiled(in: $0) } ?? [])
    }

    @Test func `every snippet belongs to a page`() throws {
        #expect(try Set(Self.sources.keys).isSubset(of: Self.pages()))
    }
}
