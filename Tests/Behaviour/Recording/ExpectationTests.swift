import Foundation
import Testing

extension BehaviourTests {
    /// The expectations themselves: nobody changes one without saying so.
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

        @Test func `a record of number 2 is shown as number 1 was, and no other document is`() throws {
            let record = Data(
                """
                {"version": 2, "sheets": [], "tiles": [{"source":
                 {"name": "a.jpg", "bytes": 330, "version": "7:330:1600000000000000000:1763855555000000000"}}]}
                """.utf8)
            #expect(
                try Normalizer().line(record)
                    == #"{"sheets": [], "tiles": [{"source": {"bytes": 330, "inode": "<inode>", "#
                    + #""modified_ns": 1600000000000000000, "name": "a.jpg"}}], "version": 1}"#)
            for other in [#"{"version": 2}"#, #"{"source": {"bytes": 330, "version": "7:331:1:1"}}"#] {
                #expect(try Normalizer().line(Data(other.utf8)) == other)
            }
        }

        @Test func `nothing that differs from run to run is left, and dates of the past are`() throws {
            let normalizer = Normalizer(places: [("/tmp/x", "<work>")])
            let now = Date.now.ISO8601Format()
            let document = Data(
                """
                {"at": "\(now)", "then": "2025-06-01T12:00:00Z", "path": "/tmp/x/a.jpg", "inode": 7, "n": 1.5,
                 "modified_ns": 1600000000000000000, "reason": "a.jpg is no picture.", "elapsed_ms": 12}
                """.utf8)
            #expect(
                try normalizer.line(document)
                    == #"{"at": "<now>", "elapsed_ms": "<duration>", "inode": "<inode>", "#
                    + #""modified_ns": 1600000000000000000, "n": 1.5, "path": "<work>/a.jpg", "#
                    + #""reason": "<prose: a.jpg>", "then": "2025-06-01T12:00:00Z"}"#)
        }
    }
}
