import Foundation
import MosaicFixtures
import Testing
import Tiers

/// `mosaic watch`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct WatchCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.folder.makeFolder("shots")
    }

    private func start(_ options: String...) throws -> BuiltTool {
        try BuiltTool(
            ["watch", "shots", "-o", "out", "--width", "40", "--grid", "2x2", "--rest", "0.1"] + options,
            in: workplace.folder, output: "watch.out", errors: "watch.log")
    }

    private func waitForTiles(_ count: Int) throws {
        try workplace.wait { (try? WrittenTrack(workplace).cues.count) == count }
        #expect(
            FolderWitness.firstFault(in: workplace.folder.path("out")) { [DrawnScreenshot(number: $0)] } == nil)
    }

    private func end(_ watch: BuiltTool, by signal: Int32 = SIGINT) {
        watch.send(signal)
        #expect(watch.wait() == 0)
    }

    @Test func `a storyboard grows while screenshots arrive, each decoded once`() throws {
        let watch = try start("--json")
        try workplace.wait { try workplace.text(of: "watch.log").contains("Waiting for screenshots.") }
        #expect(!workplace.folder.holds("out"), "nothing is written for nothing")
        try workplace.draw(1...3)
        try waitForTiles(3)
        try workplace.draw(4...4)
        try waitForTiles(4)
        try workplace.wait { try workplace.text(of: "watch.out").split(separator: "\n").count > 1 }
        end(watch)
        let reports = try workplace.text(of: "watch.out").split(separator: "\n").map { try JSONReport(String($0)) }
        let decoded = reports.map { ($0["decoded"] as? [String: Int] ?? [:]).values.reduce(0, +) }
        #expect(decoded.reduce(0, +) == 4 && reports.last?.number("tiles") == 4)
        #expect(decoded.last == 1 && reports.last?.number("reused_tiles") == 3)
        #expect(try workplace.text(of: "watch.log").split(separator: "\n").count == 1)
    }

    @Test func `watching ends when its output cannot be written`() throws {
        guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
        try workplace.draw(1...1)
        let watch = try PipedTool(
            ["watch", "shots", "-o", "out", "--width", "40", "--rest", "0.1"], in: workplace.folder, to: full)
        let end = try watch.finish()
        #expect(
            end.status == 1 && end.errors.contains("standard output: The result cannot be written: the disk is full."))
        #expect(try WrittenTrack(workplace).cues.count == 1, "It was published before.")
    }

    @Test(arguments: [[], ["--poll"]])
    func `publishes changed and removed screenshots`(options: [String]) throws {
        try workplace.draw(1...3)
        let watch = try BuiltTool(
            ["watch", "shots", "-o", "out", "--rest", "0.1"] + options, in: workplace.folder, output: "watch.out",
            errors: "watch.log")
        try waitForTiles(3)
        try workplace.folder.remove("shots/ch2_20s.jpg")
        try waitForTiles(2)
        try workplace.draw(2...2)
        try waitForTiles(3)
        end(watch, by: SIGTERM)
        let lines = try workplace.text(of: "watch.out").split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasSuffix(" 3 tiles, 3 decoded, 0 reused, up to 00:00:30.000"))
        #expect(lines[2].hasSuffix(" 3 tiles, 1 decoded, 2 reused, up to 00:00:30.000"))
    }

    @Test func `a damaged file is named once and replaced when it is mended`() throws {
        try workplace.folder.write([1, 2, 3], to: "shots/ch1_10s.jpg")
        let watch = try start("--strict")
        try workplace.wait { try workplace.text(of: "watch.log").contains("ch1_10s.jpg: ") }
        #expect(watch.isRunning && !workplace.folder.holds("out/thumbnails.vtt"))
        try workplace.draw(1...2)
        try waitForTiles(2)
        end(watch)
        #expect(try workplace.text(of: "watch.log").split(separator: "\n").count == 1)
    }

    @Test func `a placeholder stands in for damage`() throws {
        try workplace.draw(1...2)
        try workplace.folder.write([1, 2, 3], to: "shots/ch3_30s.jpg")
        let watch = try start()
        try workplace.wait { (try? WrittenTrack(workplace).cues.count) == 3 }
        try workplace.draw(3...3)
        try workplace.wait { try workplace.text(of: "watch.out").split(separator: "\n").count == 2 }
        try waitForTiles(3)
        end(watch)
        let log = try workplace.text(of: "watch.log")
        #expect(log.split(separator: "\n").count == 1 && log.contains("A placeholder stands in."))
    }

    @Test func `between updates others may write into the output`() throws {
        try workplace.draw(1...2)
        let watch = try start()
        try waitForTiles(2)
        try workplace.wait { !(try workplace.folder.read("watch.out").isEmpty) }
        #expect(try workplace.compose().status == 0)
        end(watch)
    }

    @Test(.thorough) func `an output that is busy is waited for`() throws {
        try workplace.draw(1...2)
        try workplace.folder.makeFolder("out")
        let descriptor = open(workplace.folder.path("out"), O_RDONLY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let watch = try start()
        try workplace.wait { try workplace.text(of: "watch.log").contains("Another mosaic") }
        flock(descriptor, LOCK_UN)
        close(descriptor)
        try waitForTiles(2)
        end(watch)
    }

    @Test func `a folder that goes is an error that names it`() throws {
        try workplace.draw(1...1)
        let watch = try start()
        try waitForTiles(1)
        try FileManager.default.moveItem(
            atPath: workplace.folder.path("shots"), toPath: workplace.folder.path("elsewhere"))
        #expect(watch.wait() == 1)
        let lines = try workplace.text(of: "watch.log").split(separator: "\n")
        #expect(lines.last?.hasPrefix("mosaic: shots: The folder was removed, renamed or replaced") == true)
        #expect(FolderWitness.firstFault(in: workplace.folder.path("out")) == nil)
    }

    @Test(arguments: ["shots", "shots/out", "./shots/a/b"])
    func `the output is neither the watched folder nor inside it`(output: String) throws {
        let run = try workplace.run("watch", "shots", "-o", output)
        #expect(run.status == 1 && run.errors.contains("folder that is read"))
        #expect(try workplace.folder.names(in: "shots").isEmpty)
    }

    @Test func `refuses an impossible watch at once`() throws {
        try workplace.draw(1...1)
        try workplace.compose("--id", "other")
        #expect(try workplace.run("watch", "shots", "-o", "out").status == 1)
        let absent = try workplace.run("watch", "absent", "-o", "new")
        #expect(absent.status == 66 && absent.errors.hasSuffix(": There is no such file or folder.\n"))
        let picture = try workplace.run("watch", "shots/ch1_10s.jpg", "-o", "new")
        #expect(
            picture.status == 65
                && picture.errors.hasPrefix("mosaic: shots/ch1_10s.jpg: It is one picture; name a film")
        )
        #expect(try workplace.run("watch", "shots", "-o", "new", "--quality", "0").status == 64)
        #expect(try workplace.folder.names() == ["out", "shots"])
    }
}
