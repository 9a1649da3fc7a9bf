import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct JobTracesTests {
    private let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    private func number(_ number: Int64) -> JobNumber { JobNumber(rawValue: number) }

    @Test func `a callback continues the trace of its job's request in a new span`() throws {
        let trace = try #require(TraceParent(parsing: parent))
        let child = try #require(TraceParent(parsing: trace.child()))
        #expect(child.traceID == trace.traceID && child.flags == trace.flags)
        #expect(child.spanID != trace.spanID)
        #expect(try #require(TraceParent(parsing: TraceParent.random())).traceID != trace.traceID)
    }

    @Test func `a trace is taken once, and the last request counts`() throws {
        let traces = JobTraces()
        let (first, last) = (TraceParent(parsing: parent), TraceParent(parsing: TraceParent.random()))
        traces.note(first, of: number(1))
        traces.note(last, of: number(1))
        traces.note(nil, of: number(1))
        #expect(last != nil && traces.take(number(1)) == last)
        #expect(traces.take(number(1)) == nil)
    }

    @Test(arguments: [(isTaken: false, kept: [3, 4]), (true, [1])])
    func `the oldest are dropped where there are too many that were not taken`(isTaken: Bool, kept: [Int64]) {
        let traces = JobTraces(capacity: 2)
        for job in (1...4).map(number) {
            traces.note(TraceParent(parsing: parent), of: job)
            if isTaken, job.rawValue > 1 { _ = traces.take(job) }
        }
        #expect((1...4).filter { traces.take(number($0)) != nil } == kept)
    }

    @Test func `one waiting job keeps its trace however often requests submit it`() {
        let traces = JobTraces(capacity: 2)
        for _ in 0..<10 {
            _ = traces.take(number(1))
            traces.note(TraceParent(parsing: parent), of: number(1))
        }
        #expect(traces.take(number(1)) != nil)
    }
}
