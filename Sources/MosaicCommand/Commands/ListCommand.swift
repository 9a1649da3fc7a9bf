import ArgumentParser
import Foundation
import Mosaic
import MosaicConsole
import MosaicLibrary
import WebVTT

/// `mosaic list`: the storyboards of a library.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the storyboards of a library.",
        discussion: """
            PLACEHOLDERS counts the gray tiles of screenshots that could not be decoded; --json gives the first reasons.

            EXAMPLES
              mosaic list --library library
              mosaic list --library library --search s01 --sort id --limit 20
              mosaic list --library library --json | jq -r '.storyboards[].id'
            """)

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    @Option(help: "Only storyboards whose id or title contains this.")
    var search: String?

    @Option(help: "Last published first (newest), first published first (oldest), or by id (id).")
    var sort = CatalogQuery.Order.newest

    @OptionGroup
    var page: PageOptions

    @Flag(help: "Print JSON: {\"storyboards\", \"total\", \"limit\", \"offset\", \"has_more\"}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            var query = CatalogQuery()
            query.search = search
            query.order = sort
            query.limit = page.limit
            query.offset = page.offset
            let catalog = try library.existing(onlyReading: true).catalog
            let found = try await catalog.entries(query)
            if json {
                let jobs = try await catalog.jobs(of: found.entries.map(\.id))
                return try JSONOutput.print(
                    StoryboardPageDocument(found, of: query, jobs: jobs) { library.links(to: $0) })
            }
            Self.table(of: found.entries).print()
            if let remark = page.remark(shown: found.entries.count, total: found.total, "storyboards") {
                StandardError.print("mosaic: \(remark)")
            }
        }
    }

    private static func table(of entries: [CatalogEntry]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("TITLE", isCut: true), .init("TILES", isNumber: true),
            .init("PLACEHOLDERS", isNumber: true), .init("DURATION"), .init("SIZE", isNumber: true), .init("UPDATED"),
        ])
        for entry in entries {
            table.add([
                entry.id.rawValue, entry.title, String(entry.tiles), String(entry.placeholders.count),
                entry.duration?.description, ByteCount(entry.bytes).description, entry.updated.ISO8601Format(),
            ])
        }
        return table
    }
}
