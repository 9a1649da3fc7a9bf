import Seeded
import Testing
import WebVTT

@Suite struct LenientTrackTests {
    private func read(_ file: String) throws -> LenientTrack {
        try LenientTrack(parsing: Array(file.utf8))
    }

    @Test func `a track in the style of Gcore is read whole, with its repairs listed`() throws {
        let track = try read(
            """
            1
            00:00:00,000 --> 00:00:10,500
            https://cdn.example/sprite.jpg?a=1&amp;b=2#xywh=0,0,100,56

            2
            00:00:10,500 --> 00:00:20,000
            https://cdn.example/sprite.jpg#100,0,100,56
            """)
        #expect(
            track.track.cues == [
                Cue(
                    id: "1", start: .zero, end: Timestamp(milliseconds: 10_500),
                    text: "https://cdn.example/sprite.jpg?a=1&b=2#xywh=0,0,100,56"),
                Cue(
                    id: "2", start: Timestamp(milliseconds: 10_500), end: Timestamp(milliseconds: 20_000),
                    text: "https://cdn.example/sprite.jpg#xywh=100,0,100,56"),
            ])
        #expect(track.lines == [2, 6])
        #expect(
            track.repairs.map(\.description) == [
                "Line 1: read a file that does not begin with WEBVTT.",
                "Line 2: took the comma in a time for a point.",
                "Line 2: took &amp; in a URL for &.",
                "Line 6: took the comma in a time for a point.",
                "Line 6: took #x,y,w,h for #xywh=x,y,w,h.",
            ])
    }

    @Test func `identifiers, settings, CRLF and a byte order mark need no repair`() throws {
        let track = try read("\u{FEFF}WEBVTT\r\n\r\n1\r\n00:00.000 --> 00:01.000 line:0\r\na.jpg#xywh=0,0,1,1\r\n")
        #expect(track.repairs.isEmpty)
        #expect(track.lines == [4])
        #expect(track.track.cues.map(\.settings) == ["line:0"])
    }

    @Test(arguments: [
        ("5", 5000), ("5.5", 5500), ("0:05.000", 5000), ("1:02.5", 62_500), ("00:05", 5000), ("00:00:05", 5000),
        ("00:00:05.1", 5100), ("00:00:05.12", 5120), ("00:00:05.1234", 5123), ("00:00:59.9996", 60_000),
        ("1:1:1.000", 3_661_000), ("99:00.000", 5_940_000), ("00:00:05,7", 5700),
    ])
    func `a time that is plain to a reader is read`(time: String, milliseconds: Int64) throws {
        let track = try read("WEBVTT\n\n\(time) --> 9999:00:00.000\na.jpg")
        #expect(track.track.cues.first?.start.milliseconds == milliseconds)
        #expect(track.track.cues.first?.end.milliseconds == 35_996_400_000)
        #expect(track.repairs.map(\.kind) == [time.contains(",") ? .decimalComma : .timeSpelling])
    }

    @Test(arguments: [
        "00:00:60.000 --> 00:01:00.000", "00:61:00.000 --> 02:00:00.000", "-5 --> 6", "5. --> 6", "x --> y",
        "00:00.000 -->", "--> 00:00.000", "00:00.000 00:01.000 -->", "1:2:3:4 --> 5",
    ])
    func `a cue with unreadable times is left out and reported`(timings: String) throws {
        let track = try read("WEBVTT\n\n1:00.000 --> 2:00.000\nkept.jpg\n\n\(timings)\nlost.jpg\n")
        #expect(track.track.cues.map(\.text) == ["kept.jpg"])
        #expect(track.repairs.last.map { [$0.kind.rawValue, "\($0.line)"] } == ["unreadableTimes", "6"])
    }

    @Test(arguments: [
        "webvtt\n\n", "\n\nWEBVTT\n\n", " WEBVTT\n\n", "WEBVTTX\nKind: metadata\n\n", "\u{FEFF}\u{FEFF}WEBVTT\n\n", "",
        "\n\n", "NOTE nothing\n\n",
    ])
    func `a signature may be missing or misspelled`(beginning: String) throws {
        let track = try read("\(beginning)00:00.000 --> 00:01.000\na.jpg")
        #expect(track.track.cues.map(\.text) == ["a.jpg"])
        #expect(track.repairs == [Repair(kind: .signature, line: 1)])
    }

    @Test(arguments: [
        "", "\n", "<!DOCTYPE html>\n<!-- a --> 00:01.000\n<p>", "{\"url\": \"a.jpg\"}", "1\n2\n3", "a --> b", "WEB",
    ])
    func `a file without signature and cues is refused`(file: String) {
        #expect {
            try read(file)
        } throws: { error in
            (error as? WebVTTError)?.code == .notWebVTT
        }
    }

    @Test func `times far outside any film are clamped`() throws {
        let nines = String(repeating: "9", count: 1000)
        #expect(try read("WEBVTT\n\n\(nines):59:59,5 --> \(nines)\na").track.cues[0].end == .latest)
        #expect(try read("WEBVTT\n\n\(nines):59:59,5 --> \(nines)\na").track.cues[0].start == .latest)
    }

    @Test func `whole decimals are read, and other decimals are left alone`() throws {
        for (payload, expected) in [
            ("a.jpg#xywh=160.0,0.00,160,90.0", "a.jpg#xywh=160,0,160,90"), ("a.jpg#1.0,2,3,4", "a.jpg#xywh=1,2,3,4"),
            ("a.jpg#xywh=percent:50.0,0,50,50", "a.jpg#xywh=percent:50,0,50,50"), ("a#xywh=0.5,0,1,1", nil),
        ] {
            let track = try read("WEBVTT\n\n00:00.000 --> 00:01.000\n\(payload)")
            #expect(track.track.cues.map(\.text) == [expected ?? payload])
            #expect(track.repairs.map(\.kind) == (expected == nil ? [] : [.decimalFragment]))
        }
    }

    @Test func `a named fragment or a number sign in a file name is not a bare fragment`() throws {
        for payload in ["a.jpg#xywh=pixel:0,0,1,1", "a.jpg#t=1", "a#1.jpg", "a.jpg#1,2,3", "a.jpg"] {
            let track = try read("WEBVTT\n\n00:00.000 --> 00:01.000\n\(payload)")
            #expect(track.repairs.isEmpty)
            #expect(track.track.cues.map(\.text) == [payload])
        }
    }

    @Test func `every kind of repair describes itself`() {
        let texts = Repair.Kind.allCases.map { Repair(kind: $0, line: 7).description }
        #expect(Set(texts).count == Repair.Kind.allCases.count)
        #expect(texts.allSatisfy { $0.hasPrefix("Line 7: ") && $0.hasSuffix(".") })
    }

    @Test func `random bytes never trap, and strictly valid tracks are read leniently, too`() throws {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "-->", " --> ", "00:00.000", "0:1,5", "\n", "\n\n", "\r", "\r\n", "\0", "WEBVTT", "NOTE", "é", ":", ",",
            ".",
            "\n00:00.000 --> 00:01.000\n", "\n1:00 --> 2:00,5\n", "a.jpg#0,0,1,1", "&amp;", "#",
            "99999999999999999999:",
        ].map { Array($0.utf8) }
        var (strictCues, repairs) = (0, 0)
        for _ in 0..<10_000 {
            var bytes = Bool.random(using: &random) ? Array("WEBVTT\n".utf8) : []
            for _ in 0..<Int.random(in: 0...30, using: &random) {
                if let piece = pieces.randomElement(using: &random) { bytes += piece }
                if Int.random(in: 0..<6, using: &random) == 0 { bytes.append(.random(in: 0...255, using: &random)) }
            }
            guard let lenient = try? LenientTrack(parsing: bytes) else {
                #expect((try? CueTrack(parsing: bytes)) == nil)
                continue
            }
            repairs += lenient.repairs.count
            #expect(lenient.lines.count == lenient.track.cues.count)
            #expect(zip(lenient.lines, lenient.lines.dropFirst()).allSatisfy { $0 < $1 })
            guard let strict = try? CueTrack(parsing: bytes) else { continue }
            strictCues += strict.cues.count
            var rest = lenient.track.cues[...]
            for cue in strict.cues {
                let match = rest.firstIndex { ($0.id, $0.start, $0.end) == (cue.id, cue.start, cue.end) }
                #expect(match != nil, "\(String(decoding: bytes, as: UTF8.self))")
                rest = rest[((match ?? rest.startIndex - 1) + 1)...]
            }
        }
        #expect(strictCues > 1000 && repairs > 1000)
    }
}
