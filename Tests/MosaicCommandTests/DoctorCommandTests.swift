import Foundation
import MosaicFixtures
import Testing

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct DoctorCommandTests {
    private static let healthy = Workplace.packageRoot.appending(path: "samples/composed/thumbnails.vtt").path
    /// Carriage returns, an identifier and a decimal comma; its sheet is not there.
    private static let sick =
        "WEBVTT\r\n\r\n1\r\n00:00.000 --> 00:10,000\r\nthumb.jpg#xywh=0,0,10,10\r\n\r\n"

    private let workplace = Workplace()

    init() throws {
        try workplace.folder.write(Array(Self.sick.utf8), to: "sick.vtt")
    }

    @Test func `the committed sample is healthy, also by the strict rules`() throws {
        let run = try workplace.run("doctor", Self.healthy, "--strict", "--duration", "1:00:00")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.output)")
        #expect(run.output == "thumbnails.vtt, 12 cues on 1 sheet: no faults found.\n")
    }

    @Test func `a playlist of pictures is examined like a track, and repaired to one`() throws {
        let sample = URL(fileURLWithPath: Self.healthy).deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.path)
        let sheet = try #require(names.first { $0.hasSuffix(".jpg") })
        try workplace.folder.write(Array(try Data(contentsOf: sample.appending(path: sheet))), to: sheet)
        let lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:100", "#EXT-X-IMAGES-ONLY", "#EXTINF:100,", sheet, "#EXT-X-ENDLIST",
        ]
        try workplace.folder.write(Array(lines.joined(separator: "\n").utf8), to: "images.m3u8")
        let run = try workplace.run("doctor", "images.m3u8", "--strict", "--repair", "-o", "thumbnails.vtt")
        let verdict = "images.m3u8, 1 cue on 1 sheet: no faults found. Roku and Shaka read it;"
        #expect(run.output.hasPrefix(verdict))
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(try workplace.run("doctor", "thumbnails.vtt", "--strict", "--duration", "100").status == 0)
        let sick = lines.filter { !$0.contains("IMAGES-ONLY") }.joined(separator: "\n")
        try workplace.folder.write(Array(sick.utf8), to: "images.m3u8")
        #expect(try workplace.run("doctor", "images.m3u8").status == 65)
    }

    @Test(arguments: [
        ("thumbnails.bif", "thumbnails.bif, 12 pictures: no faults found. "),
        ("hls.m3u8", "hls.m3u8: no faults found. It holds no pictures itself. "),
    ])
    func `counts no sheets in a file that names none`(name: String, verdict: String) throws {
        let sample = Workplace.packageRoot.appending(path: "samples/exports/\(name)").path
        #expect(try workplace.run("doctor", sample).output.hasPrefix(verdict))
    }

    @Test func `reports faults that break players with line, effect and remedy`() throws {
        let run = try workplace.run("doctor", "sick.vtt")
        #expect(run.status == 65 && run.errors.isEmpty)
        let paragraphs = run.output.components(separatedBy: "\n\n")
        let findings = paragraphs.dropLast()
        #expect(findings.count == 4)
        #expect(findings.allSatisfy { $0.hasPrefix("breaks  ") && $0.contains("\n        Fix: ") })
        #expect(findings.contains { $0.hasPrefix("breaks  decimal-commas: ") && $0.contains("line 4: ") })
        #expect(findings.contains { $0.hasPrefix("breaks  missing-sheets: ") && $0.contains("thumb.jpg") })
        #expect(paragraphs.last == "sick.vtt, 1 cue on 1 sheet: 4 things break players.\n")
    }

    @Test(arguments: [
        ("http://127.0.0.1:1/film/", "/thumbnails.vtt"), ("http://127.0.0.1:1/film/t.vtt?token=x", "/t.vtt"),
    ])
    func `a server that cannot be reached is named with the whole address`(address: String, name: String) throws {
        let run = try workplace.run("doctor", address)
        #expect(run.status == 1 && run.errors.hasPrefix("mosaic: http://127.0.0.1:1/film\(name): The "), "\(run)")
    }

    @Test func `the page's address is an http or https URL`() throws {
        for page in ["localhost:8000", "file:///page.html", "page"] {
            let run = try workplace.run("doctor", Self.healthy, "--page-origin", page)
            #expect(run.status == 64 && run.errors.contains("--page-origin takes the address of the page"), "\(page)")
        }
        #expect(try workplace.run("doctor", Self.healthy, "--page-origin", "http://localhost:8000/a.html").status == 0)
    }

    @Test func `a track is not replaced by its repair`() throws {
        let run = try workplace.run("doctor", "sick.vtt", "--repair", "-o", "./sick.vtt", "--max-sheets", "0")
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors == "mosaic: ./sick.vtt: It is the track to repair; write into another file.\n")
        #expect(try workplace.text(of: "sick.vtt") == Self.sick)
    }

    @Test func `reports faults that cannot be repaired without guessing`() throws {
        let track = "WEBVTT\n\n00:00:00.000 --> 00:00:10.000\na.jpg#xywh=percent:0,0,50,50\n"
        try workplace.folder.write(Array(track.utf8), to: "t.vtt")
        let run = try workplace.run("doctor", "t.vtt", "--repair", "-o", "mended.vtt", "--max-sheets", "0")
        #expect(run.status == 65)
        #expect(
            run.errors.hasPrefix(
                "mosaic: mended.vtt: written, with a fault that is not mended by itself: percent-units, once. "))
        #expect(workplace.folder.holds("mended.vtt"))
    }

    @Test func `advice fails only where that is asked for`() throws {
        let track = "WEBVTT\n\n00:00:00.000 --> 00:00:10.000\na.jpg#xywh=0,0,4,3\n\n00:00:20.000 --> 00:00:30.000\n"
        try workplace.folder.write(Array((track + "a.jpg#xywh=4,0,4,3\n").utf8), to: "gap.vtt")
        let report = try JSONReport(workplace.run("doctor", "gap.vtt", "--json", "--max-sheets", "0").output)
        let isBroken = report.number("breaks") != 0
        #expect((report.number("advice") ?? 0) + (report.number("breaks") ?? 0) > 0)
        #expect(try workplace.run("doctor", "gap.vtt", "--max-sheets", "0").status == (isBroken ? 65 : 0))
        #expect(try workplace.run("doctor", "gap.vtt", "--max-sheets", "0", "--strict").status == 65)
    }

    @Test func `a host that cannot be reached is said in words`() throws {
        let closed = try workplace.run("doctor", "http://127.0.0.1:1/t.vtt")
        #expect(closed.status == 1 && closed.output.isEmpty)
        let refusal = "The server refuses connections; is it running, and on this port?"
        #expect(closed.errors == "mosaic: http://127.0.0.1:1/t.vtt: \(refusal)\n")
    }

    @Test func `refuses another URL scheme with the accepted ones, and a folder without a track`() throws {
        let run = try workplace.run("doctor", "ftp://x/y.vtt")
        #expect(run.errors.contains("only http and https are taken, not ftp;"))
        let folder = try workplace.run("doctor", workplace.folder.path)
        #expect(folder.errors.hasSuffix(": The folder has no thumbnails.vtt; mosaic compose makes a storyboard.\n"))
    }
}
