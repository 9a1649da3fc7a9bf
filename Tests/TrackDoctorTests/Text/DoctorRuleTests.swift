import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTests {
    @Test func `a rule that notes nothing has no finding`() {
        let rule = DoctorRule<Int>("a", .breaks, affected: "", fix: "") { _, _ in }
        #expect(rule.finding(in: 1) == nil)
    }

    @Test func `a finding has the texts of its rule and the places`() {
        let rule = DoctorRule<Int>("a-b", .advice, affected: "Some.", fix: "Do.") { number, occurrences in
            occurrences.note(line: number, "Here.")
            occurrences.note("There.")
        }
        let finding = rule.finding(in: 7)
        #expect(finding?.rule == "a-b" && finding?.severity == .advice)
        #expect(finding?.affected == "Some." && finding?.fix == "Do.")
        #expect(finding?.line == 7 && finding?.message == "Here." && finding?.count == 2)
        #expect(finding?.occurrences.map(\.line) == [7, nil])
    }

    @Test func `every rule on tracks has a unique name and full sentences`() {
        let rules = DoctorRule.track
        #expect(Set(rules.map(\.name)).count == rules.count)
        for rule in rules {
            #expect(rule.name.allSatisfy { ($0.isASCII && $0.isLowercase) || $0 == "-" }, "\(rule.name)")
            #expect(rule.affected.hasSuffix(".") && rule.fix.hasSuffix("."), "\(rule.name)")
        }
    }
}
