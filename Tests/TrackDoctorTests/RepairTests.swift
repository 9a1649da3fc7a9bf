import Foundation
import Seeded
import Testing
import Tiers
import WebVTT

@testable import TrackDoctor

/// All that the doctor mends, in one file after the other.
@Suite struct RepairTests {
    private static let track = URL(string: "https://cdn.example/films/one/t.vtt")
    private static let duration = Timestamp(milliseconds: 4_000_000)
    private static let urls = [
        "s.jpg", "/films/one/s.jpg", "https://cdn.example/films/one/s.jpg", "https://b.example/s.jpg", "s.jpg?u=//x",
        "s.jpg?a&amp;b", "/other/s.jpg",
    ]
    private static let fragments = [
        "#xywh=0,0,16,9", "#xywh=pixel:16,0,16,9", "#1,2,3,4", "#xywh=percent:0,0,50,50", "", "#xywh=0,0,0,0",
        "#t=5&xywh=16,0,16,9", "#xywh=16,0,16,9&t=5", "#xywh=16.0,0.0,16.0,9.0", "#xywh=0%2C0%2C16%2C9",
        "#xywh=150,80,100,100",
    ]
    private static let gaps = ["\n\n", "\n\n\n", "\n \n", "\n", "\n\n\n\n\n", "\n\nNOTE x\n\n"]
    private static let arrows = [" --> ", " -> ", "-->"]

    private static func time(_ milliseconds: Int, _ random: inout SeededGenerator) -> String {
        let (minutes, seconds) = (milliseconds / 60_000 % 60, milliseconds / 1000 % 60)
        let rest = String(format: "%02d:%02d", minutes, seconds)
        let hours = ["00", "0", "000"].randomElement(using: &random) ?? "00"
        return "\(hours):\(rest)" + ([".000", ",000", ".0"].randomElement(using: &random) ?? "")
    }

    private static func file(_ random: inout SeededGenerator) -> [UInt8] {
        func one(_ list: [String]) -> String { list.randomElement(using: &random) ?? "" }
        var text = Bool.random(using: &random) ? "WEBVTT" + one(gaps) : ""
        var start = Int.random(in: 0..<3, using: &random) * 1000
        let usual = (one(urls), one(gaps))
        for number in 0..<Int.random(in: 1...8, using: &random) {
            let length = Int.random(in: 1...20, using: &random) * 1000
            let isOdd = Int.random(in: 0..<3, using: &random) == 0
            if Bool.random(using: &random) { text += "\(number)\n" }
            text += time(start, &random) + one(arrows) + time(start + length, &random) + one(["", " line:0"]) + "\n"
            text += (isOdd ? one(urls) : usual.0) + one(fragments) + (isOdd ? one(gaps) : usual.1)
            start += length + Int.random(in: 0...1, using: &random) * 1000
        }
        if Bool.random(using: &random) { text = text.replacing("\n", with: one(["\r\n", "\n"])) }
        guard Int.random(in: 0..<6, using: &random) == 0 else { return Array(text.utf8) }
        return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private static func repaired(_ bytes: [UInt8]) -> (found: [Finding], bytes: [UInt8]) {
        let text = TrackText(bytes, name: "t.vtt", duration: duration)
        let addresses = SheetAddresses(text.sheets.map(\.url), track: track)
        let mended = text.track.repaired(
            duration: duration, sheetSize: { _ in (160, 90) }, address: addresses.mended)
        return (text.diagnosis.findings, mended.serialized())
    }

    @Test func `a repaired track has no repairable fault, and a second repair does not change it`() {
        var random = SeededGenerator(seed: 19)
        var met: Set<String> = []
        for _ in Tier.rounds(2000, quick: 600) {
            let file = Self.file(&random)
            let (found, bytes) = Self.repaired(file)
            met.formUnion(found.map(\.rule))
            let left = Diagnosis(examining: bytes, duration: Self.duration).findings.map(\.rule)
            // Times and pictures are not the doctor's to invent.
            #expect(Set(left).isSubset(of: ["no-cues", "shared-seconds"]), "\(String(decoding: file, as: UTF8.self))")
            #expect(Self.repaired(bytes).bytes == bytes, "\(String(decoding: file, as: UTF8.self))")
        }
        let mendable: Set = [
            "signature", "wrong-encoding", "line-ends", "blank-lines", "unseparated-cues", "arrows", "decimal-commas",
            "time-spelling", "hour-digits", "identifiers", "settings", "escaped-ampersands", "root-absolute-urls",
            "mixed-urls", "double-slashes", "missing-fragments", "decimal-fragments", "bare-fragments",
            "combined-fragments", "empty-fragments", "pixel-units", "percent-units", "first-cue", "gaps", "last-cue",
        ]
        #expect(mendable.isSubset(of: met), "\(mendable.subtracting(met))")
    }
}
