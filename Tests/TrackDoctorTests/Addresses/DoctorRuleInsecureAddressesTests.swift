import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleInsecureAddressesTests {
    private let payloads = [
        "http://cdn.example/a.jpg", "https://cdn.example/b.jpg", "c.jpg", "http://localhost:8080/d.jpg",
        "http://127.0.0.1/e.jpg", "//cdn.example/f.jpg", "HTTP://cdn.example/g.jpg",
    ]

    @Test func `sheets over http are found for a page over https`() throws {
        let rule = DoctorRule.insecureAddresses
        #expect(rule.lines(try addresses(payloads, track: "https://cdn.example/t.vtt")) == [3, 21])
        #expect(rule.lines(try addresses(payloads, track: "file:///t.vtt")) == [3, 21])
        #expect(rule.lines(try addresses(["a.jpg"], track: "http://cdn.example/t.vtt")) == [nil])
    }

    @Test func `a page over http is in order, and so is this machine's own server`() throws {
        let rule = DoctorRule.insecureAddresses
        #expect(rule.lines(try addresses(payloads, track: "http://cdn.example/t.vtt", page: "http://p.example")) == [])
        #expect(rule.lines(try addresses(["a.jpg"], track: "http://localhost/t.vtt")) == [])
        #expect(rule.lines(try addresses(["a.jpg"], track: "http://[::1]:80/t.vtt")) == [])
    }
}
