import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicFiles

/// A publication that commit 087f1b9 made of the last three screenshots of the sample story, with a record of number 1.
struct EarlierRecordTests {
    private static let packageRoot = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let fixture = packageRoot.appending(path: "Tests/MosaicTests/Fixtures/record-1").path
    private static let modified = 1_700_000_000.123456789

    private let folder: TemporaryFolder
    private var source: ScreenshotSource

    init() throws {
        folder = try TemporaryFolder()
        source = try ScreenshotSource(folder)
        for name in ["ch10_2248s.jpg", "ch11_2431s.jpg", "ch12_2668s.jpg"] {
            try FileManager.default.copyItem(
                atPath: Self.packageRoot.appending(path: "samples/xlumX1Wtzrg/\(name)").path,
                toPath: folder.path("shots/\(name)"))
        }
        try source.settle(seconds: Self.modified)
        try FileManager.default.copyItem(atPath: Self.fixture, toPath: folder.path("out"))
    }

    private func record() throws -> String { String(decoding: try folder.read("out/mosaic.json"), as: UTF8.self) }

    /// Composes, and returns how many screenshots were decoded.
    private func compose(_ request: CompositionRequest) async throws -> Int {
        let target = try StoryboardFolder(path: folder.path("out"), for: request.id)
        let composition = try await StoryboardComposer(settings: source.settings).compose(request, into: target)
        #expect(composition.storyboard.tiles.count == 3 && composition.reusedTiles == 3)
        return composition.decodings.count
    }

    @Test func `its tiles are reused where the files have other times, and the next record has versions`() async throws
    {
        #expect(try record().contains("\"version\": 1,"))
        try source.settle()
        #expect(try await compose(source.request()) == 0)
        #expect(try record().contains("\"version\": 2,") && !record().contains("modified_ns"))
        let request = try source.request()
        try folder.remove("shots/ch11_2431s.jpg")
        #expect(try await compose(request) == 0, "no file is read")
    }

    @Test func `its tiles are reused without reading a file where the files have their times and inodes`() async throws
    {
        let request = try source.request()
        var record = try record()
        var now: [ObjectVersion] = []
        for screenshot in request.listing.screenshots {
            let status = try #require(FileStatus(path: folder.path("shots/\(screenshot.name)")))
            now.append(ObjectVersion(of: status))
            record.replace(
                try Regex("(\"name\": \"\(screenshot.name)\".*?\"modified_ns\": )\\d+, \"inode\": \\d+")
            ) { "\($0.output[1].substring ?? "")\(status.modified), \"inode\": \(status.inode)" }
        }
        try folder.write(Array(record.utf8), to: "out/mosaic.json")
        for screenshot in request.listing.screenshots { try folder.remove("shots/\(screenshot.name)") }
        #expect(try await compose(request) == 0)
        let versions = try Storyboard(parsing: try folder.read("out/mosaic.json")).tiles.map(\.source.version)
        #expect(versions == now)
    }
}
