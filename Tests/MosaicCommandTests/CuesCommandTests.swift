import Foundation
import MosaicFixtures
import Testing
import Tiers

// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct CuesCommandTests {
    private static let cases = Workplace.packageRoot.appending(path: "Tests/Conformance/webvtt")
    private static let index = cases.appending(path: "cases.json")

    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    @Test func `every shared case is printed as expected, and nothing else`() async throws {
        let cases = try JSONReport(String(contentsOf: Self.index, encoding: .utf8)).objects("cases")
        #expect(cases.count >= 300)
        for item in Tier.sample(cases, 20) {
            let name = try #require(item["file"] as? String)
            let expected = try #require(item["expected"] as? NSDictionary)
            let run = try workplace.run("cues", Self.cases.appending(path: name).path, "--json")
            let printed = try JSONSerialization.jsonObject(with: Data(run.bytes)) as? NSDictionary
            #expect(printed == expected, "\(name)")
            let isValid = expected["valid"] as? Bool
            #expect(run.status == (isValid == true ? 0 : 65), "\(name)")
            #expect(run.errors.isEmpty == isValid, "\(name)")
            await Task.yield()
        }
    }

    @Test func `people get a line for each cue`() throws {
        let track = """
            WEBVTT

            id
            00:01.500 --> 01:00:02.000 align:start
            a.jpg#xywh=0,0,4,3

            00:02.000 --> 00:03.000
            b
            """
        try workplace.folder.write(Array(track.utf8), to: "t.vtt")
        let run = try workplace.run("cues", "t.vtt")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(
            run.output == """
                00:00:01.500 --> 01:00:02.000  a.jpg#xywh=0,0,4,3
                00:00:02.000 --> 00:00:03.000  b

                """)
    }

    @Test func `an empty track is valid and has no cues`() throws {
        try workplace.folder.write(Array("WEBVTT".utf8), to: "t.vtt")
        let report = try JSONReport(workplace.run("cues", "t.vtt", "--json").output)
        #expect(report.keys == ["valid", "cues"])
        #expect(report["valid"] as? Bool == true && report.objects("cues").isEmpty)
        let lines = try workplace.run("cues", "t.vtt")
        #expect(lines.status == 0 && lines.output.isEmpty)
    }

    @Test(
        arguments: [
            ([], 64), (["t.vtt", "u.vtt"], 64), (["absent.vtt"], 66), (["."], 66), (["text.txt"], 65), (["empty"], 65),
        ] as [([String], Int32)])
    func `the exit status separates a wrong call, wrong data and missing data`(arguments: [String], status: Int32)
        throws
    {
        try workplace.folder.write(Array("no track\n".utf8), to: "text.txt")
        try workplace.folder.write([], to: "empty")
        let run = try workplace.run(["cues"] + arguments)
        #expect(run.status == status && run.output.isEmpty && !run.errors.isEmpty)
    }
}
