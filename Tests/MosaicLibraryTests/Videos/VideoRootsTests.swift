import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary

struct VideoRootsTests {
    private let folder = TemporaryFolder()
    private let roots: VideoRoots

    init() throws {
        for path in ["one/john/tiktok", "two/john/tiktok", "outside/tiktok", "one/.hidden"] {
            try folder.makeFolder(path)
        }
        roots = try VideoRoots([folder.path("one") + "/../one/", folder.path("two"), folder.path("one")])
    }

    private func read(_ path: String) async throws -> [UInt8]? {
        let video = try #require(VideoPath(rawValue: path))
        let bytes = try await roots.open(video)?.read(0..<9)
        #expect((roots.realPath(of: video) != nil) == (bytes != nil), "\(path)")
        return bytes
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(path), withDestinationPath: target)
    }

    @Test func `the first root that has a file wins`() async throws {
        #expect(roots.roots.map(\.path) == [folder.path("one"), folder.path("two")])
        try folder.write([1], to: "one/john/tiktok/both.mp4")
        try folder.write([2], to: "two/john/tiktok/both.mp4")
        try folder.write([3], to: "two/john/tiktok/second.json")
        #expect(try await read("john/tiktok/both.mp4") == [1])
        #expect(try await read("john/tiktok/second.json") == [3])
        #expect(try await read("john/tiktok/absent.mp4") == nil)
        #expect(try await read("jane/tiktok/both.mp4") == nil)
        let object = try roots.open(try #require(VideoPath(rawValue: "john/tiktok/both.mp4")))
        #expect(object?.bytes == 1)
    }

    @Test func `links are followed within their root to files of the same kind that are not hidden`() async throws {
        try folder.write([1], to: "one/john/tiktok/real.mp4")
        try folder.write([2], to: "one/secret.txt")
        try folder.write([3], to: "one/.hidden/film.mp4")
        try folder.write([4], to: "outside/tiktok/film.mp4")
        for (name, target) in [
            ("same.mkv", "real.mp4"), ("text.mp4", "../../secret.txt"), ("text.json", "../../secret.txt"),
            ("hidden.mp4", "../../.hidden/film.mp4"), ("out.mp4", "../../../outside/tiktok/film.mp4"),
            ("absolute.mp4", folder.path("outside/tiktok/film.mp4")), ("loop.mp4", "loop.mp4"),
            ("dead.mp4", "nothing.mp4"), ("folder.mp4", "."), ("device.mp4", "/dev/zero"),
        ] {
            try link("one/john/tiktok/" + name, to: target)
        }
        try link("one/jane", to: "john")
        try link("one/joe", to: "../outside")
        #expect(try await read("john/tiktok/same.mkv") == [1])
        #expect(try await read("jane/tiktok/real.mp4") == [1])
        for name in [
            "text.mp4", "text.json", "hidden.mp4", "out.mp4", "absolute.mp4", "loop.mp4", "dead.mp4", "folder.mp4",
            "device.mp4",
        ] {
            #expect(try await read("john/tiktok/" + name) == nil, "\(name)")
        }
        #expect(try await read("joe/tiktok/film.mp4") == nil)
    }

    @Test func `a name finds only the file with the same bytes`() async throws {
        let (composed, decomposed) = ("john/tiktok/caf\u{E9}.mp4", "john/tiktok/cafe\u{301}.mp4")
        try folder.write([1], to: "one/" + composed)
        #expect(try await read(composed) == [1])
        #if os(Linux)
            #expect(try await read(decomposed) == nil)
            try folder.write([2], to: "one/" + decomposed)
            #expect(try await read(decomposed) == [2])
            #expect(try await read(composed) == [1])
        #endif
    }

    @Test func `a film is a source, and audio is not`() throws {
        try folder.write([1], to: "two/john/tiktok/film.mp4")
        try folder.write([1], to: "two/john/tiktok/sound.mp3")
        func source(_ path: String) -> ScreenshotSource? { VideoPath(rawValue: path).flatMap(roots.source) }
        #expect(source("john/tiktok/film.mp4")?.filmPath == folder.path("two/john/tiktok/film.mp4"))
        #expect(source("john/tiktok/sound.mp3") == nil)
        #expect(source("john/tiktok/absent.mp4") == nil)
    }

    @Test func `a root that is not there is a setting that makes no sense`() throws {
        try folder.write([1], to: "file")
        for name in ["absent", "file"] {
            let error = #expect(throws: MosaicError.self) { try VideoRoots([folder.path(name)]) }
            #expect(error?.code == .invalidSettings)
        }
        #expect(try VideoRoots([]).isEmpty)
    }
}
