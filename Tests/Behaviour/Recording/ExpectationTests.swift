import Foundation
import Testing

extension BehaviourTests {
    /// Guards the expectations: a change needs new checksums.
    @Suite struct ExpectationTests {
        @Test(.disabled(if: Expectation.isRecording, "they are written anew"))
        func `every file is as it was recorded, and none came or went`() throws {
            let (recorded, actual) = try (Expectation.recordedSums(), Expectation.actualSums())
            guard recorded != actual else { return }
            Issue.record("\(LineDifference(of: "../Expected.sha256", from: recorded, to: actual).description)")
        }

        @Test func `a difference shows the lines around it`() {
            let old = (1...20).map { "line \($0)" }.joined(separator: "\n")
            let new = old.replacingOccurrences(of: "line 10", with: "changed")
            let shown = LineDifference(of: "x.txt", from: old, to: new).description
            #expect(
                shown == """
                    --- Expected/x.txt
                    +++ now
                    @@ line 7 @@
                     line 7
                     line 8
                     line 9
                    -line 10
                    +changed
                     line 11
                     line 12
                     line 13

                    """)
        }

        @Test func `a file's version is shown without its inode and its time of change`() throws {
            let source = Data(
                #"{"source": {"version": "7:330:1600000000000000000:\#(Int64(Date.now.timeIntervalSince1970 * 1e9))"}}"#
                    .utf8)
            #expect(
                try Normalizer().line(source)
                    == #"{"source": {"version": "<inode>:330:1600000000000000000:<now>"}}"#)
            for other in [#"{"version": 2}"#, #"{"version": "1.0"}"#] {
                #expect(try Normalizer().line(Data(other.utf8)) == other)
            }
        }

        @Test func `replaces values that differ from run to run, and keeps past dates`() throws {
            let normalizer = Normalizer(places: [("/tmp/x", "<work>")])
            let now = Date.now.ISO8601Format()
            let document = Data(
                """
                {"at": "\(now)", "then": "2025-06-01T12:00:00Z", "path": "/tmp/x/a.jpg", "n": 1.5, "reason": "a.jpg is not a picture.", "elapsed_ms": 12}
                """.utf8)
            #expect(
                try normalizer.line(document)
                    == #"{"at": "<now>", "elapsed_ms": "<duration>", "n": 1.5, "path": "<work>/a.jpg", "#
                    + #""reason": "<prose: a.jpg>", "then": "2025-06-01T12:00:00Z"}"#)
        }
    }
}
