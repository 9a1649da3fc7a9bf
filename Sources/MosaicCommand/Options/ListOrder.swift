import ArgumentParser
import Foundation
import Mosaic
import MosaicLibrary

/// The order of a list of storyboards.
enum ListOrder: String, CaseIterable, ExpressibleByArgument {
    case title, newest, oldest, id

    /// A page in this order.
    ///
    /// A catalog knows no titles' order, so that all catalogs list alike: entries are sorted here, `Part 2` before
    /// `Part 10`.
    /// - Throws: Errors of the catalog.
    func page(of query: CatalogQuery, in catalog: any Catalog) async throws -> CatalogPage {
        var query = query
        guard let order else {
            var all: [CatalogEntry] = []
            try await catalog.forEachPage(matching: query.search) { all += $0 }
            all.sort(by: Self.isBefore)
            let page = all.dropFirst(query.offset).prefix(query.limit)
            return CatalogPage(entries: Array(page), total: all.count)
        }
        query.order = order
        return try await catalog.entries(query)
    }

    /// The catalog's own order; `nil` for titles.
    private var order: CatalogQuery.Order? {
        switch self {
        case .title: nil
        case .newest: .newest
        case .oldest: .oldest
        case .id: .id
        }
    }

    /// Compares titles, ids for storyboards without one; storyboards of one title by their ids.
    private static func isBefore(_ first: CatalogEntry, _ second: CatalogEntry) -> Bool {
        let (one, other) = (first.title ?? first.id.rawValue, second.title ?? second.id.rawValue)
        switch one.compare(other, options: [.caseInsensitive, .diacriticInsensitive, .numeric]) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return first.id.rawValue < second.id.rawValue
        }
    }
}
