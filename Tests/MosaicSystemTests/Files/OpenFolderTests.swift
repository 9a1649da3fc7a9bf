import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct OpenFolderTests {
    private let folder = TemporaryFolder()
    private let open: OpenFolder

    init() throws {
        open = try #require(try OpenFolder(path: folder.makeFolder("work"), name: "work"))
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(name), withDestinationPath: folder.path(target))
    }

    @Test func `opens folders and follows a link only on request`() throws {
        try folder.write([1], to: "file")
        try link("link", to: "work")
        for name in ["file", "link", "missing"] {
            #expect(try OpenFolder(path: folder.path(name), name: name) == nil, "\(name)")
        }
        let followed = try #require(try OpenFolder(path: folder.path("link"), followsLink: true, name: "link"))
        #expect(followed.status?.identity == open.status?.identity)
        try folder.makeFolder("work/deep")
        try link("work/link", to: "work/deep")
        #expect(try open.folder("deep") != nil)
        #expect(try open.folder("link") == nil && open.folder("missing") == nil)
    }

    @Test func `lists its own entries after another folder took its path`() throws {
        try folder.write([1], to: "work/own")
        #expect(open.isOpened(at: folder.path("work")))
        try FileManager.default.moveItem(atPath: folder.path("work"), toPath: folder.path("moved"))
        try folder.makeFolder("other")
        try folder.write([1], to: "other/foreign")
        try link("work", to: "other")
        #expect(open.names == ["own"] && open.names == ["own"] && open.status(of: "foreign") == nil)
        #expect(!open.isOpened(at: folder.path("work")) && open.isOpened(at: folder.path("moved")))
        open.remove("foreign")
        open.remove("own")
        #expect(folder.holds("other/foreign") && !folder.holds("moved/own"))
    }

    @Test func `creates a folder once and refuses a link in its place`() throws {
        #expect(try open.makeFolder("deep").isOpened(at: folder.path("work/deep")))
        #expect(try open.makeFolder("deep").isOpened(at: folder.path("work/deep")))
        try folder.makeFolder("other")
        try link("work/link", to: "other")
        try folder.write([1], to: "work/file")
        for name in ["link", "file"] { #expect(fileError { try open.makeFolder(name) }?.code == .refused) }
        let long = fileError { try open.makeFolder(String(repeating: "x", count: 300)) }
        #expect(long?.code == .unavailable)
    }

    @Test func `removes a folder with its content and leaves the targets of links`() throws {
        try folder.makeFolder("other")
        try folder.write([1], to: "other/file")
        try folder.makeFolder("work/deep/deeper")
        try folder.write([1], to: "work/deep/deeper/file")
        try link("work/deep/link", to: "other")
        try link("work/deep/deeper/link", to: "other/file")
        #if os(Linux)
            // A name that is no text.
            let bytes: [CChar] = Array(folder.path("work/deep/").utf8CString.dropLast()) + [-1, 0]
            #expect(mkdir(bytes, 0o700) == 0)
        #endif
        open.remove("deep")
        open.remove("missing")
        #expect(open.names.isEmpty && folder.holds("other/file"))
    }
}
