import HTTPFetching
import WebVTT

/// The transport of tests that read files alone.
struct NoNetwork: FetchTransport {
    func response(to request: FetchRequest) async throws -> FetchResponse {
        throw FetchError(.refused, "test", "There is no network.")
    }
}
