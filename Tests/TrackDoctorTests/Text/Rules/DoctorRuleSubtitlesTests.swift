import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleSubtitlesTests {
    private func rules(_ payloads: [String]) -> [String] {
        Diagnosis(examining: Array(track(payloads: payloads).utf8)).findings.map(\.rule)
    }

    @Test func `subtitles have one finding and no other`() throws {
        let payloads = ["- Where were you?\n- At home.", "<v Ann>I don't know.", "Never.", "He said: https, not http"]
        #expect(try DoctorRule.subtitles.lines(in: track(payloads: payloads)) == [3])
        #expect(rules(payloads) == ["subtitles"])
    }

    @Test func `one word is a subtitle in a SubRip file alone`() {
        let text = "1\n00:00:00,000 --> 00:00:05,000\nHi\n"
        #expect(Diagnosis(examining: Array(text.utf8)).findings.map(\.rule) == ["subtitles"])
        let picture = Diagnosis(examining: Array(text.replacing("Hi", with: "a.jpg").utf8)).findings
        #expect(picture.map(\.rule).contains("decimal-commas"))
        let point = Diagnosis(examining: Array(text.replacing(",", with: ".").utf8)).findings
        #expect(point.map(\.rule).contains("signature"))
    }

    @Test(arguments: [
        ["my film 1.jpg", "my film 2.png?v=1 2", "a.jpg"], ["a b#xywh=0,0,1,1", "c d", "e f"], ["sheet"], [],
        ["https://cdn.example/a b", "https://cdn.example/a c"], ["words and words", "a.jpg", "b.jpg"],
        ["a b#xywh=-1,0,0,0", "c d"],
    ])
    func `URLs are not subtitles, with spaces or without`(payloads: [String]) {
        #expect(!rules(payloads).contains("subtitles"))
    }
}
