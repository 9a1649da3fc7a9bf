import Foundation
import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Paths and links that would lead out of a root of videos: none does.
struct VideoTraversalTests {
    private static let base = "/api/v1/downloads/stream/"
    private static let secret = "nobody is to read this"
    private static let ways = [
        "..", "%2e%2e", "%2E%2e", ".%2e", "%252e%252e", "..%00", "%00..", "..%5c", "%2e%2e%5c", "..;", "...", ".",
        "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "%u002e%u002e", "..%0a", "..%20", "%2e%2e%2f", "..%2f", "..%252f",
        "..%c0%af", "..%ef%bc%8f", "%ef%bc%8e%ef%bc%8e", "%ff%fe", "%", "%2", "%zz", "~root", "%2f", "", "%00",
        "%ed%a0%80",
    ]

    private let work: ServedWork

    init() throws {
        work = try ServedWork()
        let folder = work.folder
        try folder.makeFolder("videos/john/tiktok")
        try folder.makeFolder("videos/john/.hidden")
        try folder.makeFolder("outside/tiktok")
        try folder.write([1], to: "videos/john/tiktok/a.mp4")
        for name in [
            "a.mp4", "outside/a.mp4", "outside/tiktok/a.mp4", "videos/a.mp4", "videos/john/a.mp4",
            "videos/john/.hidden/a.mp4", "videos/john/tiktok/.a.mp4", "videos/john/tiktok/a.txt",
            "videos/john/tiktok/a",
            "videos/john/tiktok/.mp4",
        ] {
            try folder.write(Array(Self.secret.utf8), to: name)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: work.folder.path(name), withDestinationPath: target)
    }

    private func ask(_ test: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let root = work.folder.path("videos")
        try await work.ask(
            works: false,
            {
                $0.opensDownloads = true
                $0.work.videoRoots = [root]
            }, test)
    }

    @Test func `no way to write a path leads out of a root`() async throws {
        let root = work.folder.path
        try await ask { client async throws in
            for way in Self.ways {
                for path in [
                    "\(way)/a.mp4", "\(way)/\(way)/a.mp4", "\(way)/\(way)/\(way)/a.mp4", "john/\(way)/a.mp4",
                    "john/tiktok/\(way)/a.mp4", "john/tiktok/\(way)a.mp4", "\(way)/john/tiktok/a.mp4",
                    "john/tiktok/a.mp4/\(way)", "john/tiktok/a.mp4\(way)", "john/\(way)/tiktok/a.mp4",
                    "john/tiktok/\(way)", "\(way)", "\(way)john/tiktok/a.mp4",
                ] where Self.base + path != Self.base + "john/tiktok/a.mp4" {
                    let answer = try await client.get(Self.base + path)
                    let isSame = path == "%2fjohn/tiktok/a.mp4" ? false : answer.bytes == [1]
                    #expect((400..<500).contains(answer.status.code) || isSame && way.isEmpty, "\(path)")
                    let text = String(decoding: answer.bytes, as: UTF8.self)
                    #expect(!text.contains(Self.secret) && !text.contains(root), "\(path)")
                }
            }
            for path in [
                "john/.hidden/a.mp4", "john/tiktok/.a.mp4", "john/tiktok/a.txt", "john/tiktok/a", "john/tiktok/.mp4",
                "john/a.mp4", "a.mp4", "john/tiktok/", "john/tiktok", "/etc/passwd", "\(root)/a.mp4",
                "john/tiktok/" + String(repeating: "a", count: 256) + ".mp4",
                String(repeating: "a/", count: 2_000) + "a.mp4", "john/tiktok/a.mp4/", "john//tiktok/a.mp4",
            ] {
                #expect(try await client.get(Self.base + path).status == .notFound, "\(path.prefix(80))")
            }
        }
    }

    @Test func `links lead nowhere but to files of the same root`() async throws {
        let folder = work.folder
        let out = folder.path("outside/a.mp4")
        try link("videos/john/tiktok/out.mp4", to: out)
        try link("videos/john/tiktok/up.mp4", to: "../../../outside/a.mp4")
        try link("videos/john/linked", to: folder.path("outside/tiktok"))
        try link("videos/jane", to: folder.path("outside"))
        try link("videos/john/tiktok/loop.mp4", to: "loop.mp4")
        try link("videos/john/tiktok/hidden.mp4", to: "../.hidden/a.mp4")
        try link("videos/john/tiktok/text.mp4", to: "a.txt")
        try link("videos/john/tiktok/gone.mp4", to: "nothing.mp4")
        try link("videos/john/tiktok/folder.mp4", to: ".")
        try folder.makeFolder("videos/john/tiktok/real.mp4")
        try link("videos/john/tiktok/same.mp4", to: "a.mp4")
        try await ask { client async throws in
            for path in [
                "john/tiktok/out.mp4", "john/tiktok/up.mp4", "john/linked/a.mp4", "jane/tiktok/a.mp4",
                "john/tiktok/loop.mp4", "john/tiktok/hidden.mp4", "john/tiktok/text.mp4", "john/tiktok/gone.mp4",
                "john/tiktok/folder.mp4", "john/tiktok/real.mp4",
            ] {
                let answer = try await client.get(Self.base + path)
                #expect(answer.status == .notFound, "\(path)")
            }
            #expect(try await client.get(Self.base + "john/tiktok/same.mp4").bytes == [1])
        }
    }
}
