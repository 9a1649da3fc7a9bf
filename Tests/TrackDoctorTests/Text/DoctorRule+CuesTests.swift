import Testing
import WebVTT

@testable import TrackDoctor

struct DoctorRuleCuesTests {
    @Test func `a short arrow between two times is found on its line`() throws {
        let file = "WEBVTT\n\n00:00.000 -> 00:01.000\na.jpg\n\n1\n00:01.000->00:02.000\nb->c.jpg\n\n0 -> x\nd.jpg"
        #expect(try DoctorRule.arrows.lines(in: file) == [3, 7])
    }

    @Test func `the cues of a file with only short arrows are read`() throws {
        let reading = try LenientTrack(
            parsing: Array("00:00.000 -> 00:01.000\na.jpg\n\n00:01.000 -> 00:02.000\nb".utf8))
        #expect(reading.track.cues.map(\.text) == ["a.jpg", "b"])
        #expect(reading.track.cues.map(\.end.milliseconds) == [1000, 2000])
    }

    @Test func `an arrow in a payload is accepted`() throws {
        #expect(try DoctorRule.arrows.lines(in: track(payloads: ["a->b.jpg", "1 -> 2 -> 3", "0:01->b"])) == [])
    }

    @Test func `a comma in a time is found, one in a URL is not`() throws {
        let file = "WEBVTT\n\n00:00:00,000 --> 00:00:01.000\na,b.jpg\n\n00:01.000 --> 00:02.000 a,b\n"
        #expect(try DoctorRule.decimalCommas.lines(in: file) == [3])
    }

    @Test(arguments: [
        ("00:00.000 --> 00:01.000", []), ("0:00:00.000 --> 100:00:01.000", []), ("00:00.0 --> 00:01.000", [3]),
        ("00:00.000 --> 00:01", [3]), ("0 --> 1", [3]), ("00:00,000 --> 00:01,000", []),
    ])
    func `a time is found where WebVTT has another spelling for it`(timings: String, lines: [Int]) throws {
        #expect(try DoctorRule.timeSpelling.lines(in: "WEBVTT\n\n\(timings)\na") == lines)
    }

    @Test(arguments: [
        ("0:00:00.000 --> 0:00:01.000", [3]), ("9:59:50.000 --> 10:00:00.000", [3]),
        ("00:00:00.000 --> 100:00:01.000", [3]), ("00:00:00.000 --> 00:00:01.000", []),
        ("00:00.000 --> 00:01.000", []), ("00:00.000 --> 01:00:00.000", []), ("99:00:00.000 --> 99:59:59.999", []),
        ("0:00:00.0 --> 0:00:01.0", []),
    ])
    func `hours of any number of digits but two are found`(timings: String, lines: [Int]) throws {
        #expect(try DoctorRule.hourDigits.lines(in: "WEBVTT\n\n\(timings)\na") == lines)
    }

    @Test func `three digits behind the first cue are found on their line`() throws {
        let file = track([(0, 1000, "a"), (1000, 360_000_000, "b"), (360_000_000, 360_001_000, "c")])
        #expect(try DoctorRule.hourDigits.lines(in: file) == [6, 9])
    }

    @Test func `a cue is found when not even a person could read its times`() throws {
        let file = "WEBVTT\n\n00:00.000 --> soon\na\n\n00:00.0 --> 00:01.0\nb\n\n00:99:00.000 --> 02:00:00.000\nc"
        #expect(try DoctorRule.unreadableTimes.lines(in: file) == [3, 9])
    }

    @Test func `a cue with an identifier is found on its timing line`() throws {
        let file = "WEBVTT\n\n1\n00:00.000 --> 00:01.000\na\n\n00:01.000 --> 00:02.000\nb\n\nNOTE\nx"
        #expect(try DoctorRule.identifiers.lines(in: file) == [4])
    }

    @Test func `text after the times is found, and spaces are accepted`() throws {
        let file = "WEBVTT\n\n00:00.000 --> 00:01.000 align:left\na\n\n00:01.000 --> 00:02.000 \t\nb"
        #expect(try DoctorRule.settings.lines(in: file) == [3])
    }

    @Test func `a track without cues is found, one cue is enough`() throws {
        #expect(try DoctorRule.noCues.lines(in: "WEBVTT\n\nNOTE nothing") == [-1])
        #expect(try DoctorRule.noCues.lines(in: track(times: [(0, 1)])) == [])
    }

