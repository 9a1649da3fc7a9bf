import Foundation
import S3Fixtures
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The server of these tests, asked by Foundation's own client.
struct S3ServerTests {
    private static func ask(
        _ address: String, method: String = "GET", headers: [String: String] = [:], body: String? = nil
    ) async throws -> (status: Int, headers: HTTPURLResponse, text: String) {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        return (answer.statusCode, answer, String(decoding: data, as: UTF8.self))
    }

    @Test func `a listing has pages, folders and encoded keys`() async throws {
        let server = try await S3Server.start(pageLimit: 2)
        for key in ["a/1 ü.jpg", "a/2+.jpg", "a/b/3.jpg", "a/b/4.jpg", "a/c/5.jpg", "b/6.jpg"] {
            server.store(Array("x".utf8), at: key)
        }
        let address = server.url + "/chapter-screenshots?list-type=2&prefix=a/&delimiter=/&encoding-type=url"
        let first = try await Self.ask(address).text
        #expect(first.contains("<Key>a/1+%C3%BC.jpg</Key>") && first.contains("<Key>a/2%2B.jpg</Key>"))
        #expect(first.contains("<IsTruncated>true</IsTruncated>") && !first.contains("CommonPrefixes"))
        let token = try #require(first.split(separator: "ContinuationToken>").dropFirst().first?.prefix { $0 != "<" })
        let escaped = token.replacing("+", with: "%2B").replacing("=", with: "%3D")
        let second = try await Self.ask(address + "&continuation-token=\(escaped)").text
        #expect(second.contains("<Prefix>a/b/</Prefix>") && second.contains("<Prefix>a/c/</Prefix>"))
        #expect(second.contains("<IsTruncated>false</IsTruncated>") && !second.contains("<Contents>"))
        #expect(server.counts[.list] == 2)
        #expect(try await Self.ask(server.url + "/another?list-type=2").status == 404)
    }

    @Test func `objects are written, read in parts, and asked about`() async throws {
        let server = try await S3Server.start()
        let address = server.url + "/chapter-screenshots/7/ch1_0s.jpg"
        #expect(try await Self.ask(address).status == 404)
        let put = try await Self.ask(address, method: "PUT", body: "0123456789")
        #expect(put.headers.value(forHTTPHeaderField: "ETag") == "\"781e5e245d69b566979b86e28d23f2c7\"")
        let part = try await Self.ask(address, headers: ["Range": "bytes=8-20"])
        #expect(part.status == 206 && part.text == "89")
        #expect(part.headers.value(forHTTPHeaderField: "Content-Range") == "bytes 8-9/10")
        #expect(try await Self.ask(address, headers: ["Range": "bytes=10-20"]).status == 416)
        let head = try await Self.ask(address, method: "HEAD")
        #expect(head.status == 200 && head.headers.value(forHTTPHeaderField: "Content-Length") == "10")
        #expect(server.counts[.get] == 3 && server.counts[.head] == 1 && server.counts[.put] == 1)
    }

    @Test func `reads may be public while listings are not`() async throws {
        let server = try await S3Server.start(access: .publicReads(keyID: "KEY"))
        server.store(Array("x".utf8), at: "1.jpg")
        #expect(try await Self.ask(server.url + "/chapter-screenshots/1.jpg").status == 200)
        let listing = server.url + "/chapter-screenshots?list-type=2"
        #expect(try await Self.ask(listing).status == 403)
        let signed = ["Authorization": "AWS4-HMAC-SHA256 Credential=KEY/20260101/us-east-1/s3/aws4_request"]
        #expect(try await Self.ask(listing, headers: signed).status == 200)
        server.answer { _ in .error(503, "SlowDown") }
        #expect(try await Self.ask(listing, headers: signed).text.contains("<Code>SlowDown</Code>"))
    }
}
