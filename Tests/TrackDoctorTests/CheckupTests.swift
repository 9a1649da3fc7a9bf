import Foundation
import HTTPFetching
import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct CheckupTests {
    private func withFolder<Result>(_ work: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "checkup-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await work(folder)
    }

    private func checkup(
        _ track: String, files: [String: [UInt8]] = [:], _ options: Checkup.Options = Checkup.Options()
    ) async throws -> Checkup {
        try await withFolder { folder in
            for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
            try Data(track.utf8).write(to: folder.appending(path: "t.vtt"))
            return try await Checkup(of: folder.appending(path: "t.vtt"), by: NoNetwork(), options: options)
        }
    }

    private let healthy = "WEBVTT\n\n00:00:00.000 --> 00:00:10.000\ns 0.png?v=1#xywh=0,0,16,9\n"

    @Test func `a track beside its sheet is in good health`() async throws {
        let text = healthy.replacing("s 0", with: "s%200")
        let checkup = try await checkup(text, files: ["s 0.png": pngHeader(160, 90)])
        #expect(checkup.diagnosis.findings == [])
        #expect((checkup.cueCount, checkup.sheetCount, checkup.examinedSheetCount) == (1, 1, 1))
        #expect(checkup.readers == nil)
        #expect(checkup.repaired?.serialized() == Array(text.utf8))
    }

    @Test func `sheets that are missing, no picture, too small or too large are found on their lines`() async throws {
        let payloads = [
            "gone.png#xywh=0,0,1,1", "page.png#xywh=0,0,1,1", "small.png#xywh=9,0,8,9", "large.png#xywh=0,0,1,1",
            "cut.png#xywh=0,0,1,1",
        ]
        let cues = payloads.enumerated().map { index, text in
            Cue(start: Timestamp(milliseconds: Int64(index) * 1000), end: .openEnd, text: text)
        }
        let files = [
            "page.png": Array("<html>".utf8), "small.png": pngHeader(16, 9), "large.png": pngHeader(5000, 10),
            "cut.png": pngHeader(16, 9).dropLast(12),
        ]
        let text = String(decoding: CueTrack(cues: cues).serialized(), as: UTF8.self)
        let findings = try await checkup(text, files: files).diagnosis.findings
        #expect(
            findings.map(\.rule) == ["missing-sheets", "unreadable-sheets", "outside-the-sheet", "oversized-sheets"])
        #expect(findings.map(\.line) == [3, 6, 9, 12])
        #expect(
            findings[1].occurrences.map(\.message).last
                == "\"cut.png\": The file ends before the end of the picture; it is cut off.")
    }

    @Test func `a sheet in a format without an end is not called cut off`() async throws {
        let gif = Array("GIF89a".utf8) + [16, 0, 9, 0, 0, 0, 0]
        let cue = Cue(start: Timestamp(milliseconds: 0), end: .openEnd, text: "sheet.gif#xywh=0,0,16,9")
        let text = String(decoding: CueTrack(cues: [cue]).serialized(), as: UTF8.self)
        let findings = try await checkup(text, files: ["sheet.gif": gif]).diagnosis.findings
        #expect(!findings.map(\.rule).contains("unreadable-sheets"), "\(findings)")
    }

    @Test func `a sheet's size mends percentages and missing fragments`() async throws {
        let text = "WEBVTT\n\n00:00.000 --> 00:05.000\na.png#xywh=percent:50,0,50,100\n\n00:05.000 --> 00:09.000\na.png"
        let repaired = try await checkup(text, files: ["a.png": pngHeader(160, 90)]).repaired
        #expect(repaired?.cues.map(\.text) == ["a.png#xywh=80,0,80,90", "a.png#xywh=0,0,160,90"])
    }

    @Test func `the number of examined sheets is limited, and 0 examines no sheet`() async throws {
        let cues = (0..<10).map {
            Cue(start: Timestamp(milliseconds: $0 * 1000), end: .openEnd, text: "\($0)#xywh=0,0,1,1")
        }
        let text = String(decoding: CueTrack(cues: cues).serialized(), as: UTF8.self)
        for maximum in [0, 7, 10, 11] {
            var options = Checkup.Options()
            options.maximumSheets = maximum
            let checkup = try await checkup(text, options)
            #expect(checkup.sheetCount == 10)
            #expect(checkup.examinedSheetCount == min(maximum, 10))
            #expect(checkup.diagnosis.findings.reduce(0) { $0 + $1.count } == min(maximum, 10))
        }
    }

    @Test func `the sheet of a JSON storyboard is examined, and other JSON is reported`() async throws {
        let json = #"{"url": "a.png", "tileWidth": 16, "tileHeight": 9, "tiles": [{"startTime": 0, "x": 150, "y": 0}]}"#
        let checkup = try await checkup(json, files: ["a.png": pngHeader(160, 90)])
        #expect(checkup.diagnosis.findings.map(\.rule) == ["outside-the-sheet"])
        #expect(checkup.diagnosis.findings.map(\.line) == [nil])
        #expect(try await self.checkup("{}").diagnosis.findings.map(\.rule) == ["unreadable-storyboard"])
        #expect(try await self.checkup("{}").repaired == nil)
    }

    @Test func `a storyboard's record is reported with the track to use instead`() async throws {
        let record = """
            {"version": 1, "id": "a", "sheets": [{"name": "s.jpg", "sha256": "00"}],
             "tiles": [{"time_ms": 0, "start_ms": 0, "end_ms": null, "sheet": 0}]}
            """
        let found = try await checkup(record).diagnosis.findings
        #expect(found.map(\.rule) == ["record-of-storyboard"] && found.first?.fix.contains("thumbnails.vtt") == true)
    }

    @Test func `subtitles are not looked up as sheets, and not mended`() async throws {
        let text = "WEBVTT\n\n00:00.000 --> 00:05.000\nWho is there?\n\n00:05.000 --> 00:09.000\n- It's me.\n"
        let checkup = try await checkup(text)
        #expect(checkup.diagnosis.findings.map(\.rule) == ["subtitles"])
        #expect(checkup.sheetCount == 0 && checkup.repaired == nil)
    }

    @Test func `a file's URLs are mended where it is said where it is going to be published`() async throws {
        let text = "WEBVTT\n\n00:00:00.000 --> 00:00:05.000\n/films/one/a.png#xywh=percent:0,0,100,100\n"
        var options = Checkup.Options()
        options.trackURL = URL(string: "https://cdn.example/films/one/t.vtt")
        let checkup = try await checkup(text, files: ["a.png": pngHeader(160, 90)], options)
        #expect(checkup.diagnosis.findings.map(\.rule) == ["root-absolute-urls", "percent-units"])
        #expect(checkup.repaired?.cues.map(\.text) == ["a.png#xywh=0,0,160,90"])
        let unknown = try await self.checkup(text, files: ["a.png": pngHeader(160, 90)])
        #expect(unknown.repaired?.cues.map(\.text) == ["/films/one/a.png#xywh=percent:0,0,100,100"])
    }

    @Test func `JSON storyboards are held to the rules on times and rectangles, too`() async throws {
        #expect(try await checkup("[]").diagnosis.findings.map(\.rule) == ["no-cues"])
        let json = #"""
            [{"startTime": 1, "endTime": 2, "text": "a.png#xywh=0,0,16,9"}, {"startTime": 3, "endTime": 3, "text": ""},
             {"startTime": 3, "endTime": 4, "text": "a.png#xywh=0,0,0,9"}]
            """#
        var options = Checkup.Options()
        options.duration = Timestamp(milliseconds: 5000)
        let found = try await checkup(json, files: ["a.png": pngHeader(160, 90)], options).diagnosis.findings
        #expect(
            found.map(\.rule) == ["empty-payloads", "empty-fragments", "first-cue", "gaps", "zero-lengths", "last-cue"])
        #expect(found.allSatisfy { $0.line == nil })
    }

    @Test func `a storyboard without a duration is mended with an open end`() async throws {
        let json = #"{"url": "a.png", "tileWidth": 16, "tileHeight": 9, "tiles": [{"startTime": 0, "x": 0, "y": 0}]}"#
        let repaired = try await checkup(json, files: ["a.png": pngHeader(160, 90)]).repaired
        #expect(repaired?.cues.map(\.end) == [.openEnd])
    }

    @Test func `a file that is not there is an error`() async {
        await #expect {
            try await Checkup(of: URL(fileURLWithPath: "/nowhere/t.vtt"), by: NoNetwork())
        } throws: { error in
            (error as? FetchError)?.code == .notFound
        }
    }
}
