import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import Testing

@testable import MosaicServer

struct ErrorResponseTests {
    @Test(
        arguments: [
            (.invalidSettings, 400), (.noScreenshots, 404), (.notFound, 404), (.damaged, 422), (.malformed, 500),
            (.limitExceeded, 413),
            (.unsupported, 422), (.refused, 409), (.busy, 503), (.unavailable, 503),
        ] as [(MosaicError.Code, Int)])
    func `each fault of the library has its status`(code: MosaicError.Code, status: Int) {
        let answer = ErrorResponse(MosaicError(code, "film", "Something about 3 things."))
        #expect(answer.status.code == status)
        #expect(!answer.code.isEmpty && answer.message.hasSuffix("."))
        #expect((answer.fields[.retryAfter] != nil) == (status == 503))
    }

    @Test func `responses hide errors of the library's files`() {
        for code in [MosaicError.Code.malformed, .unavailable] {
            #expect(!ErrorResponse(MosaicError(code, "secret", "The secret is out.")).message.contains("secret"))
        }
    }

    @Test func `each fault of a request has its status, and its own word`() {
        let statuses = RequestError.Code.allCases.map { ErrorResponse(RequestError($0, "A sentence.")).status.code }
        #expect(statuses == [400, 401, 403, 404, 404, 405, 503, 409, 412, 413, 415, 421, 501, 429, 503])
        let words = RequestError.Code.allCases.map { ErrorResponse(RequestError($0, "A sentence.")).code }
        #expect(Set(words).count == words.count)
    }

    @Test func `the page of routes lists the codes of errors`() throws {
        let page = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Sources/MosaicServer/MosaicServer.docc/Routes.md").standardizedFileURL,
            encoding: .utf8)
        let faults: [MosaicError.Code] = [
            .invalidSettings, .noScreenshots, .notFound, .damaged, .malformed, .limitExceeded, .unsupported, .refused,
            .busy, .conflict, .unavailable,
        ]
        let answers =
            RequestError.Code.allCases.map { ErrorResponse(RequestError($0, "A sentence.")) }
            + faults.map { ErrorResponse(MosaicError($0, "film", "A sentence.")) }
        for answer in answers {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| ") && $0.contains("`\(answer.code)`") }
            #expect(row?.contains("\(answer.status.code)") == true, "\(answer.code)")
        }
    }

    @Test func `an unknown error is a 500 without details`() {
        struct Unheard: Error { let secret = "secret" }
        let answer = ErrorResponse(Unheard())
        #expect(answer.status == .internalServerError && !answer.message.contains("secret"))
        #expect(ErrorResponse(CancellationError()).status == .serviceUnavailable)
        #expect(ErrorResponse(HTTPError(.notFound)).status == .notFound)
        #expect(ErrorResponse(HTTPError(.contentTooLarge)).code == "too_large")
    }

    @Test func `HEAD gets the fields of an error and no body`() {
        let answer = ErrorResponse(RequestError(.noTile, "No tile is shown."))
        let (get, head) = (answer.response(to: .get), answer.response(to: .head))
        #expect(get.headers == head.headers && head.body.contentLength == 0)
        #expect(get.headers[.contentLength] == get.body.contentLength.map(String.init))
    }
}
