import MosaicFixtures
import Testing

/// `mosaic jobs`, `mosaic retry` and `mosaic cancel`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct JobsCommandTests {
    private let workplace = Workplace()

    /// One job of each of four states.
    init() throws {
        try workplace.draw(1...2)
        try workplace.publish("done")
        try workplace.folder.makeFolder("broken")
        try workplace.folder.write([1, 2, 3], to: "broken/ch1_10s.jpg", modified: 1_700_000_000)
        #expect(try workplace.inLibrary("submit", "broken", "--settle", "0").status == 0)
        #expect(try workplace.inLibrary("worker", "--once").status == 2, "A job failed.")
        #expect(try workplace.inLibrary("submit", "shots", "--id", "taken-back").status == 0)
        #expect(try workplace.inLibrary("cancel", "taken-back").status == 0)
        #expect(try workplace.inLibrary("submit", "shots", "--id", "waiting").status == 0)
    }

    private func states(_ options: String...) throws -> [String: String] {
        let report = try JSONReport(workplace.run(["jobs", "--library", "library", "--json"] + options).output)
        return report.objects("jobs").reduce(into: [:]) {
            $0[$1["storyboard"] as? String ?? ""] = $1["state"] as? String
        }
    }

    @Test func `jobs are a table, and counted`() throws {
        let run = try workplace.inLibrary("jobs")
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.split(separator: " ").first == "JOB")
        let rows = lines.dropFirst().dropLast().map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(rows == ["4 waiting pending", "3 taken-back cancelled", "2 broken failed", "1 done completed"])
        #expect(lines.last == "1 pending, 0 processing, 1 completed, 1 failed, 1 cancelled")
        #expect(run.output.contains("ch1_10s.jpg: "), "why it failed")
    }

    @Test func `one state or one page may be asked for`() throws {
        #expect(try states("--state", "failed") == ["broken": "failed"])
        #expect(try states("--state", "processing") == [:])
        #expect(try states("--limit", "1", "--offset", "1") == ["taken-back": "cancelled"])
        let page = try workplace.inLibrary("jobs", "--limit", "2")
        #expect(page.errors == "mosaic: 2 of 4 jobs are shown; --offset 2 goes on.\n")
        #expect(try workplace.inLibrary("jobs", "--state", "lost").status == 64)
    }

    @Test func `retries a failed job after its cause is fixed`() throws {
        try workplace.folder.write(DrawnScreenshot(number: 1).encoded, to: "broken/ch1_10s.jpg")
        let run = try workplace.inLibrary("retry", "--failed")
        #expect(run.status == 0 && run.output.hasPrefix("broken: job 2, pending, "))
        #expect(try workplace.inLibrary("cancel", "waiting").status == 0)
        #expect(try workplace.inLibrary("worker", "--once").status == 0)
        #expect(try states()["broken"] == "completed")
        #expect(FolderWitness.firstFault(in: workplace.folder.path("library/broken")) == nil)
        let none = try workplace.inLibrary("retry", "--failed")
        #expect(none.status == 0 && none.output.isEmpty && none.errors == "mosaic: No job has failed.\n")
    }

    @Test func `any job is retried by its id`() throws {
        #expect(try workplace.inLibrary("retry", "done", "taken-back").status == 0)
        #expect(try states("--state", "pending").keys.sorted() == ["done", "taken-back", "waiting"])
    }

    @Test func `refuses to cancel a finished job`() throws {
        let run = try workplace.inLibrary("cancel", "done", "waiting", "other")
        #expect(run.status == 66 && run.output == "waiting: job 4, cancelled\n")
        let errors = run.errors.split(separator: "\n")
        #expect(errors.count == 2)
        #expect(errors.first == "mosaic: done: The job is completed; there is nothing to cancel.")
        #expect(errors.last?.hasPrefix("mosaic: other: The library has no storyboard or job with this id") == true)
        #expect(try states()["waiting"] == "cancelled")
        #expect(try workplace.inLibrary("cancel", "done").status == 0, "as retry --failed where none has failed")
        #expect(try workplace.inLibrary("cancel", "waiting").status == 0, "it is so already")
    }

    @Test(arguments: [["retry"], ["retry", "done", "--failed"], ["cancel"]])
    func `arguments that identify no job exit with 64`(arguments: [String]) throws {
        #expect(try workplace.run(arguments + ["--library", "library"]).status == 64)
    }
}
