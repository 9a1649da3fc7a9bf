import HTTPTypes
import Hummingbird
import Mosaic
import NIOCore
import Testing
import Tiers

@testable import MosaicLibrary
@testable import MosaicServer

struct JSONRequestTests {
    private func request(_ body: ByteBuffer) -> Request {
        Request(
            head: HTTPRequest(
                method: .put, scheme: "http", authority: "localhost", path: "/",
                headerFields: [.contentType: "application/json"]),
            body: RequestBody(buffer: body))
    }

    @Test func `decodes outside of the shared threads of tasks`() async throws {
        let isOnThreadsOfItsOwn = try await JSONRequest.value(of: request(ByteBuffer(string: "{}"))) { _ in
            withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
        }
        #expect(isOnThreadsOfItsOwn)
        #expect(withUnsafeCurrentTask { $0?.unownedTaskExecutor } == nil)
    }

    @Test func `a body above the limit is too large`() async throws {
        for (count, code) in [
            (JSONRequest.limit, RequestError.Code.invalidRequest), (JSONRequest.limit + 1, .tooLarge),
        ] {
            await #expect {
                _ = try await JSONRequest.value(
                    of: request(ByteBuffer(repeating: 0x20, count: count)), Submission.init(parsing:))
            } throws: { error in
                (error as? RequestError)?.code == code
            }
        }
    }

    @Test(.thorough) func `the longest list of chapters fits in, and is not read beyond`() async throws {
        let title = "The twenty-eighth chapter"
        let chapters = (1...ExpectedChapters.maximumCount).map {
            #"{"index":\#($0),"time_ms":\#($0)000,"title":"\#(title)"}"#
        }
        let list = chapters.joined(separator: ",")
        let submission = try await JSONRequest.value(
            of: request(ByteBuffer(string: #"{"chapters":[\#(list)]}"#)), Submission.init(parsing:))
        #expect(submission.chapters?.total == ExpectedChapters.maximumCount)
        #expect(submission.chapters?.chapters.last?.title == title)
        // What stands behind the last that could be taken is never looked at.
        for rest in ["0", #"0,"what is this?""#] {
            await #expect {
                _ = try await JSONRequest.value(
                    of: request(ByteBuffer(string: #"{"chapters":[\#(list),\#(rest)]}"#)), Submission.init(parsing:))
            } throws: { error in
                (error as? RequestError)?.reason == "chapters has more than 100000 members."
            }
        }
    }
}
