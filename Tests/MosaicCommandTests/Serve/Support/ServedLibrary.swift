import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// A library with the storyboard `film` of twelve chapters on two sheets, and servers over it.
struct ServedLibrary {
    static let chapters = 12
    let workplace = Workplace()

    var folder: TemporaryFolder { workplace.folder }

    /// - Parameter width: That of the screenshots; tiles are 160 wide, or as wide as these.
    init(width: Int = 320) throws {
        try workplace.draw(1...Self.chapters, size: PixelSize(width: width, height: width * 9 / 16))
        let submitted = try workplace.inLibrary(
            "submit", "shots", "--id", "film", "--settle", "0", "--width", "160", "--grid", "2x3", "--duration", "130")
        try #require(submitted.status == 0, "\(submitted.errors)")
        let worked = try workplace.inLibrary("worker", "--once")
        try #require(worked.status == 0, "\(worked.errors)")
    }

    func serve(_ options: String...) async throws -> ServeProcess {
        try await ServeProcess(["--library", folder.path("library")] + options, in: folder)
    }

    /// The picture of a chapter, as it is uploaded.
    static func picture(_ number: Int) -> [UInt8] { DrawnScreenshot(number: number).encoded }
}
