import MosaicFixtures
import Testing

/// `--width` with several widths, of every command that takes it.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeWidthsTests {
    private let workplace = Workplace()

    private func expectWhole(_ folders: [String]) {
        for folder in folders {
            #expect(FolderWitness.firstFault(in: workplace.folder.path(folder)) == nil, "\(folder)")
        }
    }

    @Test func `reports each width with its folder, as text and as JSON`() throws {
        try workplace.draw(1...6)
        let run = try workplace.run(["compose", "shots", "-o", "out", "--width", "40,100,24"])
        #expect(run.status == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        #expect(
            lines.prefix(3).map { $0.split(separator: " ").last } == [
                "out/thumbnails.vtt", "out/24/thumbnails.vtt", "out/100/thumbnails.vtt",
            ])
        expectWhole(["out", "out/24", "out/100"])
        let again = try workplace.run(["compose", "shots", "-o", "out", "--json"])
        let report = try JSONValue(Array(again.output.utf8))
        #expect(report["widths"]?.elements.compactMap(\.number) == [24, 100])
        let sheets = try ["out", "out/24", "out/100"].flatMap { folder in
            try workplace.folder.names(in: folder).filter { $0.hasSuffix(".jpg") }
                .map { try workplace.folder.read("\(folder)/\($0)").count }
        }
        #expect(report["bytes"]?.number == Double(sheets.reduce(0, +)))
    }

    @Test(arguments: ["40,", ",40", "40,x", "40,40", "40,24,0", "1,2,3,4,5,6,7,8,9", "40;80"])
    func `widths that make no sense are a wrong command line`(widths: String) throws {
        try workplace.draw(1...1)
        let run = try workplace.run(["compose", "shots", "-o", "out", "--width", widths])
        #expect(run.status == 64 && run.output.isEmpty && !run.errors.isEmpty)
        #expect(!workplace.folder.holds("out"))
    }

    @Test func `a batch with other widths composes anew, with the same ones it does not`() throws {
        try workplace.draw(1...3)
        func unchanged(_ widths: String) throws -> Double? {
            let run = try workplace.run([
                "batch", ".", "-o", "library", "--resume", "--width", widths, "--keep-old", "0", "--json",
            ])
            #expect(run.status == 0, "\(run.errors)")
            return try JSONValue(Array(run.output.utf8))["unchanged"]?.number
        }
        #expect(try unchanged("40,24") == 0)
        expectWhole(["library/shots", "library/shots/24"])
        // A run that begins two seconds after the screenshots were written records their versions, which is a change.
        let again = try unchanged("40,24")
        #expect(try again == 1 || again == 0 && unchanged("40,24") == 1)
        #expect(try unchanged("40,24,64") == 0)
        expectWhole(["library/shots", "library/shots/24", "library/shots/64"])
        #expect(try unchanged("40,64") == 0)
        #expect(!workplace.folder.holds("library/shots/24"))
        let shown = try workplace.run(["show", "shots", "--library", "library"])
        #expect(shown.output.contains("widths    64 besides"))
    }

    @Test func `a job composes the widths that it was submitted with`() throws {
        try workplace.draw(1...3)
        let submitted = try workplace.run([
            "submit", "shots", "--id", "film", "--settle", "0", "--library", "library", "--width", "40,24",
        ])
        #expect(submitted.status == 0, "\(submitted.errors)")
        #expect(try workplace.run(["worker", "--once", "--library", "library"]).status == 0)
        expectWhole(["library/film", "library/film/24"])
    }
}
