import Seeded
import Testing
import Tiers
import WebVTT

@testable import YouTubeUploads

/// Chapters in descriptions, by YouTube's rules.
struct DescriptionChaptersTests {
    private func found(_ description: String) -> [String] {
        DescriptionChapters(parsing: description).chapters.map { "\($0.time.milliseconds / 1_000) \($0.title)" }
    }

    private func fault(_ description: String) -> DescriptionChapters.Fault? {
        let chapters = DescriptionChapters(parsing: description)
        #expect(chapters.chapters.isEmpty == (chapters.fault != nil))
        return chapters.fault
    }

    @Test func `a list of times and titles has chapters`() {
        let text = """
            A walk along the coast. 12 km in all.

            0:00 Intro
            1:23 - The beach
            1:02:03 – The tower

            Subscribe! https://example.com/?t=1:00
            """
        #expect(found(text) == ["0 Intro", "83 The beach", "3723 The tower"])
    }

    /// The line, its seconds and its title; the other two lines follow the rules.
    @Test(arguments: [
        ("1:02:03 - Title", "3723 Title"), ("[1:02] Title", "62 Title"), ("(01:02) Title", "62 Title"),
        ("【1:02】Title", "62 Title"), ("• 1:02 Title", "62 Title"), ("- 1:02 — Title", "62 Title"),
        ("3. 1:02 Title", "62 Title"), ("03) 1:02 Title", "62 Title"), ("🎬 1:02 Title", "62 Title"),
        ("1️⃣ 1:02 Title", "62 Title"), ("👨‍👩‍👧 1:02 Title", "62 Title"), ("1:02 🎬 Title", "62 🎬 Title"),
        ("1:02 1️⃣ Title", "62 1️⃣ Title"), ("1:02 | Title", "62 Title"), ("1:02: Title", "62 Title"),
        ("1:02\tTitle", "62 Title"), ("  1:02  Title  ", "62 Title"), ("1:02 → Title", "62 Title"),
        ("1:02 (live) Title", "62 (live) Title"), ("1:02 Title (live)", "62 Title (live)"),
        ("1:02 - 1:40 Title", "62 Title"), ("1:02–1:40: Title", "62 Title"), ("100:02 Title", "6002 Title"),
        ("1:02 مقدمة", "62 مقدمة"), ("\u{200F}1:02\u{200F} مقدمة", "62 مقدمة"),
        ("\u{2068}1:02\u{2069} שלום", "62 שלום"), ("1:02 日本語のタイトル", "62 日本語のタイトル"),
        ("1:02 2 Girls", "62 2 Girls"), ("1:02 “Quoted”", "62 “Quoted”"), ("1:02 Part 1:30", "62 Part 1:30"),
        ("01:02:03 Title", "3723 Title"), ("1:02 C++ & \"JSON\" \\ <b>", "62 C++ & \"JSON\" \\ <b>"),
    ])
    func `lines are written in many ways`(line: String, expected: String) {
        #expect(found("0:00 Start\n\(line)\n9:59:59 End") == ["0 Start", expected, "35999 End"])
    }

    @Test(arguments: [
        "1:02Title", "12:30pm we meet", "1:2 Title", "1:60 Title", "1:60:00 Title", "1:02:3 Title", "1:02:03:04 Title",
        "1.02 Title", "62 Title", "١:٠٢ Title", "1:0٢ Title", "１：０２ Title", "1:02.5 Title", "1:02", "1:02 - ",
        "at 1:02 Title", "1000:02 Title", ":02 Title", "1:02: ", "0\u{301}:30 Title", "99999999999999999999:00 T",
        "https://a/1:02",
    ])
    func `skips lines without a time and a title`(line: String) {
        #expect(found("0:00 Start\n\(line)\n2:00 Middle\n9:59:59 End") == ["0 Start", "120 Middle", "35999 End"])
    }

    @Test func `times may follow the titles`() {
        #expect(found("Start 0:00\nThe beach (1:02)\nEnd … [1:02:03] 🎬") == ["0 Start", "62 The beach", "3723 End …"])
        #expect(found("مقدمة 0:00\nالشاطئ - 1:02\nنهاية 2:00 - 3:00") == ["0 مقدمة", "62 الشاطئ", "120 نهاية"])
        #expect(found("Start 0:00\n1:00 is when we left\nBeach 1:02\nEnd 2:00").count == 3)
    }

    @Test(arguments: [
        ("", DescriptionChapters.Fault.noTimes), ("No times\nat all", .noTimes), ("0:00 One\n0:10 Two", .tooFew),
        ("0:01 One\n0:20 Two\n0:40 Three", .noStart), ("1:00 One\n0:00 Two\n2:00 Three", .noStart),
        ("0:00 One\n1:00 Two\n0:30 Three", .notAscending), ("0:00 One\n1:00 Two\n1:00 Three", .notAscending),
        ("0:00 One\n0:09 Two\n1:00 Three", .tooShort), ("0:00 One\n1:00 Two\n1:05 Three", .tooShort),
        ("0:00 One\n0:00 Two\n0:00 Three", .notAscending), ("One 0:00\nTwo 0:05\nThree 0:20", .tooShort),
    ])
    func `a list that breaks a rule has no chapters`(text: String, expected: DescriptionChapters.Fault) {
        #expect(fault(text) == expected)
    }

    @Test func `the rules hold at their edges`() {
        #expect(found("0:00 One\n0:10 Two\n0:20 Three").count == 3)
        #expect(found("00:00 One\r\n00:10 Two\r\n00:20 Three") == ["0 One", "10 Two", "20 Three"])
        #expect(found("00:00:00 One\u{2028}0:10 Two\u{2028}0:20 Three").count == 3)
    }

    @Test func `a long title is cut, and a long description is read in part`() {
        let long = String(repeating: "ä", count: 5_000)
        let chapters = DescriptionChapters(parsing: "0:00 \(long)\n0:10 Two\n0:20 Three").chapters
        #expect(chapters.first?.title.unicodeScalars.count == 1_000)
        let far = String(repeating: "x\n", count: 40_000) + "0:00 One\n0:10 Two\n0:20 Three"
        #expect(fault(far) == .noTimes)
    }

    @Test func `parses any text without a crash, and chapters follow the rules`() {
        var random = SeededGenerator(seed: 18)
        let alphabet = Array("0123456789:::::. -()[]\n\n\nAب٠🎬\u{200F}\u{301}\u{20E3}\r")
        var found = 0
        let rounds = Tier.rounds(20_000, quick: 4_000)
        for _ in rounds {
            let text = String(
                (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                })
            let chapters = DescriptionChapters(parsing: "0:00 A\n0:30 B\n" + text)
            let times = chapters.chapters.map(\.time.milliseconds)
            guard chapters.fault == nil else {
                #expect(times.isEmpty)
                continue
            }
            found += 1
            #expect(times.count >= 3 && times.first == 0)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 10_000 })
            #expect(chapters.chapters.allSatisfy { !$0.title.isEmpty && !$0.title.contains(where: \.isNewline) })
        }
        #expect(found > rounds.count / 200)
    }
}
