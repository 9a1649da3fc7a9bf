import Foundation
import MosaicFixtures
import Testing
import Tiers

/// The program over every version of HTTP that it speaks, asked by curl.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: InstalledTool.curl.path != nil, "curl is not installed"))
struct ServeProtocolTests {
    private static let path = "/storyboards/film/thumbnails.vtt"

    private struct Answer: Equatable {
        var version: String
        var status: Int
        var fields: [String: String]
        var body: [UInt8]
    }

    /// Arguments of curl for a transport.
    private static func arguments(_ transport: String, certificate: String) -> [String] {
        switch transport {
        case "HTTP/1.1": ["--http1.1"]
        case "h2c": ["--http2-prior-knowledge"]
        case "TLS": ["--http1.1", "--cacert", certificate]
        default: ["--http2", "--cacert", certificate]
        }
    }

    @Test(
        .enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes a certificate, is not installed"),
        arguments: Tier.sample(["HTTP/1.1", "h2c", "TLS", "TLS, HTTP/2"], 2))
    func `heads, ranges and conditions are the same over all of them`(transport: String) async throws {
        let library = try ServedLibrary(width: 96)
        let certificate = library.folder.path("certificate.pem")
        try InstalledTool.makeCertificate(certificate, key: library.folder.path("key.pem"))
        let isTLS = transport.hasPrefix("TLS")
        let server = try await ServeProcess(
            ["--library", library.folder.path("library")]
                + (isTLS ? ["--tls-cert", certificate, "--tls-key", library.folder.path("key.pem")] : []),
            in: library.folder)
        let base = (isTLS ? "https" : "http") + "://localhost:\(server.port)"
        let how = Self.arguments(transport, certificate: certificate)
        func ask(_ fields: [String] = [], path: String = Self.path, head: Bool = false) throws -> Answer {
            let output = try InstalledTool.fetch(
                how + ["-D", "-"] + (head ? ["-I", "-o", "/dev/null"] : []) + fields.flatMap { ["-H", $0] }
                    + [base + path]
            ).output
            let end = try #require(output.firstRange(of: Array("\r\n\r\n".utf8)))
            let lines = String(decoding: output[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            let words = try #require(lines.first).split(separator: " ")
            let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingPrefix(" ").description)
            }
            return Answer(
                version: String(words[0]), status: Int(words[1]) ?? 0,
                fields: Dictionary(pairs) { $1 }, body: Array(output[end.upperBound...]))
        }

        let track = try library.folder.read("library/film/thumbnails.vtt")
        let whole = try ask()
        #expect(whole.version == (["HTTP/1.1", "TLS"].contains(transport) ? "HTTP/1.1" : "HTTP/2"))
        #expect(whole.status == 200 && whole.body == track)
        #expect(
            whole.fields["content-type"] == "text/vtt; charset=utf-8" && whole.fields["cache-control"] == "no-cache")
        let tag = try #require(whole.fields["etag"])
        let date = try #require(whole.fields["last-modified"])
        #expect(tag.hasPrefix("\"") && whole.fields["accept-ranges"] == "bytes")

        let head = try ask(head: true)
        #expect(head.status == 200 && head.body.isEmpty)
        for name in ["content-length", "content-type", "etag", "last-modified", "cache-control", "accept-ranges"] {
            #expect(head.fields[name] == whole.fields[name], "\(name)")
        }

        let unchanged: [[String]] = [
            ["If-None-Match: \(tag)"], ["If-None-Match: W/\(tag)"], ["If-None-Match: \"a\", \(tag) , \"b\""],
            ["If-None-Match: *"], ["If-Modified-Since: \(date)"],
            ["If-None-Match: \(tag)", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
            ["If-None-Match: \(tag)", "Range: bytes=0-3"],
        ]
        for conditions in unchanged {
            let same = try ask(conditions)
            #expect(same.status == 304 && same.body.isEmpty && same.fields["etag"] == tag, "\(conditions)")
        }
        let whollyAnswered: [[String]] = [
            ["If-None-Match: \"a\", \"b\""], ["If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
            ["If-Modified-Since: yesterday"], ["If-None-Match: \"a\"", "If-Modified-Since: \(date)"],
            ["Range: bytes=0-1,4-5"], ["Range: bytes=5-4"], ["Range: lines=0-3"], ["Range: bytes=a-b"],
            ["Range: bytes=0-3", "If-Range: \"other\""], ["Range: bytes=0-3", "If-Range: W/\(tag)"],
        ]
        for conditions in whollyAnswered {
            let again = try ask(conditions)
            #expect(again.status == 200 && again.body == track, "\(conditions)")
        }
        let parts: [(String, [UInt8])] = [
            ("0-0", Array(track[0...0])), ("3-9", Array(track[3...9])), ("-5", Array(track.suffix(5))),
            ("\(track.count - 1)-", Array(track.suffix(1))), ("2-99999999999999999999", Array(track[2...])),
            ("-99999999", track),
        ]
        for (range, bytes) in parts {
            let part = try ask(["Range: bytes=\(range)", "If-Range: \(tag)"])
            #expect(part.status == 206 && part.body == bytes, "\(range)")
            #expect(part.fields["content-range"]?.hasSuffix("/\(track.count)") == true, "\(range)")
        }
        for range in ["\(track.count)-", "-0"] {
            let past = try ask(["Range: bytes=\(range)"])
            #expect(past.status == 416 && past.fields["content-range"] == "bytes */\(track.count)", "\(range)")
        }

        // One connection serves many; over HTTP/2 several at a time, which curl tries with TLS alone.
        let many = (0..<8).flatMap { _ in ["-o", "/dev/null", base + Self.path] }
        let counts = try InstalledTool.fetch(how + ["-w", "%{num_connects}\n"] + many).text
        #expect(counts == "1\n0\n0\n0\n0\n0\n0\n0\n")
        if transport == "TLS, HTTP/2" {
            let side = try InstalledTool.fetch(how + ["--parallel", "-w", "%{http_code} %{num_connects}\n"] + many)
            let lines = side.lines
            #expect(lines.allSatisfy { $0.hasPrefix("200 ") } && lines.filter { $0.hasSuffix(" 1") }.count == 1)
        }
        #expect(server.stop() == 0)
    }
}
