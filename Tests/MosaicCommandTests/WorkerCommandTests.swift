import Foundation
import MosaicFixtures
import Testing

/// `mosaic worker`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct WorkerCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...3)
    }

    private func start(_ options: String...) throws -> BuiltTool {
        try BuiltTool(
            ["worker", "--library", "library"] + options, in: workplace.folder, output: "worker.out",
            errors: "worker.log")
    }

    private func job(_ id: String) throws -> [String: Any] {
        try JSONReport(workplace.inLibrary("show", id, "--json").output)["job"] as? [String: Any] ?? [:]
    }

    private func state(of id: String) throws -> String? { try job(id)["state"] as? String }

    @Test func `once ends when all is done, with a log on standard error`() throws {
        for id in ["a", "b", "c"] {
            #expect(try workplace.inLibrary("submit", "shots", "--id", id, "--settle", "0").status == 0)
        }
        let run = try workplace.inLibrary("worker", "--once", "--jobs", "2")
        #expect(run.status == 0 && run.output.isEmpty)
        for id in ["a", "b", "c"] {
            #expect(FolderWitness.firstFault(in: workplace.folder.path("library/\(id)")) == nil)
            #expect(run.errors.contains(" \(id): published 3 tiles, 3 decoded, 0 reused\n"))
            #expect(run.errors.contains(" \(id): completed, 3/3 tiles\n"))
        }
        let line = try #require(run.errors.split(separator: "\n").first)
        let time = try #require(line.split(separator: " ").first)
        #expect(throws: Never.self) { try Date(String(time), strategy: .iso8601) }
        let again = try workplace.inLibrary("worker", "--once")
        #expect(again.status == 0 && again.errors == "mosaic: library: This worker found no job to do.\n")
        #expect(try workplace.inLibrary("worker", "--once", "--quiet").errors.isEmpty)
    }

    @Test func `chapters that arrive while it works grow the storyboard`() throws {
        #expect(try workplace.inLibrary("submit", "shots", "--expect", "5", "--width", "40").status == 0)
        let worker = try start()
        try workplace.wait { FolderWitness.firstFault(in: workplace.folder.path("library/shots")) == nil }
        #expect(try state(of: "shots") == "processing")
        try workplace.draw(4...5)
        try workplace.wait { try state(of: "shots") == "completed" }
        #expect(
            FolderWitness.firstFault(in: workplace.folder.path("library/shots")) { [DrawnScreenshot(number: $0)] }
                == nil)
        #expect(try WrittenTrack(workplace, "library/shots/thumbnails.vtt").cues.count == 5)
        worker.send(SIGTERM)
        #expect(worker.wait() == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends it with 0 and leaves no job held`(signal: Int32) throws {
        #expect(try workplace.inLibrary("submit", "shots", "--expect", "9").status == 0)
        let worker = try start("--jobs", "1")
        try workplace.wait { try state(of: "shots") == "processing" }
        worker.send(signal)
        #expect(worker.wait() == 0)
        #expect(try job("shots")["worker"] == nil)
        #expect(try workplace.folder.read("worker.out").isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal before the end of --once exits with 130`(signal: Int32) throws {
        #expect(try workplace.inLibrary("submit", "shots", "--expect", "9").status == 0)
        let worker = try start("--once", "--jobs", "1")
        try workplace.wait { try state(of: "shots") == "processing" }
        worker.send(signal)
        #expect(worker.wait() == 130)
        #expect(try job("shots")["worker"] == nil)
    }

    @Test func `logs a job that fails for good, and finishes the others`() throws {
        try workplace.folder.makeFolder("broken")
        try workplace.folder.write([1, 2, 3], to: "broken/ch1_10s.jpg", modified: 1_700_000_000)
        for folder in ["broken", "shots"] {
            #expect(try workplace.inLibrary("submit", folder, "--settle", "0").status == 0)
        }
        let run = try workplace.inLibrary("worker", "--once", "--quiet")
        #expect(run.status == 2 && run.errors.split(separator: "\n").count == 1)
        #expect(run.errors.contains(" broken: failed: ") && run.errors.contains("ch1_10s.jpg"))
        #expect(try state(of: "shots") == "completed" && state(of: "broken") == "failed")
    }

    @Test func `once makes no library, and a worker that makes one says so`() throws {
        let once = try workplace.inLibrary("worker", "--once")
        #expect(once.status == 66 && once.errors.hasPrefix("mosaic: library: There is no such library"))
        #expect(!workplace.folder.holds("library"))
        for run in 1...2 {
            let worker = try start()
            if run == 1 {
                try workplace.wait {
                    try workplace.text(of: "worker.log") == "mosaic: Made a new library in library.\n"
                }
            }
            #expect(try workplace.inLibrary("submit", "shots", "--id", "\(run)", "--settle", "0").status == 0)
            try workplace.wait { try state(of: "\(run)") == "completed" }
            worker.send(SIGTERM)
            #expect(worker.wait() == 0)
            #expect(try workplace.text(of: "worker.log").contains("new library") == (run == 1))
        }
    }
}
