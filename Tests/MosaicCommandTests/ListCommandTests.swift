import MosaicFixtures
import Testing

/// `mosaic list`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ListCommandTests {
    private let workplace = Workplace()

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

    @Test func `a list that goes on says so`() async throws {
        try await remember()
        let run = try workplace.inLibrary("list", "--limit", "2")
        #expect(run.errors == "mosaic: 2 of 3 storyboards are shown; --offset 2 goes on.\n")
        #expect(run.output.split(separator: "\n").count == 3)
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
        #expect(run.status == 66 && run.errors.contains("one storyboard"))
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
