import ImageHeaders
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

struct HeaderProbeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func size(of bytes: [UInt8]) throws -> PixelSize? {
        let path = try folder.write(bytes, to: "a.jpg")
        return HeaderProbe.uprightSize(of: Screenshot(name: "a.jpg", path: path, time: .zero))
    }

    @Test(arguments: DrawnScreenshot.Kind.allCases)
    func `a picture has the size it is seen in`(kind: DrawnScreenshot.Kind) throws {
        let size = PixelSize(width: 60, height: 34)
        #expect(try self.size(of: DrawnScreenshot(number: 1, kind: kind, size: size).encoded) == size)
    }

    @Test(arguments: [1, 3, 20])
    func `metadata may push the header far back`(segments: Int) throws {
        let picture = DrawnScreenshot(number: 1).encoded
        let metadata = [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_533)
        let padded = Array(picture[..<2]) + repeatElement(metadata, count: segments).joined() + picture[2...]
        #expect(try size(of: padded) == PixelSize(width: 96, height: 54))
    }

    @Test func `what is no picture, or not there, has no size`() throws {
        #expect(try size(of: []) == nil)
        #expect(try size(of: Array("no picture".utf8)) == nil)
        #expect(try size(of: Array(DrawnScreenshot(number: 1).encoded.prefix(30))) == nil)
        let absent = Screenshot(name: "b.jpg", path: folder.path("b.jpg"), time: .zero)
        #expect(HeaderProbe.uprightSize(of: absent) == nil)
    }
}
