import Mosaic
import Testing

@testable import MosaicLibrary

struct VideoPathTests {
    @Test func `a path has a user, a genre and a file with a known extension`() throws {
        let path = try #require(VideoPath(rawValue: "john/tiktok/video_123.mp4"))
        #expect([path.username, path.genre, path.file] == ["john", "tiktok", "video_123.mp4"])
        #expect([path.stem, path.fileExtension] == ["video_123", ".mp4"])
        #expect(path.kind == .film)
        #expect(path.information?.rawValue == "john/tiktok/video_123.json")
        #expect(VideoPath(username: "john", genre: "tiktok", file: "video_123.mp4") == path)
        for (file, kind, fileExtension) in [
            ("a.MP4", .film, ".MP4"), ("a.b.webm", .film, ".webm"), ("a.m4a", .audio, ".m4a"),
            ("a.Opus", .audio, ".Opus"),
            ("a.json", .information, ".json"), ("a b?#%.mkv", .film, ".mkv"), ("\u{1F600}.mov", .film, ".mov"),
        ] as [(String, VideoPath.Kind, String)] {
            let path = VideoPath(rawValue: "john/tiktok/" + file)
            #expect(path?.kind == kind, "\(file)")
            #expect(path?.fileExtension == fileExtension)
            #expect(path.map { $0.stem + $0.fileExtension } == file)
        }
    }

    @Test(
        arguments: [
            "", "/", "a.mp4", "john/a.mp4", "john/tiktok/", "john/tiktok/deep/a.mp4", "/tiktok/a.mp4", "john//a.mp4",
            "john/tiktok//a.mp4", "/john/tiktok/a.mp4", "../tiktok/a.mp4", "john/../a.mp4", "john/./a.mp4",
            "john/tiktok/..", ".john/tiktok/a.mp4", "john/.tiktok/a.mp4", "john/tiktok/.a.mp4", "john/tiktok/.mp4",
            "john/tiktok/a", "john/tiktok/a.", "john/tiktok/mp4", "john/tiktok/a.txt", "john/tiktok/a.mp4.part",
            "john/tiktok/a\0.mp4", "john/tiktok/a\n.mp4", "john/tik\\tok/a.mp4", "john/tiktok/a.mp4\0",
            "john/tiktok/\u{9B}.mp4", "john/tiktok/a.mp4/",
            "john/tiktok/" + String(repeating: "a", count: 252) + ".mp4",
        ])
    func `a path of another form is refused`(path: String) {
        #expect(VideoPath(rawValue: path) == nil)
    }

    @Test func `parts with a slash do not make another path`() {
        #expect(VideoPath(username: "john/tiktok", genre: "deep", file: "a.mp4") == nil)
        #expect(VideoPath(username: "..", genre: "tiktok", file: "a.mp4") == nil)
        #expect(VideoPath(username: "john", genre: "", file: "a.mp4") == nil)
        // A slash with a combining mark behind it is a slash for a file system.
        #expect(VideoPath(username: "john/\u{301}x", genre: "tiktok", file: "a.mp4") == nil)
    }

    @Test func `composed and decomposed letters are different paths`() throws {
        let composed = try #require(VideoPath(rawValue: "john/tiktok/caf\u{E9}.mp4"))
        let decomposed = try #require(VideoPath(rawValue: "john/tiktok/cafe\u{301}.mp4"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
        #expect(composed.storyboard != decomposed.storyboard)
    }

    @Test func `a film has the storyboard that a batch of its root makes, and other files have none`() throws {
        let path = try #require(VideoPath(rawValue: "john/tiktok/video_123.mp4"))
        let batch = BatchPlan(
            SourceTree.Walk(films: [
                SourceTree.Film(
                    path: "/r", name: path.rawValue, bytes: 1, version: ObjectVersion(rawValue: "1"), modified: 0,
                    companion: nil)
            ]),
            naming: .path)
        #expect(path.storyboard == batch.sources.first?.id)
        #expect(VideoPath(rawValue: "john/tiktok/video_123.mp3")?.storyboard == nil)
        #expect(VideoPath(rawValue: "john/tiktok/video_123.json")?.storyboard == nil)
    }
}
