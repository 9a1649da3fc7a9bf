import MosaicFixtures
import Testing

/// `mosaic repair`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct RepairCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...2)
        try workplace.publish("film-a", "film-b")
    }

    private func loseCatalog() throws {
        for name in try workplace.folder.names(in: "library") where name.hasPrefix(".mosaic-catalog") {
            try workplace.folder.remove("library/\(name)")
        }
    }

    @Test func `a lost catalog comes back from the documents`() throws {
        let before = try JSONReport(workplace.inLibrary("list", "--json", "--sort", "id").output)
        try loseCatalog()
        #expect(try workplace.inLibrary("list").status == 66)
        let run = try workplace.inLibrary("repair")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "2 whole, 0 with faults; 2 entries written, 0 forgotten\n")
        let after = try JSONReport(workplace.inLibrary("list", "--json", "--sort", "id").output)
        #expect(after.objects("storyboards").map { $0["tiles"] as? Int } == [2, 2])
        #expect(
            after.objects("storyboards").map { $0["id"] as? String }
                == before.objects("storyboards").map { $0["id"] as? String })
    }

    @Test func `storyboards that are not whole are named and make it bad data`() throws {
        let sheet = try #require(workplace.sheets(in: "library/film-a").first)
        try workplace.folder.remove("library/film-a/\(sheet)")
        let run = try workplace.inLibrary("repair")
        #expect(run.status == 65 && run.output.hasPrefix("1 whole, 1 with faults; "))
        #expect(run.errors.hasPrefix("mosaic: film-a: ") && run.errors.contains(sheet))
        let report = try workplace.inLibrary("repair", "--json")
        #expect(report.status == 65)
        #expect(try JSONReport(report.output).objects("faults").map { $0["id"] as? String } == ["film-a"])
    }

    @Test func `a folder without storyboards is not made a library`() throws {
        #expect(try workplace.run("repair", "--library", "shots").status == 66)
        #expect(try workplace.run("repair", "--library", "absent").status == 66)
        #expect(try workplace.folder.names(in: "shots").count == 2 && !workplace.folder.holds("absent"))
    }
}
