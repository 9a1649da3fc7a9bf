import HTTPCases
import HTTPTypes
import Testing

@testable import MosaicServer

struct ConditionalGETResultTests {
    // Two-digit years are read from here.
    private static let now = HTTPDate(secondsSince1970: 1_795_000_000)

    @Test(arguments: AnswerCase.conditions) func `conditions are evaluated as in section 13`(_ one: AnswerCase) throws {
        try check(one)
    }

    @Test(arguments: AnswerCase.ranges) func `ranges are evaluated as in section 14`(_ one: AnswerCase) throws {
        try check(one)
    }

    @Test func `a body is sent for GET alone, and never beside 304, 412 and 416`() throws {
        for one in AnswerCase.conditions + AnswerCase.ranges {
            let answer = try answer(one)
            let isSent = one.method == .get && (answer.status == .ok || answer.status == .partialContent)
            #expect((answer.body != nil) == isSent, "\(one.testDescription)")
        }
    }

    @Test func `no other method asks for a representation`() {
        for method in [.post, .put, .delete, .options, .patch, .trace, .connect] as [HTTPRequest.Method] {
            #expect(ReadMethod(method) == nil)
        }
    }

    private func check(_ one: AnswerCase) throws {
        let answer = try answer(one)
        one.check(
            status: answer.status, fields: answer.fields, body: answer.body.map { Array(one.sample.body[$0]) } ?? [])
    }

    private func answer(_ one: AnswerCase) throws -> ConditionalGETResult {
        let method = try #require(ReadMethod(one.method))
        let representation = one.sample.representation
        return ConditionalGETResult(to: method, request: one.request, with: representation, now: Self.now)
    }
}
