import Seeded
import Testing
import WebVTT

@testable import Mosaic

struct ListedFilesTests {
    @Test(arguments: [("ch1_4s.webp", "WebP"), ("a.b.HEIC", "HEIC"), (".avif", "AVIF"), ("ch1_4s.jpg.gif", "GIF")])
    func `an unsupported picture format is recognized by the file extension`(name: String, format: String) {
        #expect(ForeignFormat(ofFile: name)?.reason == "\(format) is not read; JPEG and PNG are.")
    }

    @Test(arguments: ["ch1_4s.jpg", "ch1_4s.png", "webp", "notes.txt", "a.webp.jpg", "a.webp ", "", "."])
    func `every other file is not`(name: String) { #expect(ForeignFormat(ofFile: name) == nil) }

    @Test(
        arguments: [
            ["frame1", "frame2", "frame9", "frame10", "frame11", "frame100"],
            ["1.jpg", "2.jpg", "10.jpg", "00011.jpg", "12.jpg"],
            ["a", "a1", "a1b", "a1b2", "a1b10", "a2"],
            ["7", "x"],
            ["v1-frame9", "v1-frame10", "v2-frame1"],
            ["x18446744073709551615", "x18446744073709551616", "x99999999999999999999999"],
        ])
    func `numbers count as numbers`(sorted: [String]) {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20 {
            let names = sorted.shuffled(using: &random).map(NaturalName.init).sorted()
            #expect(names == sorted.map(NaturalName.init))
        }
    }

    @Test func `leading zeros order names that are equal otherwise`() {
        #expect(NaturalName("a01") < NaturalName("a1"))
        #expect(!(NaturalName("a1") < NaturalName("a01")))
        #expect(NaturalName("a01") != NaturalName("a1"))
        #expect(NaturalName("a001b") < NaturalName("a1c"), "what follows counts more than the zeros")
    }

    @Test(
        arguments: [
            ("00042.jpg", 42), ("film2-frame7.png", 7), ("000.jpg", 0), ("frame_1_small.jpg", 1),
            ("x9223372036854775807.jpg", Int.max),
        ])
    func `the last number is the name's number`(name: String, number: Int) {
        #expect(NaturalName(name).number == number)
    }

    @Test(arguments: ["", "cover.jpg", "x9223372036854775808.jpg", "٣.jpg", "½.jpg"])
    func `a name without a countable number has no number`(name: String) {
        #expect(NaturalName(name).number == nil)
    }

    @Test func `the order is strict and total for any names`() {
        let alphabet = Array("ab019é.").map(String.init) + ["10", "00", "\u{301}", "x1"]
        var random = SeededGenerator(seed: 4)
        let names = (0..<60).map { _ in
            NaturalName(
                (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                    alphabet.randomElement(using: &random)
                }.joined())
        }
        for first in names {
            for second in names {
                #expect([first < second, second < first, first == second].count { $0 } == 1)
                for third in names where first < second && second < third { #expect(first < third) }
            }
        }
    }

    @Test(
        arguments: [
            ("ch1_0s.jpg", 1, 0), ("ch12_397s.jpeg", 12, 397), ("ch3_5s.png", 3, 5), ("ch007_0010s.jpg", 7, 10),
            ("ch0_1s.JPG", 0, 1), ("ch1_2s.Jpeg", 1, 2), ("ch1_2s.PNG", 1, 2),
            ("ch9223372036854775807_9007199254740s.jpg", Int.max, 9_007_199_254_740),
            ("ch00000000000000000000000000001_000000000000000000000000002s.jpg", 1, 2),
        ])
    func `the rule gives index and time`(name: String, index: Int, seconds: Int64) throws {
        let parsed = try #require(ScreenshotName(name))
        #expect(parsed.index == index)
        #expect(parsed.time == Timestamp(milliseconds: seconds * 1_000))
    }

    @Test(
        arguments: [
            "", "ch", "ch1_0s", "ch1_0s.", "ch1_0s.gif", "ch1_0s.webp", "ch1_0s.jpg.bak", "ch1_0s.jpg ", " ch1_0s.jpg",
            "Ch1_0s.jpg", "CH1_0S.JPG", "ch1_0S.jpg", "ch_0s.jpg", "ch1_s.jpg", "ch1-0s.jpg", "ch-1_0s.jpg",
            "ch1_-5s.jpg", "ch+1_0s.jpg", "ch1_0.5s.jpg", "ch1_0.jpg", "xch1_0s.jpg", "ch1_0s_copy.jpg", "ch 1_0s.jpg",
            "ch١_0s.jpg", "ch1_٠s.jpg", "ch1_0s.jpg\u{301}", "ch1_0\u{301}s.jpg", "ch\u{301}1_0s.jpg", "ch1_0s\0.jpg",
            "folder/ch1_0s.jpg",
        ])
    func `other names do not match`(name: String) {
        #expect(ScreenshotName(name) == nil)
    }

    @Test(
        arguments: [
            "ch9223372036854775808_0s.jpg", "ch1_9223372036854775808s.jpg", "ch1_9007199254741s.jpg",
            "ch1_99999999999999999999999999s.jpg", "ch99999999999999999999999999_1s.jpg",
        ])
    func `numbers too large for a time or an index do not match`(name: String) {
        #expect(ScreenshotName(name) == nil)
    }
}
