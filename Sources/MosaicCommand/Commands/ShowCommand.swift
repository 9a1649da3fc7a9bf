import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary

/// `mosaic show`: one storyboard of a library.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a library knows of a storyboard: its record, its job, its files.",
        discussion: """
            It is named by its id, the beginning of its id, its title, its path or its source's. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic show film-7 --library library
              mosaic show library films/seven
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
            for id in try await storyboard.ids(in: opened.catalog) {
                let facts = StoryboardFacts(
                    id, record: try await opened.storyboard(id), try await opened.catalog.status(of: id),
                    links: library.links(to: id))
                guard let document = facts.document else {
                    throw try await StoryboardIDs.unknown(id.rawValue, in: opened.catalog)
                }
                if json { return try JSONOutput.print(document) }
                facts.lines.forEach { print($0) }
            }
        }
    }
}
