import Testing
import WebVTT

@testable import TrackDoctor

struct DoctorRuleAccessTests {
    @Test func `a track with an error page is found, a missing sheet is another rule's`() throws {
        let rule = DoctorRule.trackStatus
        #expect(
            rule.messages(try answer(.track, status: 404)) == [
                "The server answers https://cdn.example/thumbnails.vtt with status 404."
            ]
        )
        #expect(rule.messages(try answer(.track), try answer(.sheet, status: 404)) == [])
    }

    @Test(arguments: [
        ("", 1), ("*", 0), ("https://player.example", 0), (" * ", 0), ("https://other.example", 1), ("*, *", 1),
        ("null", 1),
    ])
    func `the page's origin has to be let in, for the track and for sheets`(value: String, count: Int) throws {
        for role in [ExaminedAnswer.Role.track, .sheet] {
            let messages = DoctorRule.crossOriginAccess.messages(
                try answer(role, ["Access-Control-Allow-Origin": value]))
            #expect(messages.count == count, "\(value)")
        }
    }

    @Test func `a redirect without CORS fields is found although the final response has them`() throws {
        let closed = try hop("https://a.example/t.vtt", "https://b.example/t.vtt", [:])
        let open = try hop("https://a.example/t.vtt", "https://b.example/t.vtt")
        #expect(DoctorRule.crossOriginAccess.messages(try answer(.track, hops: [closed])).count == 1)
        #expect(DoctorRule.crossOriginAccess.messages(try answer(.track, hops: [open])) == [])
    }

    @Test func `a page of the track's own origin needs no permission`() throws {
        let closed = ["Access-Control-Allow-Origin": "", "Cross-Origin-Resource-Policy": "same-origin"]
        for (origin, count) in [("https://cdn.example", 0), ("http://cdn.example", 1), ("https://cdn.example:444", 1)] {
            let own = try answer(.track, closed, pageOrigin: origin)
            #expect(DoctorRule.crossOriginAccess.messages(own).count == count, "\(origin)")
            #expect(DoctorRule.refusedEmbedding.messages(own).count == count, "\(origin)")
        }
        let away = try hop("https://away.example/t.vtt", "https://cdn.example/t.vtt", [:])
        let redirected = try answer(.track, closed, hops: [away], pageOrigin: "https://cdn.example")
        #expect(DoctorRule.crossOriginAccess.messages(redirected).count == 1)
    }

    @Test func `the finding names the origin that may read the file`() throws {
        let found = DoctorRule.crossOriginAccess.messages(
            try answer(.sheet, ["Access-Control-Allow-Origin": "https://other.example"]))
        #expect(
            found == ["\"sheet-0.jpg\" may be read by \"https://other.example\", not by https://player.example."])
    }

    @Test(arguments: [("same-origin", 1), ("Same-Site", 1), ("cross-origin", 0), ("", 0)])
    func `a policy that allows only pages of the same site is found`(policy: String, count: Int) throws {
        let answer = try answer(.sheet, ["Cross-Origin-Resource-Policy": policy])
        #expect(DoctorRule.refusedEmbedding.messages(answer).count == count)
    }

    @Test func `an answer without a policy is found, any policy is another rule's`() throws {
        let rule = DoctorRule.resourcePolicy
        #expect(
            rule.messages(try answer(.sheet, ["Cross-Origin-Resource-Policy": ""])) == [
                "\"sheet-0.jpg\" comes without Cross-Origin-Resource-Policy."
            ])
        #expect(
            rule.messages(try answer(.sheet), try answer(.track, ["Cross-Origin-Resource-Policy": "same-site"])) == [])
    }

    @Test func `a step from https to http is found on any hop`() throws {
        let up = try hop("http://a.example/", "https://a.example/")
        let down = try hop("https://a.example/", "http://b.example/")
        #expect(DoctorRule.insecureRedirects.messages(try answer(.track, hops: [up])) == [])
        #expect(DoctorRule.insecureRedirects.messages(try answer(.track, hops: [up, down])).count == 1)
    }

    @Test func `redirects are found and counted`() throws {
        let step = try hop("https://a.example/", "https://b.example/")
        #expect(
            DoctorRule.redirects.messages(try answer(.track), try answer(.sheet, hops: [step, step])) == [
                "\"sheet-0.jpg\" takes 2 redirects."
            ])
    }

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
