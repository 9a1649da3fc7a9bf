import CryptoOracle
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import MosaicServer

struct FrontPageRoutesTests {
    private static let browser: HTTPFields = [
        .accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
    ]

    @Test func `browsers get the page, and every other client gets links`() async throws {
        try await ServedWork().ask(works: false) { client in
            let page = try await client.get("/", Self.browser)
            #expect(page.status == .ok && page.text.hasPrefix("<!doctype html>"))
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            for fields in [[:], [.accept: "*/*"], [.accept: "application/json"]] as [HTTPFields] {
                let answer = try await client.get("/", fields)
                #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
                #expect(answer.headers[values: .vary].contains { $0.contains("Accept") })
                #expect(answer.json?["version"] as? Int == 1)
            }
            #expect(page.headers[values: .vary].contains { $0.contains("Accept") })
            let tag = try #require(page.headers[.eTag])
            let again = try await client.get("/", [.accept: "text/html", .ifNoneMatch: tag])
            #expect(again.status == .notModified && again.headers[values: .vary].contains { $0.contains("Accept") })
            let head = try await client.execute(uri: "/", method: .head, headers: Self.browser) { $0 }
            #expect(head.status == .ok && head.bytes.isEmpty && head.headers[.eTag] == tag)
            let post = try await client.execute(uri: "/", method: .post) { $0 }
            #expect(post.status == .methodNotAllowed)
        }
    }

    @Test(arguments: ["", "/mosaic", "/a/b"])
    func `links lead to routes of this server, with the URL prefix`(prefix: String) async throws {
        try await ServedWork().ask(works: false) {
            $0.urlPrefix = prefix
        } _: { client in
            let links = try #require(try await client.get(prefix + "/").json?["links"] as? [String: String])
            #expect(links["storyboards"] == prefix + "/storyboards" && links["jobs"] == prefix + "/jobs")
            // A stream of events has no end.
            for (name, path) in links where name != "events" {
                #expect(path.hasPrefix(prefix + "/"))
                let answer = try await client.get(path)
                #expect(answer.status == .ok || name == "videos" && answer.status == .unauthorized, "\(name)")
            }
        }
    }

    @Test func `below a prefix the page is a folder, because its URLs are relative`() async throws {
        try await ServedWork().ask(works: false) {
            $0.urlPrefix = "mosaic"
        } _: { client in
            let answer = try await client.get("/mosaic", Self.browser)
            #expect(answer.status == .permanentRedirect && answer.headers[.location] == "/mosaic/")
            #expect(try await client.get("/mosaic/", Self.browser).status == .ok)
            #expect(try await client.get("/mosaic/favicon.ico").status == .ok)
        }
    }

    @Test func `the policy allows the page's own style and script, and nothing else inline`() async throws {
        try await ServedWork().ask(works: false) { client in
            let page = try await client.get("/", Self.browser)
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe"))
            for name in ["style", "script"] {
                let text = try #require(
                    page.text.firstMatch(of: try Regex("(?s)<\(name)>(.*?)</\(name)>"))?.output[1].substring)
                let hash = Data(CryptoOracle.sha256(Array(text.utf8))).base64EncodedString()
                #expect(policy.contains("\(name)-src 'sha256-\(hash)';"), "\(name)")
            }
            // Attributes with style or script in them would do nothing.
            #expect(page.text.firstMatch(of: /<[^>]* (on[a-z]+|style)=/) == nil)
            #expect(page.text.firstMatch(of: /(?:src|href)="(?!favicon)/) == nil)
        }
    }

    @Test func `the page takes no token, and says what this server takes`() async throws {
        try await ServedWork().ask(works: false) {
            $0.token = "secret"
            $0.reading = .token
        } _: { client in
            let page = try await client.get("/", Self.browser)
            #expect(page.status == .ok && page.text.contains(#"data-takes-jobs="true""#))
            #expect(page.text.contains(#"data-reading="token""#) && !page.text.contains("secret"))
            #expect(try await client.get("/storyboards").status == .unauthorized)
        }
        try await ServedWork().ask(works: false) {
            $0.isReadOnly = true
        } _: { client in
            let page = try await client.get("/", Self.browser)
            #expect(page.text.contains(#"data-takes-jobs="false""#) && page.text.contains(#"data-reading="public""#))
        }
    }

    @Test func `the icon has two sizes, each as long as it says`() async throws {
        try await ServedWork().ask(works: false) { client in
            let answer = try await client.get("/favicon.ico")
            #expect(answer.status == .ok && answer.headers[.contentType] == "image/vnd.microsoft.icon")
            let file = answer.bytes
            func number(_ offset: Int, _ count: Int) -> Int {
                (0..<count).reduce(0) { $0 + Int(file[offset + $1]) << (8 * $1) }
            }
            #expect(number(0, 2) == 0 && number(2, 2) == 1 && number(4, 2) == 2)
            var end = 6 + 16 * 2
            for (index, side) in [16, 32].enumerated() {
                let entry = 6 + 16 * index
                #expect(Int(file[entry]) == side && Int(file[entry + 1]) == side && number(entry + 12, 4) == end)
                // Header, pixels of 32 bits, and a mask whose rows are whole words.
                #expect(number(entry + 8, 4) == 40 + side * side * 4 + (side + 31) / 32 * 4 * side)
                #expect(number(end, 4) == 40 && number(end + 4, 4) == side && number(end + 8, 4) == 2 * side)
                end += number(entry + 8, 4)
            }
            #expect(file.count == end)
            let svg = try await client.get("/favicon.svg")
            #expect(svg.headers[.contentType] == "image/svg+xml" && svg.text.hasPrefix("<svg"))
            #expect(svg.text.ranges(of: "<rect ").count == 4 && svg.text.hasSuffix("</svg>\n"))
        }
    }
}
