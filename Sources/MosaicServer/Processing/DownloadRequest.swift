import Foundation
import MosaicLibrary

/// The body of `POST /api/v1/download`: a URL to fetch, or a video that is here.
enum DownloadRequest: Hashable, Sendable {
    case url(DownloadURL)
    /// Its path below a root of videos or of sources.
    case path(String)

    /// The longest body, in bytes.
    static let limit = 64 << 10

    private struct Body: Decodable {
        let url: String?
        let path: String?
    }

    /// Reads a request's body; members of other names are ignored, as older clients send some.
    ///
    /// - Throws: `DecodingError`, `invalidRequest`.
    init(parsing bytes: [UInt8]) throws {
        let body = try JSONDecoder().decode(Body.self, from: Data(bytes))
        switch (body.url, body.path) {
        case (let text?, nil):
            guard let url = DownloadURL(text) else {
                throw RequestError(
                    .invalidRequest,
                    "url takes http:// or https:// with a host, without a user, of at most \(DownloadURL.maximumLength) characters."
                )
            }
            self = .url(url)
        case (nil, let path?): self = .path(path)
        default: throw RequestError(.invalidRequest, "The body takes either url or path.")
        }
    }
}
