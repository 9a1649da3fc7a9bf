import HTTPCases
import HTTPTypes
import Testing

@testable import HTTPSemantics

struct StoredAnswerTests {
    @Test func `a stored answer says how long its body is`() {
        for sample in ServedSample.allCases {
            let stored = sample.stored
            #expect(stored.body == sample.body)
            #expect(stored.representation.count == sample.body.count)
            #expect(stored.representation.fields[.contentLength] == String(sample.body.count))
        }
    }
}
