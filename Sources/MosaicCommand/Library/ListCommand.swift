import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// `mosaic list`: lists the storyboards of a library.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the storyboards of a library.",
        discussion: """
            On a terminal ids are shortened, and titles are not; mosaic show takes the beginning of an id. GRAY counts the \
            placeholders of screenshots that could not be decoded; --json gives the first reasons.

            EXAMPLES
              mosaic list library
              mosaic list --library library --search s01 --sort id --limit 20
              mosaic list --library library --json | jq -r '.storyboards[].id'
            """)

    @OptionGroup(title: "Library") var library: LibraryOptions

    @Option(help: "Only storyboards whose id or title contains this.")
    var search: String?

    @Option(
        help: """
            title, newest (last published first), oldest (first published first) or id. (default: title, and newest with \
            --json)
            """)
    var sort: ListOrder?

    @OptionGroup var page: PageOptions

    @Flag(help: "Print JSON: {\"storyboards\", \"total\", \"limit\", \"offset\", \"has_more\"}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            var query = CatalogQuery()
            query.search = search
            query.limit = page.limit
            query.offset = page.offset
            let catalog = try library.existing(onlyReading: true).catalog
            let found = try await (sort ?? (json ? .newest : .title)).page(of: query, in: catalog)
            if json {
                let jobs = try await catalog.jobs(of: found.entries.map(\.id))
                return try JSONOutput.print(
                    StoryboardPageDocument(found, of: query, jobs: jobs) { library.links(to: $0) })
            }
            Self.table(of: found.entries).print()
            if found.total == 0, let search {
                StandardError.print("mosaic: No storyboard has '\(search)' in its id or title; mosaic list shows all.")
            }
            if let remark = page.remark(shown: found.entries.count, total: found.total, "storyboards") {
                StandardError.print("mosaic: \(remark)")
            }
        }
    }

    private static func table(of entries: [CatalogEntry]) -> TextTable {
        let hasGray = entries.contains { $0.placeholders.count > 0 }
        var table = TextTable(
            [.init("ID", isCut: true), .init("TITLE"), .init("TILES", isNumber: true)]
                + (hasGray ? [.init("GRAY", isNumber: true)] : [])
                + [.init("DURATION", isNumber: true), .init("SIZE", isNumber: true), .init("UPDATED")])
        for entry in entries {
            table.add(
                [entry.id.rawValue, entry.title, String(entry.tiles)]
                    + (hasGray ? [String(entry.placeholders.count)] : [])
                    + [
                        entry.duration.map(Self.clock), ByteCount(entry.bytes).description,
                        String(entry.updated.ISO8601Format().prefix(10)),
                    ])
        }
        return table
    }

    /// A duration in hours, minutes and whole seconds.
    private static func clock(_ duration: Timestamp) -> String {
        String(duration.description.prefix { $0 != "." })
    }
}

/// The order of a list of storyboards.
enum ListOrder: String, CaseIterable, ExpressibleByArgument {
    case title, newest, oldest, id

    /// Returns a page in this order.
    ///
    /// Catalogs do not sort by title. Entries are sorted here, so that the order is the same for all catalogs, with
    /// `Part 2` before `Part 10`.
    ///
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

    /// The catalog's order; `nil` for titles, by which catalogs do not sort.
    private var order: CatalogQuery.Order? {
        switch self {
        case .title: nil
        case .newest: .newest
        case .oldest: .oldest
        case .id: .id
        }
    }

    /// Compares titles, or ids for storyboards without a title. Storyboards with the same title are ordered by id.
    private static func isBefore(_ first: CatalogEntry, _ second: CatalogEntry) -> Bool {
        let (one, other) = (first.title ?? first.id.rawValue, second.title ?? second.id.rawValue)
        switch one.compare(other, options: [.caseInsensitive, .diacriticInsensitive, .numeric]) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return first.id.rawValue < second.id.rawValue
        }
    }
}

/// Options that select a part of a long list.
struct PageOptions: OptionTable {
    var limit = 100
    var offset = 0

    static let options: [DeclaredOption<PageOptions>] = [
        .option(\.limit, "limit", "Show at most this many, 1 to \(CatalogQuery.maximumLimit)."),
        .option(\.offset, "offset", "Leave out this many at the front."),
    ]

    func validate() throws {
        guard (1...CatalogQuery.maximumLimit).contains(limit) else {
            throw ValidationError("--limit takes 1 to \(CatalogQuery.maximumLimit), not '\(limit)'.")
        }
        guard offset >= 0 else { throw ValidationError("--offset takes 0 or more, not '\(offset)'.") }
    }

    /// The remark that a list continues; nil at its end.
    func remark(shown: Int, total: Int, _ things: String) -> String? {
        guard offset + shown < total, shown > 0 else { return nil }
        return "\(shown) of \(total) \(things) are shown; --offset \(offset + shown) goes on."
    }
}
