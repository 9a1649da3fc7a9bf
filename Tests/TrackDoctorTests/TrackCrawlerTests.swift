import Foundation
import HTTPFetching
import MosaicCloud
import ScrubFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import TrackDoctor

/// The checkup against real servers on loopback.
@Suite struct TrackCrawlerTests {
    private static let sheetHeaders = [
        "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "Content-Type": "image/png",
        "Cache-Control": "public, max-age=31536000, immutable",
    ]
    private static let trackHeaders = [
        "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "ETag": "\"1\"",
        "Content-Type": "text/vtt; charset=utf-8", "Cache-Control": "no-cache",
    ]

    private func track(_ payloads: [String]) -> String {
        let cues = payloads.enumerated().map { index, text in
            Cue(start: Timestamp(milliseconds: Int64(index) * 1000), end: .openEnd, text: text)
        }
        return String(decoding: CueTrack(cues: cues).serialized(), as: UTF8.self)
    }

    private func checkup(_ address: String, _ options: Checkup.Options = Checkup.Options()) async throws -> Checkup {
        try await Checkup(of: try #require(URL(string: address)), by: HTTPClientTransport(), options: options)
    }

    @Test func `a healthy site of two origins only loses Plyr, and both hear where the page is from`() async throws {
        let sheets = try LoopbackServer { _ in LoopbackAnswer(pngHeader(160, 90), headers: Self.sheetHeaders) }
        let text = track(["near.png#xywh=0,0,16,9", "\(sheets.address("/far.png?v=1"))#xywh=144,81,16,9"])
        let site = try LoopbackServer { request in
            request.path == "/film/t.vtt"
                ? LoopbackAnswer(text, headers: Self.trackHeaders)
                : LoopbackAnswer(pngHeader(160, 90), headers: Self.sheetHeaders)
        }
        var options = Checkup.Options()
        options.pageOrigin = "https://page.example"
        options.headers = ["Authorization": "Bearer x"]
        let checkup = try await checkup(site.address("/film/t.vtt"), options)
        #expect(checkup.diagnosis.findings.map(\.rule) == ["mixed-urls"])
        #expect((checkup.cueCount, checkup.sheetCount, checkup.examinedSheetCount) == (2, 2, 2))
        #expect(site.requests.map(\.path) == ["/film/t.vtt", "/film/near.png"])
        #expect((site.requests + sheets.requests).allSatisfy { $0["Origin"] == "https://page.example" })
        #expect(site.requests.allSatisfy { $0["Authorization"] == "Bearer x" })
        #expect(sheets.requests.map { $0["Authorization"] } == [nil])
    }

    @Test func `faults of a misconfigured server are found`() async throws {
        let text = track(["gone.png#xywh=0,0,1,1", "page.png#xywh=0,0,1,1", "file:///etc/hostname#xywh=0,0,1,1"])
        let site = try LoopbackServer { request in
            switch request.path {
            case "/t.vtt": .redirect(to: "/deeper/t.vtt")
            case "/deeper/t.vtt":
                LoopbackAnswer(text, headers: ["Content-Type": "text/plain", "Content-Disposition": "attachment"])
            case "/deeper/page.png": LoopbackAnswer("<html>", headers: ["Content-Type": "text/html"])
            default: .status(404)
            }
        }
        let findings = try await checkup(site.address("/t.vtt")).diagnosis.findings
        #expect(
            findings.map(\.rule) == [
                "mixed-urls", "missing-sheets", "unreadable-sheets", "cross-origin-access", "track-content-type",
                "sheet-content-type",
                "resource-policy", "content-disposition", "track-validators", "sheet-caching", "redirects",
            ])
        let missing = findings.first { $0.rule == "missing-sheets" }?.occurrences.map(\.message)
        #expect(
            missing == [
                "\"gone.png\": The server answers with status 404.",
                "\"hostname\": A remote track may not name a local file.",
            ])
    }

    @Test func `a track that is not handed out is the only finding`() async throws {
        let site = try LoopbackServer { _ in .status(404) }
        let checkup = try await checkup(site.address("/t.vtt"))
        #expect(checkup.diagnosis.findings.map(\.rule) == ["track-status"])
        #expect(checkup.repaired == nil)
    }

    @Test func `a page in place of the track is the only finding`() async throws {
        let site = try LoopbackServer { _ in LoopbackAnswer("<!DOCTYPE html>", headers: ["Content-Type": "text/html"]) }
        #expect(try await checkup(site.address("/t.vtt")).diagnosis.findings.map(\.rule) == ["not-a-track"])
    }

    @Test func `files of the page's own origin need no resource policy`() async throws {
        let site = try LoopbackServer { request in
            request.path == "/t.vtt"
                ? LoopbackAnswer(
                    track(["a.png#xywh=0,0,16,9"]), headers: ["Content-Type": "text/vtt", "ETag": "\"1\""])
                : LoopbackAnswer(
                    pngHeader(160, 90),
                    headers: ["Content-Type": "image/png", "Cache-Control": "public, max-age=31536000, immutable"])
        }
        var options = Checkup.Options()
        options.pageOrigin = String(site.address("/").dropLast())
        #expect(try await checkup(site.address("/t.vtt"), options).diagnosis.findings.map(\.rule).isEmpty)
        let other = try await checkup(site.address("/t.vtt")).diagnosis.findings.map(\.rule)
        #expect(other.contains("resource-policy") && other.contains("cross-origin-access"))
    }

    @Test func `a sheet that is not uploaded yet is named with its host`() async throws {
        let site = try LoopbackServer { request in
            request.path == "/a.png"
                ? .status(404) : LoopbackAnswer([UInt8](repeating: 0, count: 1000), manner: .cutOff(after: 10))
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let own = folder.appending(path: "t.vtt")
        let text = track(["\(site.address("/a.png"))#xywh=0,0,1,1", "\(site.address("/b.png"))#xywh=0,0,1,1"])
        try Data(text.utf8).write(to: own)
        try Data([1]).write(to: folder.appending(path: "a.png"))
        let findings = try await Checkup(of: own, by: HTTPClientTransport()).diagnosis.findings
        let missing = findings.first { $0.rule == "missing-sheets" }?.occurrences.map(\.message) ?? []
        #expect(
            missing.first
                == "\"a.png\": The server answers with status 404. The file beside the track is not uploaded yet.")
        #expect(missing.last?.hasPrefix("\"b.png\": 127.0.0.1: ") == true, "\(missing)")
    }

    @Test func `sheets past the limit and connections that break are missing sheets`() async throws {
        let text = track(["long.png#xywh=0,0,1,1", "broken.png#xywh=0,0,1,1"])
        let site = try LoopbackServer { request in
            switch request.path {
            case "/t.vtt": LoopbackAnswer(text, headers: Self.trackHeaders)
            case "/long.png": LoopbackAnswer([UInt8](repeating: 0, count: 1000), manner: .endless)
            default: LoopbackAnswer([UInt8](repeating: 0, count: 1000), manner: .cutOff(after: 10))
            }
        }
        var options = Checkup.Options()
        options.maximumSheetBytes = 10_000
        let findings = try await checkup(site.address("/t.vtt"), options).diagnosis.findings
        #expect(findings.map(\.rule) == ["missing-sheets"])
        #expect(findings.first?.occurrences.map(\.line) == [3, 6])
    }

    @Test func `a sheet's response is kept without its body`() async throws {
        let site = try LoopbackServer { _ in LoopbackAnswer(pngHeader(160, 90), headers: Self.sheetHeaders) }
        let url = try #require(URL(string: site.address("/t.vtt")))
        let visit = TrackCrawler(trackURL: url, transport: HTTPClientTransport(), options: Checkup.Options())
        let text = TrackText(Array(track(["a.png", "b.png"]).utf8), name: "t.vtt", duration: nil)
        let visited = try await visit.sheets(
            text.sheets, at: SheetAddresses([String](), track: nil), relativeTo: url)
        #expect(visited.map { $0.sheet.size?.width } == [160, 160])
        #expect(visited.map { $0.answer?.exchange.body } == [[], []])
    }

    @Test func `a gzip encoding that was not requested is decoded`() async throws {
        // "WEBVTT" and two line ends, packed by gzip.
        let packed: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x0B, 0x77, 0x75, 0x0A, 0x0B, 0x09, 0xE1,
            0xE2, 0x02, 0x00, 0x69, 0xF1, 0xD1, 0xEC, 0x08, 0x00, 0x00, 0x00,
        ]
        let headers = Self.trackHeaders.merging(["Content-Encoding": "gzip"]) { $1 }
        let site = try LoopbackServer { _ in LoopbackAnswer(packed, headers: headers) }
        #expect(try await checkup(site.address("/t.vtt")).diagnosis.findings.map(\.rule) == ["no-cues"])
        #expect(site.requests.map { $0["Accept-Encoding"] } == ["identity"])
    }

    @Test func `private hosts can be refused`() async throws {
        let site = try LoopbackServer { _ in LoopbackAnswer("WEBVTT") }
        var options = Checkup.Options()
        options.allowsPrivateHosts = false
        await #expect {
            try await checkup(site.address("/t.vtt"), options)
        } throws: { error in
            (error as? FetchError)?.code == .refused
        }
        #expect(site.requests.isEmpty)
    }
}