    @Test func `a cue that starts before the one in front of it is found`() throws {
        #expect(try DoctorRule.order.lines(in: track(times: [(0, 5), (10, 15), (5, 10), (5, 9), (15, 20)])) == [9])
    }

    @Test func `a first cue after 0 is found anywhere in the file`() throws {
        #expect(try DoctorRule.firstCue.lines(in: track(times: [(8000, 9000), (4000, 8000)])) == [6])
        #expect(try DoctorRule.firstCue.lines(in: track(times: [(4000, 8000), (0, 4000)])) == [])
    }

    @Test func `a gap is found on the cue behind it, in the order of time`() throws {
        #expect(try DoctorRule.gaps.lines(in: track(times: [(20, 30), (0, 10), (30, 40)])) == [3])
        #expect(try DoctorRule.gaps.lines(in: track(times: [(5, 10), (10, 20)])) == [])
    }

    @Test func `a cue that reaches over others leaves no gap behind them`() throws {
        #expect(try DoctorRule.gaps.lines(in: track(times: [(0, 100), (10, 20), (50, 60)])) == [])
    }

    @Test func `a gap is reported with its start and its end`() throws {
        let examination = try TrackExamination(Array(track(times: [(0, 1000), (2500, 3000)]).utf8))
        let message = DoctorRule.gaps.finding(in: examination)?.message
        #expect(message == "No tile is shown from 00:00:01.000 to 00:00:02.500.")
    }

    @Test func `a cue that begins within an earlier one is found`() throws {
        #expect(try DoctorRule.overlaps.lines(in: track(times: [(0, 100), (10, 20), (50, 60), (100, 110)])) == [6, 9])
    }

    @Test func `cues that touch are in order, also out of order in the file`() throws {
        #expect(try DoctorRule.overlaps.lines(in: track(times: [(10, 20), (0, 10), (20, 30)])) == [])
    }

    @Test func `a cue that ends where it starts, or before, is found`() throws {
        #expect(try DoctorRule.zeroLengths.lines(in: track(times: [(0, 0), (0, 10), (10, 9), (10, 11)])) == [3, 9])
    }

    @Test func `a cue in which the file ends has no length`() throws {
        let cut = "WEBVTT\n\n00:00:00.000 --> 00:00:05.000\na.jpg\n\n00:00:05.000 --> 00"
        #expect(try DoctorRule.zeroLengths.lines(in: cut).isEmpty)
        #expect(try DoctorRule.zeroLengths.lines(in: cut + "\n") == [6])
        let findings = Diagnosis(examining: Array(cut.utf8)).findings
        let message = findings.first { $0.rule == "empty-payloads" }?.message
        #expect(message == "The file ends in this line, as one that was cut off does; the cue names no picture.")
    }

    @Test func `cues that start in one second are found, in the order of time`() throws {
        let times: [(Int64, Int64)] = [(0, 1400), (1900, 2000), (1400, 1900), (2000, 2000), (2000, 3000)]
        #expect(try DoctorRule.sharedSeconds.lines(in: track(times: times)) == [6])
    }

    @Test(arguments: [(29_999, []), (30_000, []), (30_001, [6])] as [(Int64, [Int])])
    func `a track that ends before the film is found at its latest end`(duration: Int64, lines: [Int]) throws {
        let file = track(times: [(0, 10_000), (20_000, 30_000), (10_000, 20_000)])
        #expect(try DoctorRule.lastCue.lines(in: file, duration: Timestamp(milliseconds: duration)) == lines)
    }

    @Test func `a track is accepted without a duration or without cues`() throws {
        #expect(try DoctorRule.lastCue.lines(in: track(times: [(0, 10)])) == [])
        #expect(try DoctorRule.lastCue.lines(in: "WEBVTT", duration: .latest) == [])
    }

    @Test func `cues that start at the end of the film or later are found`() throws {
        let file = track(times: [(0, 10), (10, 20), (20, 30)])
        #expect(try DoctorRule.cuesPastTheEnd.lines(in: file, duration: Timestamp(milliseconds: 10)) == [6, 9])
        #expect(try DoctorRule.cuesPastTheEnd.lines(in: file, duration: Timestamp(milliseconds: 21)) == [])
        #expect(try DoctorRule.cuesPastTheEnd.lines(in: file) == [])
    }
}
