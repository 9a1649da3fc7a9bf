import Synchronization

@testable import YouTubeUploads

/// Answers from a list, and keeps the requests.
final class PlayedTransport: YouTubeTransport {
    private struct State {
        var answers: [Result<YouTubeAnswer, YouTubeError>]
        var requests: [YouTubeRequest] = []
        var pauses: [Duration] = []
    }

    private let state: Mutex<State>

    /// - Parameter answers: The last one is repeated.
    init(_ answers: Result<YouTubeAnswer, YouTubeError>...) { state = Mutex(State(answers: answers)) }

    func answer(to request: YouTubeRequest) async throws -> YouTubeAnswer {
        try state.withLock { state in
            state.requests.append(request)
            return (state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0])
        }.get()
    }

    var requests: [YouTubeRequest] { state.withLock(\.requests) }
    /// The pauses that the client made.
    var pauses: [Duration] { state.withLock(\.pauses) }

    /// A client of this transport that does not wait; pauses have half of their greatest length.
    func client(cache: AnswerCache? = nil, pauses: RetryPauses = RetryPauses()) throws -> YouTubeClient {
        guard let token = YouTubeToken("secret-token") else { throw YouTubeError(.expired, "token", "No token.") }
        return YouTubeClient(
            transport: self, token: token, pauses: pauses, cache: cache,
            sleep: { pause in self.state.withLock { $0.pauses.append(pause) } }, random: { 0.5 })
    }
}

extension Result<YouTubeAnswer, YouTubeError> {
    static func status(_ status: Int, _ body: String = "", _ headers: [String: String] = [:]) -> Self {
        .success(YouTubeAnswer(status: status, headers: headers, body: Array(body.utf8)))
    }

    static func fault(_ status: Int, _ reason: String, _ headers: [String: String] = [:]) -> Self {
        .status(
            status, #"{"error":{"code":\#(status),"errors":[{"domain":"d","reason":"\#(reason)","message":"m"}]}}"#,
            headers)
    }

    static let channel = Self.status(
        200,
        #"{"items":[{"id":"UC1","snippet":{"title":"Walks"},"statistics":{"videoCount":"7"},"#
            + #""contentDetails":{"relatedPlaylists":{"uploads":"UU1"}}}]}"#)

    static func page(_ ids: [String], next: String? = nil, previous: String? = nil, headers: [String: String] = [:])
        -> Self
    {
        let items = ids.map {
            #"{"id":"E\#($0)","snippet":{"publishedAt":"2024","title":"T","description":"","thumbnails":{},"#
                + #""resourceId":{"kind":"youtube#video","videoId":"\#($0)"}}}"#
        }
        let tokens =
            (next.map { #""nextPageToken":"\#($0)","# } ?? "") + (previous.map { #""prevPageToken":"\#($0)","# } ?? "")
        return .status(
            200,
            #"{"kind":"k","etag":"e",\#(tokens)"pageInfo":{"totalResults":9,"resultsPerPage":\#(ids.count)},"items":[\#(items.joined(separator: ","))]}"#,
            headers)
    }
}
