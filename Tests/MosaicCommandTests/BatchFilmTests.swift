import FilmFixtures
import Foundation
import MosaicFixtures
import Testing

/// `mosaic batch` over films, which a real `mosaic-frames` reads.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct BatchFilmTests {
    private let films: FilmTree

    init() throws { films = try FilmTree(reading: FramesTool.path) }

    @Test func `films and folders become storyboards of one library`() throws {
        try films.put(as: "crime/film 1.mp4")
        try films.put(.closedInMatroska, as: "b.mkv")
        try films.tree.draw("story")
        let run = try films.run()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        #expect(run.output.contains("composed   3") && run.output.contains("films      2  (40 s of film)"), "\(run)")
        #expect(try films.tree.titles() == ["b", "film 1", "story"])
        let film = try films.id("film-1")
        #expect(try films.times(film) == (0..<20).map { $0 * 1_000 })
        #expect(try films.record(film).number("duration_ms") == 20_000)
        #expect(try films.starts().count == 2)
    }

    @Test func `an interval and a count are for films, too`() throws {
        try films.put(as: "a.mp4")
        #expect(try films.run("--interval", "8").status == 0)
        #expect(try films.times("a") == [0, 8_000, 16_000])
        #expect(try films.run("--count", "4").status == 0)
        #expect(try films.times("a") == [0, 5_000, 10_000, 15_000])
    }

    @Test func `a file beside a film gives title and chapters`() throws {
        try films.put(as: "a.mp4")
        try films.put(
            """
            {"title": "The film", "duration": 19.5, "tags": ["x"],
             "chapters": [{"start_time": 0.0, "title": "Begin"}, {"start_time": 12.0, "title": "End"}]}
            """, as: "a.json")
        try films.put(as: "bad.mp4")
        try films.put("{\"title\": \"x\",\n\"chapters\": [{\"title\": \"no time\"}]}", as: "bad.json")
        let run = try films.run()
        #expect(run.status == 2 && run.output.contains("bad.mp4: bad.json:2: chapters.0: It has no start."), "\(run)")
        let record = try films.record("a")
        #expect(record.text("title") == "The film" && record.number("duration_ms") == 19_500)
        #expect(record.objects("tiles").map { $0["title"] as? String } == ["Begin", "End"])
        #expect(try films.times("a") == [0, 12_000])
        #expect(try films.tree.storyboards().count == 1)
    }

    @Test func `resuming starts no program where nothing has changed, and one for each film that has`() throws {
        for name in ["a", "b", "c"] { try films.put(as: "\(name).mp4") }
        try films.put("{\"chapters\": [{\"start\": 3}]}", as: "c.json")
        #expect(try films.run().status == 0)
        #expect(try films.starts().count == 3)
        let report = try JSONReport(films.run("--resume", "--json").output)
        #expect(report.number("unchanged") == 3 && report.number("films") == 3 && report.number("composed") == 0)
        #expect(report.number("film_ms") == 60_000)
        #expect(try films.starts().count == 3)
        try films.put(.closed, as: "b.mp4")
        try films.put("{\"chapters\": [{\"start\": 4}]}", as: "c.json")
        let again = try JSONReport(films.run("--resume", "--json").output)
        #expect(again.number("unchanged") == 1 && again.number("composed") == 2, "\(again.object)")
        #expect(try films.starts().count == 5)
        #expect(try films.times("c") == [4_000])
    }

    @Test func `films are read with a lower priority unless it is to be that of everything else`() throws {
        for name in ["a", "b", "c", "d"] { try films.put(as: "\(name).mp4") }
        let own = Int(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
        #expect(try films.run().status == 0)
        #expect(try films.run("--no-nice").status == 0)
        #expect(try films.starts() == [Int](repeating: min(own + 10, 19), count: 4) + [Int](repeating: own, count: 4))
    }

    @Test func `an estimate reads headers, composes some films and leaves nothing`() throws {
        for number in 1...4 { try films.put(as: "\(number).mp4") }
        try films.tree.draw("story")
        let run = try films.run("--estimate", "--json", "--jobs", "2")
        #expect(run.status == 0, "\(run)")
        let estimate = try JSONReport(run.output)
        #expect(estimate.number("films") == 4 && estimate.number("folders") == 1)
        #expect(estimate.number("film_ms") == 80_000 && estimate.number("tiles") == 80)
        #expect(estimate.number("sheet_bytes") ?? 0 > 0 && estimate["expected_s"] as? Double ?? 0 > 0)
        let basis = estimate["basis"] as? [String: Int] ?? [:]
        #expect(basis == ["films_opened": 4, "unreadable": 0, "films_measured": 3, "frames": 60])
        #expect(!films.folder.holds("library"))
        #expect(try films.starts().count == 7)
        let text = try films.run("--estimate").output
        #expect(text.contains("films      4  (") && text.contains("basis      headers of 4 films"), "\(text)")
    }

    @Test func `an estimate leaves out films that are up to date where the batch would`() throws {
        try films.put(as: "a.mp4")
        #expect(try films.run().status == 0)
        try films.put(as: "b.mp4")
        let estimate = try JSONReport(films.run("--estimate", "--resume", "--json").output)
        #expect(estimate.number("films") == 1 && estimate.number("unchanged") == 1)
    }

    @Test func `a film in a moved tree is the same, and another film of its name is another`() throws {
        try films.put(as: "a.mp4")
        #expect(try films.run().status == 0)
        try FileManager.default.moveItem(atPath: films.folder.path("films"), toPath: films.folder.path("moved"))
        let moved = try films.mosaic(["batch", "moved", "-o", "library", "--width", "40"])
        #expect(moved.status == 0, "\(moved)")
        #expect(try films.tree.storyboards().count == 1)
        try films.put(.closed, as: "a.mp4")
        #expect(try films.run().status == 0)
        #expect(try films.tree.storyboards().count == 2, "It is another film at another path.")
        let other = try films.run("--id", "path")
        #expect(other.status == 0, "\(other)")
        let third = try films.mosaic(["batch", "moved", "-o", "library", "--width", "40", "--id", "path"])
        #expect(third.status == 2 && third.output.contains("It is made of another film named a.mp4"), "\(third)")
    }

    @Test func `prunes a storyboard whose film is missing`() throws {
        for number in 1...2 { try films.put(as: "\(number).mp4") }
        #expect(try films.run().status == 0)
        try FileManager.default.removeItem(atPath: films.folder.path("films/1.mp4"))
        let run = try films.mosaic(["batch", "films", "-o", "library", "--prune", "--yes"])
        #expect(run.status == 0 && run.output.contains("1 storyboard removed."), "\(run)")
        #expect(try !films.folder.holds("library/\(films.id("1"))/mosaic.json"))
        #expect(try films.folder.holds("library/\(films.id("2"))/mosaic.json"))
    }

    @Test func `a manifest names films with their options`() throws {
        try films.put(as: "a.mp4")
        try films.put("0:07 Seven\n", as: "a.txt")
        let tool = try PipedTool(["batch", "-", "-o", "library", "--width", "40"], in: films.folder)
        try tool.write(
            """
            {"id": "one", "source": "films/a.mp4"}
            {"id": "two", "source": {"folder": "films/a.mp4", "film": {"count": 2, "exactness": "always"}}}
            {"id": "three", "source": {"folder": "films/a.mp4", "film": {"chapters_file": "films/a.txt"}}}
            """)
        let end = try tool.finish()
        #expect(end.status == 0, "\(end)")
        #expect(try films.times("three") == [7_000])
        #expect(try films.times("one").count == 20)
        #expect(try films.times("two") == [0, 10_000])
    }
}

