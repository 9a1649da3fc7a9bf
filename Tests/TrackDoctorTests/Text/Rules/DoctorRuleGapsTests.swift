import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleGapsTests {
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
}
