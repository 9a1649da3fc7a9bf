import Testing
import WebVTT

@Suite struct CueTrackSerializationTests {
    private func cue(_ start: Int64, _ end: Int64, _ text: String = "", id: String = "", settings: String = "") -> Cue {
        Cue(
            id: id, start: Timestamp(milliseconds: start), end: Timestamp(milliseconds: end), settings: settings,
            text: text)
    }

    private func written(_ cues: [Cue], from start: Timestamp? = .zero) -> String {
        String(decoding: CueTrack(cues: cues).serialized(from: start), as: UTF8.self)
    }

    private func times(_ track: CueTrack) -> [[Int64]] {
        track.cues.map { [$0.start.milliseconds, $0.end.milliseconds] }
    }

    @Test func `the safe profile is written byte for byte`() {
        let cues = [
            cue(4000, 397_000, "sheet-0.jpg#xywh=0,0,256,144", id: "1", settings: "align:left"),
            cue(397_000, 359_999_999, "sheet-0.jpg#xywh=256,0,256,144"),
        ]
        let expected = """
            WEBVTT

            00:00:00.000 --> 00:06:37.000
            sheet-0.jpg#xywh=0,0,256,144

            00:06:37.000 --> 99:59:59.999
            sheet-0.jpg#xywh=256,0,256,144

            """
        #expect(written(cues) == expected)
        #expect(written(cues, from: nil) == expected.replacing("00:00:00.000", with: "00:00:04.000"))
    }

    @Test func `a track without cues is the signature`() {
        #expect(written([]) == "WEBVTT\n")
    }

    @Test(arguments: [
        ("a\nb", "a b"), ("a\r\n\r\nb", "a b"), ("a --> b", "a --%3E b"), ("--->>", "---%3E>"), ("-\n->", "- ->"),
        ("a\0b", "a\u{FFFD}b"), ("é👍", "é👍"), ("-- >", "-- >"),
    ])
    func `a payload stays one line that cannot break the file`(text: String, line: String) throws {
        #expect(written([cue(0, 1, text)]) == "WEBVTT\n\n00:00:00.000 --> 00:00:00.001\n\(line)\n")
        #expect(try CueTrack(parsing: CueTrack(cues: [cue(0, 1, text)]).serialized()).cues.map(\.text) == [line])
    }

    @Test func `an empty payload leaves no blank line too many`() throws {
        let track = CueTrack(cues: [cue(0, 1), cue(1, 2, "b")])
        #expect(try CueTrack(parsing: track.serialized()) == track)
    }

    @Test func `gaps and overlaps close and order is by time`() {
        let track = CueTrack(cues: [cue(50, 60), cue(10, 100), cue(20, 30)])
        #expect(times(track.contiguous()) == [[0, 20], [20, 50], [50, 100]])
        #expect(times(track.contiguous(from: nil)) == [[10, 20], [20, 50], [50, 100]])
        #expect(times(track.contiguous(from: .openEnd)) == [[10, 20], [20, 50], [50, 100]])
    }

    @Test func `the first of equal starts in the file stays`() {
        let track = CueTrack(cues: [cue(5, 9, "a"), cue(5, 8, "b"), cue(0, 5, "c")]).contiguous()
        #expect(track.cues.map(\.text) == ["c", "a"])
        #expect(times(track) == [[0, 5], [5, 9]])
    }

    @Test func `a last cue without a later end stays open`() {
        #expect(times(CueTrack(cues: [cue(0, 9), cue(9, 9)]).contiguous()) == [[0, 9], [9, 359_999_999]])
        #expect(times(CueTrack(cues: [cue(400_000_000, 0)]).contiguous(from: nil)) == [[400_000_000, 400_000_001]])
    }

    @Test func `a contiguous track is read back unchanged`() throws {
        let track = CueTrack(
            cues: (0..<1000).map { cue(Int64($0) * 4321, Int64($0 + 1) * 4321, "s.jpg#xywh=\($0),0,1,1") })
        #expect(track.contiguous() == track)
        #expect(try CueTrack(parsing: track.serialized()) == track)
    }
}
