import Foundation
import Hummingbird
import Mosaic
import WebVTT

/// `GET /storyboards`: what the library holds.
struct ListRoutes: Sendable {
    /// The most storyboards of one page.
    static let maximumLimit = 1_000

    let library: StoryboardLibrary
    let addresses: Addresses
    let limit: ListLimit

    func add(to routes: Routes) { routes.read("/storyboards", .report, list) }

    @Sendable private func list(_ request: Request, _ context: ServerContext) async throws -> ServedBody {
        let parameters = RequestQuery(request.uri.query)
        var query = CatalogQuery()
        query.search = try parameters.text("search")
        query.order = try parameters.choice("sort") ?? .newest
        query.limit = try parameters.number("limit", in: 1...Self.maximumLimit) ?? query.limit
        query.offset = try parameters.number("offset", in: 0...Int(Int32.max)) ?? 0
        return try await limit.run(query.limit) { [query] in try await page(query) }
    }

    private func page(_ query: CatalogQuery) async throws -> ServedBody {
        let page = try await library.catalog.entries(query)
        let states = try await library.catalog.jobs(of: page.entries.map(\.id))
            .reduce(into: [:]) { $0[$1.storyboard] = $1.state }
        let items = page.entries.map { entry in
            Item(entry, states[entry.id], base: addresses.absolute(entry.id) ?? addresses.path(of: entry.id))
        }
        let hasMore = !items.isEmpty && query.offset + items.count < page.total
        return Answer.report(
            Page(storyboards: items, limit: query.limit, offset: query.offset, total: page.total, hasMore: hasMore))
    }

    private struct Page: Encodable {
        let storyboards: [Item]
        let limit: Int
        let offset: Int
        let total: Int
        let hasMore: Bool

        private enum CodingKeys: String, CodingKey {
            case storyboards, limit, offset, total
            case hasMore = "has_more"
        }
    }

    private struct Item: Encodable {
        let id: StoryboardID
        let title: String?
        let tiles: Int
        let placeholders: Int?
        let placeholderReasons: [String]?
        let duration: Timestamp?
        let created: String
        let updated: String
        let status: JobState
        let links: [String: String]

        /// What was published without a job is complete.
        init(_ entry: CatalogEntry, _ state: JobState?, base: String) {
            id = entry.id
            title = entry.title
            tiles = entry.tiles
            placeholders = entry.placeholders?.count
            placeholderReasons = entry.placeholders.flatMap { $0.reasons.isEmpty ? nil : $0.reasons }
            duration = entry.duration
            created = entry.created.ISO8601Format()
            updated = entry.updated.ISO8601Format()
            status = state ?? .completed
            links = [
                "record": base + Document.record.rawValue, "track": base + Document.track.rawValue,
                "preview": base + "preview",
            ]
        }

        private enum CodingKeys: String, CodingKey {
            case id, title, tiles, placeholders, status, links
            case placeholderReasons = "placeholder_reasons"
            case duration = "duration_ms"
            case created = "created_at"
            case updated = "updated_at"
        }
    }
}
