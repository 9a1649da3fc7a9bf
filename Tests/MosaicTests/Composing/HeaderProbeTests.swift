import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

struct HeaderProbeTests {
    private let folder = TemporaryFolder()

    private func size(of bytes: [UInt8]) async throws -> PixelSize? {
        try folder.write(bytes, to: "a.jpg")
        return await sizes(of: ["a.jpg"])[0]
    }

    private func sizes(of names: [String]) async -> [PixelSize?] {
        await FolderReader(Mosaic.ScreenshotSource(folder: folder.path))
            .sizes(of: names.map { Screenshot(name: $0, time: .zero) }, lanes: 2)
    }

    @Test(arguments: DrawnScreenshot.Kind.allCases)
    func `a picture has the size it is seen in`(kind: DrawnScreenshot.Kind) async throws {
        let size = PixelSize(width: 60, height: 34)
        #expect(try await self.size(of: DrawnScreenshot(number: 1, kind: kind, size: size).encoded) == size)
    }

    @Test(arguments: [1, 3, 20])
    func `metadata may push the header far back`(segments: Int) async throws {
        let picture = DrawnScreenshot(number: 1).encoded
        let metadata = [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_533)
        let padded = Array(picture[..<2]) + repeatElement(metadata, count: segments).joined() + picture[2...]
        #expect(try await size(of: padded) == PixelSize(width: 96, height: 54))
    }

    @Test func `missing files and files that are not pictures have no size`() async throws {
        #expect(try await size(of: []) == nil)
        #expect(try await size(of: Array("no picture".utf8)) == nil)
        #expect(try await size(of: Array(DrawnScreenshot(number: 1).encoded.prefix(30))) == nil)
        #expect(await sizes(of: ["b.jpg"]) == [nil])
    }
}
