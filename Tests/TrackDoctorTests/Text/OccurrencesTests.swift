import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct OccurrencesTests {
    @Test func `all places are counted, the first ten are kept, and only for those a message is made`() {
        var occurrences = Occurrences()
        var made = 0
        for line in 1...1000 {
            occurrences.note(
                line: line,
                {
                    made += 1
                    return "x"
                }())
        }
        #expect(occurrences.count == 1000)
        #expect(occurrences.first.map(\.line) == Array(1...10))
        #expect(made == 10)
    }
}
