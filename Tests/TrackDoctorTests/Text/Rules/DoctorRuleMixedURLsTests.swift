import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleMixedURLsTests {
    @Test(arguments: [
        (["a.jpg", "https://cdn.example/b.jpg", "c.jpg", "/d.jpg"], [6, 12]),
        (["https://cdn.example/a.jpg", "b.jpg", "//cdn.example/c.jpg"], [6]), (["/a.jpg", "../b.jpg"], [6]),
    ])
    func `URLs of another kind than the first cue's are found`(payloads: [String], lines: [Int]) throws {
        #expect(try DoctorRule.mixedURLs.lines(in: track(payloads: payloads)) == lines)
    }

    @Test(arguments: [
        ["a.jpg", "../b/c.jpg", "d.jpg?u=https://x"], ["https://a.example/a.jpg", "http://b.example/b.jpg", "/c.jpg"],
    ])
    func `URLs of one kind are in order`(payloads: [String]) throws {
        #expect(try DoctorRule.mixedURLs.lines(in: track(payloads: payloads)) == [])
    }
}
