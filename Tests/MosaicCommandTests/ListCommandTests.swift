import MosaicFixtures
import Testing

/// `mosaic list`.
// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ListCommandTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func remember() async throws {
        try await workplace.remember("film-b", title: "Der zweite Film", minute: 0, duration: 5_400_000)
        try await workplace.remember("film-a", title: "Der erste Film", minute: 2)
        try await workplace.remember("-c", minute: 1)
    }

    @Test func `a library is a table`() async throws {
        try await remember()
        let run = try workplace.inLibrary("list")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                ID      TITLE            TILES  DURATION       SIZE  UPDATED
                -c      -                   12         -  120.5 KiB  2023-11-14
                film-a  Der erste Film      12         -  120.5 KiB  2023-11-14
                film-b  Der zweite Film     12  01:30:00  120.5 KiB  2023-11-14

                """)
    }

    @Test(arguments: [
        ([], ["film-a", "-c", "film-b"]), (["--sort", "oldest"], ["film-b", "-c", "film-a"]),
        (["--sort", "id"], ["-c", "film-a", "film-b"]), (["--sort", "title"], ["-c", "film-a", "film-b"]),
        (["--sort", "title", "--limit", "1", "--offset", "1"], ["film-a"]),
        (["--search", "FILM"], ["film-a", "film-b"]),
        (["--search", "zweite"], ["film-b"]), (["--search", "nothing"], []),
        (["--limit", "1", "--offset", "1"], ["-c"]), (["--offset", "9"], []),
    ])
    func `order, search and page are as asked for`(options: [String], ids: [String]) async throws {
        try await remember()
        let report = try JSONReport(workplace.run(["list", "--library", "library", "--json"] + options).output)
        #expect(report.objects("storyboards").compactMap { $0["id"] as? String } == ids)
    }

    @Test func `a report for scripts has these keys`() async throws {
        try await remember()
        let report = try JSONReport(workplace.inLibrary("list", "--json", "--limit", "2", "--sort", "oldest").output)
        #expect(report.keys == ["version", "storyboards", "limit", "offset", "total", "has_more"])
        #expect(report.number("total") == 3 && report["has_more"] as? Bool == true)
        let first = try #require(report.objects("storyboards").first)
        #expect(
            Set(first.keys) == [
                "id", "title", "tiles", "placeholders", "duration_ms", "bytes", "status", "created_at", "updated_at",
                "links",
            ])
        #expect(first["duration_ms"] as? Int == 5_400_000 && first["bytes"] as? Int == 123_456)
        #expect(first["created_at"] as? String == "2023-11-14T22:13:20Z")
        let last = try JSONReport(workplace.inLibrary("list", "--json", "--offset", "2").output)
        #expect(last.number("total") == 3 && last["has_more"] as? Bool == false)
    }

    @Test func `a list that goes on says so`() async throws {
        try await remember()
        let run = try workplace.inLibrary("list", "--limit", "2")
        #expect(run.errors == "mosaic: 2 of 3 storyboards are shown; --offset 2 goes on.\n")
        #expect(run.output.split(separator: "\n").count == 3)
    }

    @Test(arguments: [["--limit", "0"], ["--limit", "10001"], ["--offset", "-1"], ["--sort", "size"]])
    func `invalid page options exit with 64`(options: [String]) async throws {
        try await remember()
        #expect(try workplace.run(["list", "--library", "library"] + options).status == 64)
    }

    @Test func `leaves a folder that is not a library unchanged`() throws {
        try workplace.draw(1...1)
        let run = try workplace.run("list", "--library", "shots")
        #expect(run.status == 66 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("mosaic: shots: ") && run.errors.contains("mosaic compose shots"))
        #expect(try workplace.folder.names(in: "shots") == ["ch1_10s.jpg"])
    }

    @Test func `a library that is not there is not made, and how to make one is said`() throws {
        let run = try workplace.inLibrary("list")
        #expect(run.status == 66 && run.errors.contains("mosaic submit"))
        #expect(try workplace.folder.names().isEmpty)
    }

    @Test func `refuses the output of compose as a library`() throws {
        try workplace.draw(1...1)
        try workplace.compose()
        let run = try workplace.run("list", "--library", "out")
        #expect(run.status == 1 && run.errors.contains("one storyboard"))
    }

    @Test func `the catalog may lie elsewhere`() throws {
        try workplace.draw(1...1)
        let catalog = ["--library", "library", "--catalog", "catalog.sqlite"]
        #expect(try workplace.run(["submit", "shots", "--settle", "0"] + catalog).status == 0)
        #expect(try workplace.run(["worker", "--once"] + catalog).status == 0)
        #expect(try workplace.run(["list"] + catalog).output.contains("\nshots "))
        #expect(try workplace.folder.names(in: "library").filter { !$0.hasPrefix(".") } == ["shots"])
        #expect(try workplace.inLibrary("list").status == 66)
    }

    @Test func `reports a damaged catalog with its name and a remedy`() throws {
        try workplace.folder.makeFolder("library")
        try workplace.folder.write(
            Array("no database, but long enough to be one".utf8), to: "library/.mosaic-catalog.sqlite")
        let run = try workplace.inLibrary("list")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errors.contains(".mosaic-catalog.sqlite: ") && run.errors.contains("mosaic repair"))
    }
}
