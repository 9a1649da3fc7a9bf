import Mosaic

/// A page of jobs in JSON, as `mosaic jobs` and `GET /jobs` write it.
package struct JobPageDocument: Encodable {
    private let jobs: [JobDocument]
    private let counts: [String: Int]
    private let limit: Int
    private let offset: Int
    private let total: Int
    private let hasMore: Bool

    /// - Parameters:
    ///   - counts: How many jobs of the catalog are in each state.
    ///   - query: The query that found the jobs.
    package init(_ jobs: [JobDocument], counts: [JobState: Int], of query: JobQuery) {
        self.jobs = jobs
        self.counts = Dictionary(uniqueKeysWithValues: JobState.allCases.map { ($0.rawValue, counts[$0] ?? 0) })
        limit = query.limit
        offset = query.offset
        total = query.total(of: counts)
        hasMore = !jobs.isEmpty && query.offset + jobs.count < total
    }

    private enum CodingKeys: String, CodingKey {
        case jobs, counts, limit, offset, total
        case hasMore = "has_more"
    }
}

extension JobQuery {
    /// The number of matching jobs, on all pages.
    ///
    /// - Parameter counts: The number of the catalog's jobs in each state.
    package func total(of counts: [JobState: Int]) -> Int {
        state.map { counts[$0] ?? 0 } ?? counts.values.reduce(0, +)
    }
}
