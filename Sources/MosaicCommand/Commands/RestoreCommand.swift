import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary

/// `mosaic restore`: restores removed storyboards.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings removed storyboards back: track, record, sheets and uploaded screenshots.",
        discussion: """
            That works until what was removed is removed for good, after a day or the --keep-old of whatever works on \
            the library, and not for what was removed with --now. Jobs do not come back; mosaic submit makes new ones. \
            \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic restore film-7 --library library
              mosaic restore 'A title' --library library
            """)

    @OptionGroup
    var storyboards: StoryboardIDs

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    func validate() throws {
        try storyboards.requireAny()
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            try await StoryboardIDs.each(storyboards.removedIDs(in: library)) { id in
                let storyboard = try await library.restore(id)
                print("\(id): \(storyboard.tiles.count) tiles restored")
            }
        }
    }
}
