import Foundation
import Mosaic
import MosaicFixtures
import Testing
import Tiers
import WebVTT

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct VideoSurveyTests {
    private let folder = TemporaryFolder()
    private let library: StoryboardLibrary
    private let index: any VideoIndex

    init() throws {
        library = try StoryboardLibrary.embedded(at: folder.makeFolder("library"))
        index = try #require(library.videos)
        for path in ["one/john/tiktok", "one/jane/web", "two/john/tiktok"] { try folder.makeFolder(path) }
    }

    private var roots: VideoRoots { get throws { try VideoRoots([folder.path("one"), folder.path("two")]) } }

    private func put(_ path: String, bytes: Int = 1, modified: TimeInterval = 1_000) throws {
        try folder.write(Array(repeating: 7, count: bytes), to: path, modified: modified)
    }

    private func listed() async throws -> [String] {
        var query = VideoQuery()
        query.order = .name
        return try await index.videos(query).videos.map { "\($0.path) \($0.bytes)" }
    }

    @Test func `only films and audio of all roots are indexed`() async throws {
        try put("one/john/tiktok/a.mp4", bytes: 3)
        try put("two/john/tiktok/a.mp4", bytes: 4)
        try put("two/john/tiktok/b.Mp3")
        try put("one/jane/web/caf\u{E9}.mkv")
        for path in [
            "one/john/tiktok/a.json", "one/john/tiktok/.hidden.mp4", "one/john/tiktok/a.mp4.part", "one/loose.mp4",
            "one/john/loose.mp4", "one/john/tiktok/text.txt",
        ] {
            try put(path)
        }
        try folder.makeFolder("one/john/tiktok/folder.mp4")
        try folder.makeFolder("one/.mosaic/tiktok")
        try put("one/.mosaic/tiktok/hidden.mp4")
        try folder.makeFolder("one/john/tiktok/deep")
        try put("one/john/tiktok/deep/deep.mp4")
        var survey = VideoSurvey(of: try roots, into: index)
        #expect(try await survey.run().changes == 3)
        #expect(try await listed() == ["john/tiktok/a.mp4 3", "john/tiktok/b.Mp3 1", "jane/web/caf\u{E9}.mkv 1"])
        // What is unchanged is not stored again.
        #expect(try await survey.run(isFull: true).changes == 0)
        #expect(try await survey.run().changes == 0)
    }

    @Test func `links are indexed where they can be opened`() async throws {
        try put("one/john/tiktok/real.mp4")
        try put("outside.mp4")
        for (link, target) in [
            ("one/john/tiktok/same.mkv", "real.mp4"), ("one/john/tiktok/out.mp4", "../../../outside.mp4"),
            ("one/john/tiktok/dead.mp4", "nothing"), ("one/joe", "john"), ("one/jim", "../two/john"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        try put("two/john/tiktok/elsewhere.mp4")
        var survey = VideoSurvey(of: try VideoRoots([folder.path("one")]), into: index)
        _ = try await survey.run()
        #expect(
            Set(try await listed()) == [
                "joe/tiktok/real.mp4 1", "joe/tiktok/same.mkv 1", "john/tiktok/real.mp4 1", "john/tiktok/same.mkv 1",
            ])
    }

    @Test func `changes are found without a full survey`() async throws {
        try put("one/john/tiktok/a.mp4")
        try put("two/john/tiktok/a.mp4", bytes: 2)
        try put("one/jane/web/b.mp4")
        var survey = VideoSurvey(of: try roots, into: index)
        _ = try await survey.run()
        try put("one/jane/web/c.mp4")
        #expect(try await survey.run().changes == 1)
        try folder.remove("one/john/tiktok/a.mp4")
        #expect(try await survey.run().changes == 1)
        #expect(try await listed() == ["john/tiktok/a.mp4 2", "jane/web/b.mp4 1", "jane/web/c.mp4 1"])
        // A user that comes, and one that goes.
        try folder.makeFolder("two/joe/web")
        try put("two/joe/web/d.mp4")
        try folder.remove("one/jane")
        #expect(try await survey.run().changes == 3)
        #expect(try await listed() == ["john/tiktok/a.mp4 2", "joe/web/d.mp4 1"])
    }

    @Test func `a film that grows is followed while it does`() async throws {
        try folder.write([1], to: "one/john/tiktok/a.mp4")
        var survey = VideoSurvey(of: try roots, into: index)
        _ = try await survey.run()
        try folder.write([1, 2, 3], to: "one/john/tiktok/a.mp4")
        _ = try await survey.run()
        #expect(try await listed() == ["john/tiktok/a.mp4 3"])
    }

    @Test func `a missing root keeps its videos until it returns`() async throws {
        try put("one/john/tiktok/a.mp4")
        try put("two/john/tiktok/b.mp4")
        try put("one/jane/web/c.mp4")
        let roots = try roots
        var survey = VideoSurvey(of: roots, into: index)
        _ = try await survey.run()
        try FileManager.default.moveItem(atPath: folder.path("two"), toPath: folder.path("away"))
        try folder.remove("one/jane")
        let report = try await survey.run(isFull: true)
        #expect(report.unreadable == 1)
        let all = ["john/tiktok/a.mp4 1", "john/tiktok/b.mp4 1", "jane/web/c.mp4 1"]
        #expect(try await listed() == all)
        #expect(try await survey.run().changes == 0)
        try FileManager.default.moveItem(atPath: folder.path("away"), toPath: folder.path("two"))
        #expect(try await survey.run().unreadable == 0)
        #expect(try await listed() == all.dropLast())
    }

    @Test(.thorough) func `a folder of more files than a batch is compared whole`() async throws {
        for number in 0..<2_500 { try put("one/john/tiktok/\(number).mp4") }
        var survey = VideoSurvey(of: try roots, into: index)
        #expect(try await survey.run().changes == 2_500)
        for number in 0..<2_500 where number % 3 == 0 { try folder.remove("one/john/tiktok/\(number).mp4") }
        for number in 0..<600 { try put("one/john/tiktok/new \(number).mp4") }
        #expect(try await survey.run(isFull: true).changes == 834 + 600)
        let disk = try folder.names(in: "one/john/tiktok").count
        #expect(try await index.videos(VideoQuery()).total == disk)
        #expect(try await survey.run(isFull: true).changes == 0)
    }

    @Test func `a repair makes the index of the recorded roots anew`() async throws {
        #expect(try await library.repair().videos == nil)
        try put("one/john/tiktok/a.mp4")
        try await library.recordVideos(in: try roots)
        #expect(try await library.repair().videos == 1)
        try await index.change(
            VideoFolder(username: "ghost", genre: "web"),
            storing: [VideoFile(name: "ghost.mp4", bytes: 1, modified: 1, inode: 1)], removing: [])
        try put("two/john/tiktok/b.mp4")
        #expect(try await library.repair().videos == 2)
        #expect(try await listed() == ["john/tiktok/a.mp4 1", "john/tiktok/b.mp4 1"])
        // Without all of them it stays as it is.
        try folder.remove("two")
        #expect(try await library.repair().videos == nil)
        #expect(try await listed().count == 2)
    }

    @Test func `the request for a film has the facts of its companion`() async throws {
        try put("one/john/tiktok/a.mp4")
        let path = try #require(VideoPath(rawValue: "john/tiktok/a.mp4"))
        let plain = try #require(try await library.request(for: path, in: try roots))
        #expect(plain.title == "john/tiktok/a" && plain.duration == nil && plain.settle == 0)
        #expect(plain.source.filmPath == folder.path("one/john/tiktok/a.mp4"))
        try folder.write(Array(#"{"title": "Video Title", "duration": 30}"#.utf8), to: "one/john/tiktok/a.json")
        let told = try #require(try await library.request(for: path, in: try roots))
        #expect(told.title == "Video Title" && told.duration?.milliseconds == 30_000)
        try folder.write(Array("{".utf8), to: "one/john/tiktok/a.json")
        #expect(try await library.request(for: path, in: try roots)?.title == "john/tiktok/a")
        #expect(try await library.request(ofVideo: told.id, in: try roots) == nil, "It is not indexed yet.")
        try await library.recordVideos(in: try roots)
        _ = try await library.repairVideos()
        #expect(try await library.request(ofVideo: told.id, in: try roots)?.id == told.id)
        #expect(try await library.request(ofVideo: told.id, in: VideoRoots([])) == nil)
    }
}
