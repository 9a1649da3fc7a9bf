import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

/// Space that is kept on a disk for removals.
struct SpaceReserveTests {
    private let folder = TemporaryFolder()

    @Test func `space is kept in a hidden file, and given up once`() throws {
        let reserve = SpaceReserve(in: folder.path)
        reserve.take()
        #expect(try folder.names() == [".mosaic-reserve"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(".mosaic-reserve"))
        #expect(attributes[.size] as? Int == 1 << 20)
        reserve.take()
        #expect(try folder.names() == [".mosaic-reserve"])
        #expect(reserve.release())
        #expect(try folder.names().isEmpty)
        #expect(!reserve.release())
    }

    @Test func `one disk has one reserve, and a folder that is not there has none`() throws {
        try folder.makeFolder("a")
        let reserves = SpaceReserve.reserves(of: [folder.path, folder.path("a"), folder.path("none")])
        #expect(reserves == [SpaceReserve(in: folder.path)])
    }

    // A disk of its own takes a mount, which takes root.
    @Test(.enabled(if: SmallDisk.isAvailable, "a tmpfs cannot be mounted here"))
    func `a full disk has less, and the rest is taken when there is room`() throws {
        let disk = try SmallDisk(at: folder.makeFolder("disk"), bytes: 2 << 20)
        let reserve = SpaceReserve(in: disk.path)
        let filler = try folder.write([UInt8](repeating: 1, count: 1_600 << 10), to: "disk/filler")
        #expect(reserve.isDiskFull)
        reserve.take()
        let part = try #require(FileStatus(path: disk.path + "/.mosaic-reserve")?.bytes)
        #expect(part >= 64 << 10 && part < 1 << 20)
        try FileManager.default.removeItem(atPath: filler)
        reserve.take()
        #expect(FileStatus(path: disk.path + "/.mosaic-reserve")?.bytes == 1 << 20)
        #expect(reserve.release() && !reserve.isDiskFull)
        try folder.write([UInt8](repeating: 1, count: 2_040 << 10), to: "disk/filler")
        reserve.take()
        #expect(try folder.names(in: "disk") == ["filler"], "there is no room for anything worth keeping")
    }
}
