import Foundation
import MosaicFixtures
import Testing
import Tiers

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct CuesCommandTests {
    private static let cases = Workplace.packageRoot.appending(path: "Tests/Conformance/webvtt")
    private static let index = cases.appending(path: "cases.json")

    private let workplace = Workplace()

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
}
