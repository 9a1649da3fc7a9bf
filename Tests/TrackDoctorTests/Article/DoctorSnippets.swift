import Foundation
import HTTPFetching
import ScrubFixtures
import Testing
import TrackDoctor
import WebVTT

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The code between `snippet` and `end` is that of the landing page of TrackDoctor.

// snippet
final class SessionTransport: NSObject, URLSessionTaskDelegate, FetchTransport {
    func response(to request: FetchRequest) async throws -> FetchResponse {
        var message = URLRequest(url: request.url, timeoutInterval: request.idle / .seconds(1))
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await URLSession.shared.data(for: message, delegate: self)
        let answer = response as? HTTPURLResponse
        let fields = (answer?.allHeaderFields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        return FetchResponse(
            status: answer?.statusCode ?? 0, headers: Dictionary(fields) { first, _ in first }, body: Array(body))
    }

    // Redirects are findings, too.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
// end

private func examined(_ url: URL, print: (String) -> Void) async throws {
    // snippet
    let checkup = try await Checkup(of: url, by: SessionTransport())
    for finding in checkup.diagnosis.findings { print("\(finding.rule): \(finding.message)") }
    // end
}

struct DoctorSnippets {
    @Test func `an app examines a track by URLSession`() async throws {
        let site = try LoopbackServer { _ in LoopbackAnswer("<!DOCTYPE html>") }
        var lines: [String] = []
        try await examined(try #require(URL(string: site.address("/t.vtt")))) { lines.append($0) }
        #expect(lines.first?.hasPrefix("not-a-track: ") == true)
    }
}
