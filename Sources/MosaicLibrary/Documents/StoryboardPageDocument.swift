package import Mosaic

/// A page of storyboards in JSON, as `mosaic list` and `GET /storyboards` write it.
package struct StoryboardPageDocument: Encodable {
    private let storyboards: [StoryboardDocument]
    private let limit: Int
    private let offset: Int
    private let total: Int
    private let hasMore: Bool

    /// - Parameters:
    ///   - page: The storyboards that the query found.
    ///   - jobs: Their jobs, in any order; a storyboard may have none.
    ///   - links: The URLs or paths of a storyboard.
    package init(
        _ page: CatalogPage, of query: CatalogQuery, jobs: [Job], links: (StoryboardID) -> StoryboardDocument.Links
    ) {
        let jobs = Dictionary(jobs.map { ($0.storyboard, $0) }, uniquingKeysWith: { $1 })
        storyboards = page.entries.map { StoryboardDocument($0, job: jobs[$0.id], links: links($0.id)) }
        limit = query.limit
        offset = query.offset
        total = page.total
        hasMore = !page.entries.isEmpty && query.offset + page.entries.count < page.total
    }

    private enum CodingKeys: String, CodingKey {
        case storyboards, limit, offset, total
        case hasMore = "has_more"
    }
}
