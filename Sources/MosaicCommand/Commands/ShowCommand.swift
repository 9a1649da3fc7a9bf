import ArgumentParser
import Mosaic
import MosaicConsole

/// `mosaic show`: one storyboard of a library.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what a library knows of a storyboard: its record, its job, its files.",
        discussion: """
            \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic show film-7 --data library
              mosaic show film-7 --data library --json | jq -r .track
              mosaic show --data library -- -film-8
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
            for id in try storyboard.ids() {
                let standing = try await opened.catalog.standing(of: id)
                let facts = StoryboardFacts(
                    id, record: try await opened.storyboard(id), entry: standing.entry, job: standing.job,
                    folder: library.folder)
                guard let facts else {
                    throw MosaicError(.noScreenshots, id.rawValue, "The library has no such storyboard.")
                }
                if json { return try JSONOutput.print(facts) }
                facts.lines.forEach { print($0) }
            }
        }
    }
}
