import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct PictureListingTests {
    @Test func `pictures are listed with their size, time and inode, and nothing else is`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([1, 2, 3], to: "ch1_0s.jpg", modified: 1_234.5)
        try folder.write([1], to: "B.PNG")
        try folder.write([1], to: ".hidden.jpg")
        try folder.write([1], to: "notes.txt")
        try folder.makeFolder("folder.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.jpeg"), withDestinationPath: path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("no.jpg"), withDestinationPath: "absent")
        let files = try PictureListing.read(folder.path, name: "shots")
        #expect(Set(files.keys) == ["ch1_0s.jpg", "B.PNG", "link.jpeg"])
        let stamp = try #require(files["ch1_0s.jpg"])
        #expect(stamp.bytes == 3 && stamp.modified == 1_234_500_000_000)
        #expect(files["link.jpeg"] == stamp && files["B.PNG"]?.inode != stamp.inode)
    }

    @Test func `a folder that is not there is unavailable`() throws {
        let folder = try TemporaryFolder()
        let error = fileError { try PictureListing.read(folder.path("absent"), name: "shots") }
        #expect(error?.code == .unavailable && error?.subject == "shots")
    }
}
