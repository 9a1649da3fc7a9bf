import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRulePrivateHostsTests {
    @Test(arguments: [
        "http://localhost:8080/a.jpg", "https://10.0.0.7/a.jpg", "https://[fd00::1]/a.jpg", "https://nas/a.jpg",
        "https://media.local/a.jpg", "https://192.168.1.2:9000/a.jpg?X-Amz-Signature=1",
    ])
    func `a sheet on a host that is not public is found`(url: String) throws {
        let rule = DoctorRule.privateHosts
        #expect(
            rule.lines(try addresses(["https://cdn.example/b.jpg", url], track: "https://cdn.example/t.vtt")) == [6])
        #expect(rule.lines(try addresses([url], track: "file:///t.vtt")) == [3])
    }

    @Test func `public hosts are in order, and sheets beside a track that is examined on such a host`() throws {
        let rule = DoctorRule.privateHosts
        let sheets = ["https://cdn.example/a.jpg", "https://9.9.9.9/b.jpg", "https://[2620:fe::fe]/c.jpg", "d.jpg"]
        #expect(rule.lines(try addresses(sheets, track: "https://cdn.example/t.vtt")) == [])
        #expect(rule.lines(try addresses(["http://10.0.0.7/a.jpg"], track: "http://10.0.0.7/t.vtt")) == [])
    }

    @Test func `no finding tells a query`() throws {
        let found = DoctorRule.privateHosts.finding(
            in: try addresses(["https://10.0.0.7/a.jpg?key=secret"], track: "file:///t.vtt"))
        #expect(found?.message == "\"a.jpg\" is on \"10.0.0.7\", which is not a public host.")
    }
}
