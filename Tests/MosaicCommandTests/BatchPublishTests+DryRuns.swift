import FilmFixtures
import Foundation
import MosaicFixtures
import Testing

/// Runs that compose and write nothing.
extension BatchPublishTests {
    @Test func `a dry run composes and writes nothing`() throws {
        try films.tree.draw("story")
        let options = [
            "batch", "films", "-o", "library", "--width", "40", "--publish", "jellyfin", "--jellyfin", "server",
        ]
        let unknown = try films.mosaic(options + ["--dry-run"])
        #expect(unknown.status == 0 && unknown.errors.isEmpty, "\(unknown)")
        let paths = ["a", "shows/b S01E02"].map { films.folder.path("films/\($0).trickplay/WIDTH - 10x10") }
        #expect(
            unknown.output
                == "compose    story\ncompose    a.mp4\nwrite      \(paths[0])\ncompose    shows/b S01E02.mp4\n"
                + "write      \(paths[1])\n")
        #expect(!films.folder.holds("library"))
        #expect(try films.run().status == 0)
        try films.put(as: "new.mp4")
        let run = try films.mosaic(options + ["--dry-run"])
        #expect(run.output.contains("compose    new.mp4\n"), "\(run)")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("write      \(films.folder.path("films/a.trickplay/40 - 10x10"))"), "\(run)")
        #expect(try films.folder.names(in: "films") == ["a.mp4", "new.mp4", "shows", "story"])
        #expect(try films.starts().count == 2)
    }

    @Test func `a dry run lists storyboards that are due again, of another width or refused, as no failures`() throws {
        #expect(try films.run().status == 0)
        try films.put(.closed, as: "shows/b S01E02.mp4")
        try films.put("no film", as: "c.txt")
        let options = ["batch", "films", "-o", "library", "--resume", "--dry-run", "--publish"]
        let report = films.folder.path("report")
        // SQLite's log and its index come and go.
        func files() throws -> [String] {
            try films.folder.contents().keys.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
        }
        let before = try files()
        // Composed 40 wide, and Jellyfin wants 320.
        let wider = try films.mosaic(options + ["jellyfin", "--report", report])
        #expect(wider.status == 0 && wider.errors.isEmpty, "\(wider)")
        let lines = wider.output.split(separator: "\n").filter { !$0.hasPrefix("write ") }
        #expect(lines == ["compose    a.mp4", "compose    shows/b S01E02.mp4"])
        try films.folder.write([1], to: "films/a.trickplay")
        let obstacle = try films.mosaic(options + ["jellyfin", "--jellyfin", "server", "--width", "40"])
        #expect(obstacle.status == 0, "\(obstacle)")
        try films.folder.remove("films/a.trickplay")
        #expect(try files() == before)
        #expect(!films.folder.holds("report"))
        // Another film in the place of the first.
        try films.put(.closed, as: "a.mp4")
        let tool = try PipedTool(
            ["batch", "-", "-o", "library", "--dry-run", "--publish", "emby"], in: films.folder)
        try tool.write(
            """
            {"id": "\(films.id("a"))", "source": "films/shows/b S01E02.mp4"}
            {"id": "new", "source": "films/a.mp4", "output": "other"}
            """)
        let end = try tool.finish()
        #expect(end.status == 0 && end.errors.isEmpty && end.lines.count == 2, "\(end)")
        for line in end.lines { #expect(try JSONSchema().faults(of: String(line), as: "batch-dry-run") == []) }
        #expect(end.lines.first?.contains(#""result":"refuse""#) == true, "\(end)")
        #expect(end.lines.last?.contains(#""result":"compose""#) == true, "\(end)")
        #expect(!films.folder.holds("other"))
    }
}
