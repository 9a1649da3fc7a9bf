import FilmFixtures
import Foundation
import MosaicFixtures
import Testing
import Tiers

/// Films in the library's jobs: `mosaic submit`, `mosaic worker`, `mosaic watch`.
@Suite(.enabled(if: BuiltTool.path != nil && FramesTool.isReady, "\(FramesTool.missing)"))
struct FilmJobTests {
    private let films: FilmTree

    init() throws { films = try FilmTree(reading: FramesTool.path) }

    private func job(_ id: String) throws -> JSONReport {
        let jobs = try JSONReport(films.mosaic(["jobs", "--library", "library", "--json"]).output).objects("jobs")
        return try JSONReport(
            String(
                decoding: JSONSerialization.data(
                    withJSONObject: #require(jobs.first { $0["storyboard"] as? String == id })), as: UTF8.self))
    }

    private func work() throws {
        let run = try films.mosaic(["worker", "--library", "library", "--once"])
        #expect(run.status == 0, "\(run)")
    }

    private func submit(_ options: String...) throws -> BuiltTool.Outcome {
        try films.mosaic(["submit", "films/a.mp4", "--library", "library", "--width", "40", "--settle", "0"] + options)
    }

    @Test func `a submitted film is composed, and its progress counts tiles`() throws {
        try films.put(as: "a.mp4")
        #expect(try submit("--count", "4", "--exact", "never").status == 0)
        try work()
        let job = try job("a")
        #expect(job.text("state") == "completed" && job.number("completed_chapters") == 4, "\(job.object)")
        #expect(try films.times("a") == [0, 5_000, 10_000, 15_000])
        #expect(try films.starts().count == 1)
    }

    @Test func `chapters of a film come from a list`() throws {
        try films.put(as: "a.mp4")
        try films.folder.write(Array("0:02 Two\n0:13 Thirteen\n".utf8), to: "list.txt")
        #expect(try submit("--chapters", "list.txt").status == 0)
        try work()
        #expect(try films.times("a") == [2_000, 13_000])
        #expect(try films.record("a").objects("tiles").map { $0["title"] as? String } == ["Two", "Thirteen"])
    }

    @Test(.thorough) func `a job begun anew opens a film only where another one has taken its place`() throws {
        try films.put(as: "a.mp4")
        #expect(try submit().status == 0)
        try work()
        #expect(try films.mosaic(["retry", "a", "--library", "library"]).status == 0)
        try work()
        #expect(try films.starts().count == 1)
        try films.put(.closed, as: "a.mp4")
        #expect(try films.mosaic(["retry", "a", "--library", "library"]).status == 0)
        try work()
        #expect(try films.starts().count == 2)
        #expect(try job("a").text("state") == "completed")
    }

    @Test(.thorough) func `a film that is being copied is waited for`() throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: Film.partlyBlack.path())))
        // Cut off, and written just now.
        try films.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "films/a.mp4")
        #expect(try submit().status == 0)
        let worker = try BuiltTool(
            ["worker", "--library", "library", "--once"], in: films.folder, output: "worker.out", errors: "worker.log")
        defer { worker.kill() }
        let end = ContinuousClock.now + .seconds(3)
        while ContinuousClock.now < end {
            let handle = try #require(FileHandle(forWritingAtPath: films.folder.path("films/a.mp4")))
            try handle.write(contentsOf: Data(bytes.prefix(bytes.count / 2)))
            try handle.close()
            usleep(200_000)
        }
        #expect(!films.folder.holds("library/a/mosaic.json"))
        let handle = try #require(FileHandle(forWritingAtPath: films.folder.path("films/a.mp4")))
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
        #expect(worker.wait() == 0)
        #expect(try films.times("a").count == 20)
    }

    @Test func `a film that never comes fails the job with a sentence`() throws {
        let run = try submit()
        #expect(
            run.status == 0 && run.errors.contains("a.mp4: There is no such file or folder. The job fails without it."),
            "\(run)")
        _ = try films.mosaic(["worker", "--library", "library", "--once"])
        let job = try job("a")
        #expect(
            job.text("state") == "failed" && job.text("error")?.contains("There is no such film.") == true,
            "\(job.object)")
    }

    @Test func `options of films go with films, and expectations do not`() throws {
        try films.tree.draw("story")
        let folder = try films.mosaic(["submit", "films/story", "--library", "library", "--count", "3"])
        #expect(folder.status == 64, "\(folder)")
        try films.put(as: "a.mp4")
        let expecting = try submit("--expect", "3")
        #expect(expecting.status != 0 && expecting.errors.contains("A film arrives as a whole"), "\(expecting)")
        let twice = try submit("--count", "3", "--interval", "2")
        #expect(twice.status != 0 && twice.errors.contains("--count and --interval are two ways"), "\(twice)")
    }

    // MARK: Watching

    @Test func `a watched film is composed when it comes, again when it is replaced, and stays when it goes`() throws {
        let workplace = Workplace()
        let watch = try BuiltTool(
            ["watch", "film.mp4", "-o", "out", "--width", "40", "--rest", "0.1", "--count", "3"],
            in: workplace.folder, output: "watch.out", errors: "watch.log")
        defer { watch.kill() }
        func log(_ text: String) throws { try workplace.wait { try workplace.text(of: "watch.log").contains(text) } }
        func updates(_ count: Int) throws {
            try workplace.wait { try workplace.text(of: "watch.out").split(separator: "\n").count >= count }
        }
        try log("film.mp4: There is no such film yet.")
        try FileManager.default.copyItem(atPath: Film.closed.path(), toPath: workplace.folder.path("film.mp4"))
        try updates(1)
        #expect(try WrittenTrack(workplace).cues.count == 3)
        let first = try workplace.sheets()
        try FileManager.default.copyItem(atPath: Film.partlyBlack.path(), toPath: workplace.folder.path("new"))
        #expect(rename(workplace.folder.path("new"), workplace.folder.path("film.mp4")) == 0)
        try updates(2)
        #expect(try workplace.sheets().contains { !first.contains($0) })
        try FileManager.default.removeItem(atPath: workplace.folder.path("film.mp4"))
        try log("film.mp4: The film is missing; published files stay.")
        #expect(try WrittenTrack(workplace).cues.count == 3)
        watch.send(SIGINT)
        #expect(watch.wait() == 0)
    }

    @Test func `a watched film that cannot be read is waited for`() throws {
        let workplace = Workplace()
        try workplace.folder.write(Array(repeating: 0, count: 10_000), to: "film.mp4", modified: 1_600_000_000)
        let watch = try BuiltTool(
            ["watch", "film.mp4", "-o", "out", "--width", "40", "--rest", "0.1"], in: workplace.folder,
            output: "watch.out", errors: "watch.log")
        defer { watch.kill() }
        try workplace.wait {
            try workplace.text(of: "watch.log").contains("Waiting for another film in its place.")
        }
        try FileManager.default.copyItem(atPath: Film.closed.path(), toPath: workplace.folder.path("new"))
        #expect(rename(workplace.folder.path("new"), workplace.folder.path("film.mp4")) == 0)
        try workplace.wait { try !workplace.text(of: "watch.out").isEmpty }
        watch.send(SIGINT)
        #expect(watch.wait() == 0)
    }
}
