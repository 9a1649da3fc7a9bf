import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import Tiers

/// `mosaic watch` of a folder that was published.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct PublishWatchTests {
    private let home: HomeLibrary
    private var folder: TemporaryFolder { home.folder }

    init() throws {
        home = try HomeLibrary()
        try home.films.put(as: "a.mp4")
    }

    private func start(rest: String = "0.3") throws -> BuiltTool {
        try BuiltTool(
            ["watch", "films", "--rest", rest], in: folder, output: "watch.out", errors: "watch.log",
            environment: home.environment)
    }

    private func wait(until isSo: () throws -> Bool) throws { try home.wait(for: "watch", until: isSo) }

    @Test func `new, renamed and removed films are published at each change, in new folders, too`() throws {
        #expect(try home.publish().status == 0)
        let watch = try start()
        try home.films.put(.closed, as: "shows/b.mp4")
        try wait { folder.holds("films/shows/b-256-1.bif") }
        try home.rename("shows/b.mp4", to: "shows/c.mp4")
        try wait { folder.holds("films/shows/c-256-1.bif") && !folder.holds("films/shows/b-256-1.bif") }
        try folder.remove("films/a.mp4")
        try wait { !folder.holds("films/a-256-1.bif") }
        watch.send(SIGTERM)
        #expect(watch.wait() == 0)
        let lines = try home.films.tree.lines(of: "watch.out")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[1].hasPrefix("composed   shows/c.mp4") && lines[1].hasSuffix("reused)"), "\(lines)")
        // The signal may reach a run that has not ended.
        let log = String(decoding: try folder.read("watch.log"), as: UTF8.self)
        #expect(
            log.split(separator: "\n").allSatisfy { $0.contains("then stopping") || $0.contains("Stopped") }, "\(log)")
    }

    @Test func `a film that is written in parts is composed once`() throws {
        #expect(try home.publish().status == 0)
        let bytes = try folder.read("films/a.mp4")
        let starts = try home.films.starts().count
        let watch = try start(rest: "1.5")
        let path = try folder.write([], to: "films/new.mp4")
        let file = try #require(FileHandle(forWritingAtPath: path))
        for start in stride(from: 0, to: bytes.count, by: bytes.count / 8) {
            try file.write(contentsOf: bytes[start..<min(bytes.count, start + bytes.count / 8)])
            usleep(200_000)
        }
        try file.close()
        try wait { folder.holds("films/new-256-1.bif") }
        watch.send(SIGINT)
        #expect(watch.wait() == 0)
        #expect(try home.films.starts().count == starts + 1)
        #expect(try home.films.tree.lines(of: "watch.out").map { $0.prefix(21) } == ["composed   new.mp4  ("])
    }

    @Test func `a folder of films that was never published is refused with the command that comes first`() throws {
        let run = try home.run(["watch", "films"])
        #expect(run.status == 1 && run.errors.contains("mosaic publish jellyfin films comes first"), "\(run)")
        #expect(!folder.holds("films.thumbnails") && !folder.holds("state"))
    }
}
