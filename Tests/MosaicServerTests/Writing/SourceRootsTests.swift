import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicFiles
@testable import MosaicServer

struct SourceRootsTests {
    @Test func `a name stands for a folder below a root, the first that has it`() throws {
        let folder = try TemporaryFolder()
        let (one, two) = (try folder.makeFolder("one"), try folder.makeFolder("two"))
        try folder.makeFolder("two/film")
        try folder.makeFolder("one/both")
        try folder.makeFolder("two/both")
        let roots = try SourceRoots([one + "/../one/", two])
        #expect(roots.folder(named: "film") == two + "/film")
        #expect(roots.folder(named: "both") == one + "/both")
        for name in ["", ".", "..", "../one/both", "both/..", "/both", "absent", "both/", "both\0"] {
            #expect(roots.folder(named: name) == nil, "\(name)")
        }
    }

    @Test func `links that stay within their root are followed, and others are not there`() throws {
        let folder = try TemporaryFolder()
        let root = try folder.makeFolder("root")
        try folder.makeFolder("root/film")
        try folder.makeFolder("root-beside")
        for (name, target) in [("same", "film"), ("out", "../root-beside"), ("top", "."), ("loop", "loop")] {
            try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
        }
        let roots = try SourceRoots([root])
        #expect(roots.folder(named: "same") == root + "/film")
        for name in ["out", "top", "loop"] { #expect(roots.folder(named: name) == nil, "\(name)") }
    }

    @Test func `a link is opened where it stays within its root`() throws {
        let folder = try TemporaryFolder()
        let root = try folder.makeFolder("root")
        try folder.makeFolder("root/film/deep")
        try folder.makeFolder("root-beside")
        for path in ["root/film/deep/a", "root/a", "root-beside/a", "a"] { try folder.write([1], to: path) }
        let roots = try SourceRoots([root])
        for (target, isWithin) in [
            ("deep/a", true), ("../a", true), (root + "/film/deep/a", true), ("../../a", false),
            ("../../root-beside/a", false), ("absent", false), ("link", false), ("..", false),
        ] {
            let link = root + "/film/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let descriptor = roots.descriptor(ofLinkAt: link, flags: O_RDONLY | O_NOFOLLOW)
            #expect((descriptor != nil) == isWithin, "\(target)")
            if let descriptor {
                #expect(FileStatus(descriptor: descriptor)?.inode == FileStatus(path: link)?.inode)
                close(descriptor)
            }
            try FileManager.default.removeItem(atPath: link)
        }
        #expect(roots.descriptor(ofLinkAt: folder.path("a"), flags: O_RDONLY) == nil)
    }

    @Test func `a root that is not there is a setting that makes no sense`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: MosaicError.self) { try SourceRoots([folder.path("absent")]) }
    }
}
