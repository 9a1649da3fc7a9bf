import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The two requests about a story's screenshots.
struct ChapterThumbnailService: Sendable {
    /// Of the server, such as `https://api.travel-tube.com`.
    let server: URL
    /// Of all screenshots, with a slash at the end, such as `https://s3.travel-tube.com/chapter-screenshots/`.
    let screenshots: URL
    /// For `Authorization: Bearer`; asked for each request, because it expires.
    var token: @Sendable () -> String? = { nil }
    /// Sends a request.
    var load: @Sendable (URLRequest) async throws -> (Data, URLResponse) = { request in
        try await URLSession.shared.data(for: request)
    }

    /// The screenshots that there are; nil where the server does not answer.
    func thumbnails(of id: String) async -> ChapterThumbnailsResponse? {
        guard
            case .value(let list) = await get(
                "geo/chapters/\(Self.escaped(id))/thumbnails", ChapterThumbnailsResponse.self)
        else { return nil }
        return list
    }

    /// How far the screenshots are.
    func status(of id: String) async -> ScreenshotPolling.Answer {
        switch await get("auth/geo/data/screenshot-status/\(Self.escaped(id))", ScreenshotStatus.self) {
        case .value(let status): .status(status)
        case .notFound: .notFound
        case .refused(let status): .refused(status)
        case .unreachable: .unreachable
        }
    }

    private enum Outcome<Value> {
        case value(Value), notFound, refused(Int), unreachable
    }

    /// Statuses from 400 to 499 after which the same request may succeed: a timeout, and too many requests.
    private static let passing = [408, 429]

    private func get<Value: Decodable>(_ path: String, _ type: Value.Type) async -> Outcome<Value> {
        let base = server.absoluteString
        guard let url = URL(string: base.hasSuffix("/") ? base + path : "\(base)/\(path)") else { return .unreachable }
        // What the last poll was told is not what there is now.
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 15)
        if let token = token() { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        guard let (data, response) = try? await load(request), let answer = response as? HTTPURLResponse else {
            return .unreachable
        }
        if answer.statusCode == 404 { return .notFound }
        if (400..<500).contains(answer.statusCode), !Self.passing.contains(answer.statusCode) {
            return .refused(answer.statusCode)
        }
        guard answer.statusCode == 200,
            let value = try? JSONDecoder().decode(ServiceResponse<Value>.self, from: data).data
        else { return .unreachable }
        return .value(value)
    }

    private static func escaped(_ id: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        return id.addingPercentEncoding(withAllowedCharacters: allowed) ?? id
    }
}
