import ArgumentParser
import Mosaic
import MosaicConsole
import MosaicLibrary

/// `mosaic show`: one storyboard of a library.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a library knows of a storyboard: its record, its job, its files.",
        discussion: """
            It is named by its id or by its title. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic show film-7 --library library
              mosaic show films/seven --library library
              mosaic show film-7 --library library --json | jq -r .links.track
              mosaic show --library library -- -film-8
            """)

    @OptionGroup
    var storyboard: StoryboardIDs

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        guard storyboard.count == 1 else { throw ValidationError("Name one storyboard.") }
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let opened = try library.existing(onlyReading: true)
            for id in try await ids(in: opened.catalog) {
                let facts = StoryboardFacts(
                    id, record: try await opened.storyboard(id), try await opened.catalog.status(of: id),
                    links: library.links(to: id))
                guard let document = facts.document else {
                    throw MosaicError(.notFound, id.rawValue, "The library has no such storyboard.")
                }
                if json { return try JSONOutput.print(document) }
                facts.lines.forEach { print($0) }
            }
        }
    }

    /// The storyboard that is named by its id, or else by its title, which after a batch is its path below ROOT.
    private func ids(in catalog: any Catalog) async throws -> [StoryboardID] {
        guard let name = storyboard.arguments.first else { return try storyboard.ids() }
        if let id = StoryboardID(rawValue: name) {
            let status = try await catalog.status(of: id)
            if status.entry != nil || status.job != nil { return [id] }
        }
        var query = CatalogQuery()
        query.search = name
        query.limit = CatalogQuery.maximumLimit
        let titled = try await catalog.entries(query).entries.filter { $0.title == name }.map(\.id)
        guard titled.count < 2 else {
            let ids = titled.map(\.rawValue).sorted().joined(separator: ", ")
            throw MosaicError(.invalidSettings, name, "Several storyboards have this title: \(ids).")
        }
        guard titled.isEmpty else { return titled }
        return try storyboard.ids()
    }
}