/// `mosaic batch` over films where the program that reads them fails.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchUnreadableFilmTests {
    private let films: FilmTree

    init() throws { films = try FilmTree(reading: nil) }

    @Test func `a film that cannot be read holds up nothing else`() throws {
        try films.put([0], as: "a.mp4")
        try films.tree.draw("story")
        let run = try films.run()
        #expect(run.status == 2 && run.output.contains(" a.mp4: "), "\(run)")
        #expect(try films.tree.storyboards() == ["story"])
        #expect(try films.starts().count == 1)
    }

    @Test func `a folder and a film, or two films, of one path conflict where ids are made of paths`() throws {
        try films.put([0], as: "x.mp4")
        try films.put([0], as: "x.mkv")
        try films.tree.draw("y")
        try films.put([0], as: "y.avi")
        let run = try films.run("--id", "path")
        #expect(run.status == 2 && run.output.contains("failed     4"))
        #expect(
            run.output.contains(
                "x.mkv and x.mp4 have the same id; a film has that of its path without extension: rename one."),
            "\(run)")
        #expect(try films.starts().isEmpty)
    }

    @Test func `a tree with neither says that of both`() throws {
        try films.put([0], as: "notes.txt")
        let run = try films.run()
        #expect(run.status == 66 && run.errors.contains("It holds no films and no folders of screenshots"), "\(run)")
    }

    @Test func `options that do not go together are refused`() throws {
        for options in [["--count", "3", "--interval", "4"], ["--estimate", "--prune"], ["--count", "2", "--prune"]] {
            let run = try films.mosaic(["batch", "films", "-o", "library"] + options)
            #expect(run.status == 64, "\(options)")
        }
        #expect(try films.mosaic(["batch", "-", "-o", "library", "--estimate"]).status == 64)
    }
}
