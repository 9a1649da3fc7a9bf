import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary

struct SourceRootsTests {
    @Test func `a name stands for a folder below a root, the first that has it`() throws {
        let folder = TemporaryFolder()
        let (one, two) = (try folder.makeFolder("one"), try folder.makeFolder("two"))
        try folder.makeFolder("two/film")
        try folder.makeFolder("one/both")
        try folder.makeFolder("two/both")
        let roots = try SourceRoots([one + "/../one/", two])
        #expect(roots.source(named: "film")?.folder == two + "/film")
        #expect(roots.source(named: "both")?.folder == one + "/both")
        for name in ["", ".", "..", "../one/both", "both/..", "/both", "absent", "both/", "both\0"] {
            #expect(roots.source(named: name) == nil, "\(name)")
        }
    }

    @Test func `a name may stand for a film, and for no other file`() throws {
        let folder = TemporaryFolder()
        let root = try folder.makeFolder("root")
        for file in ["root/film.MP4", "root/text.txt", "root/.hidden.mp4", "out.mp4"] {
            try folder.write([1], to: file)
        }
        for (name, target) in [("same.mkv", "film.MP4"), ("text.mp4", "text.txt"), ("out.mp4", "../out.mp4")] {
            try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
        }
        let roots = try SourceRoots([root])
        #expect(roots.source(named: "film.MP4")?.filmPath == root + "/film.MP4")
        #expect(roots.source(named: "same.mkv")?.folder == root + "/film.MP4")
        for name in ["text.txt", ".hidden.mp4", "text.mp4", "out.mp4", "film.mp4"] {
            #expect(roots.source(named: name) == nil, "\(name)")
        }
    }

    @Test func `links that stay within their root are followed, and others are not there`() throws {
        let folder = TemporaryFolder()
        let root = try folder.makeFolder("root")
        try folder.makeFolder("root/film")
        try folder.makeFolder("root-beside")
        for (name, target) in [("same", "film"), ("out", "../root-beside"), ("top", "."), ("loop", "loop")] {
            try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
        }
        let roots = try SourceRoots([root])
        #expect(roots.source(named: "same")?.folder == root + "/film")
        for name in ["out", "top", "loop"] { #expect(roots.source(named: name) == nil, "\(name)") }
    }

    @Test func `a link is opened where it stays within its root`() async throws {
        let folder = TemporaryFolder()
        let root = try folder.makeFolder("root")
        try folder.makeFolder("root/film/deep")
        try folder.makeFolder("root-beside")
        for (number, path) in ["root/film/deep/a", "root/a", "root-beside/a", "a"].enumerated() {
            try folder.write([UInt8(number)], to: path)
        }
        let roots = try SourceRoots([root])
        for (target, content) in [
            ("deep/a", 0), ("../a", 1), (root + "/film/deep/a", 0), ("../../a", nil), ("../../root-beside/a", nil),
            ("absent", nil), ("link", nil), ("..", nil),
        ] as [(String, UInt8?)] {
            let link = root + "/film/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
            let read = try await roots.open("link", in: root + "/film")?.read(0..<9)
            #expect(read == content.map { [$0] }, "\(target)")
            #expect(try SourceRoots.none.open("link", in: root + "/film") == nil)
            try FileManager.default.removeItem(atPath: link)
        }
        #expect(try await SourceRoots.none.open("a", in: root)?.read(0..<9) == [1])
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: root + "/a")
        #expect(try roots.open("link", in: folder.path) == nil)
    }

    @Test func `no file is opened in a folder that a link out of the root has replaced`() throws {
        let folder = TemporaryFolder()
        let (root, beside) = (try folder.makeFolder("root"), try folder.makeFolder("root-beside"))
        for path in ["root/film", "root-beside"] {
            try folder.makeFolder(path)
            for name in ["a", "film.mp4"] { try folder.write([7], to: "\(path)/\(name)") }
        }
        let roots = try SourceRoots([root])
        #expect(try roots.open("a", in: root + "/film") != nil && roots.admits(root + "/film/film.mp4"))
        try FileManager.default.removeItem(atPath: root + "/film")
        try FileManager.default.createSymbolicLink(atPath: root + "/film", withDestinationPath: beside)
        #expect(try roots.open("a", in: root + "/film") == nil && !roots.admits(root + "/film/film.mp4"))
        // The operator's own sources lie anywhere.
        #expect(try roots.open("a", in: beside) != nil && roots.admits(beside + "/film.mp4"))
    }

    @Test func `a path belongs to the widest root`() throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("root/videos")
        let roots = try SourceRoots([folder.path("root/videos"), folder.path("root")])
        #expect(roots.root(of: folder.path("root/videos/film.mp4")) == folder.path("root"))
        #expect(roots.root(of: folder.path("root")) == nil && roots.root(of: folder.path("root-beside/a")) == nil)
    }

    @Test func `a root that is not there is a setting that makes no sense`() throws {
        let folder = TemporaryFolder()
        #expect(throws: MosaicError.self) { try SourceRoots([folder.path("absent")]) }
    }
}
