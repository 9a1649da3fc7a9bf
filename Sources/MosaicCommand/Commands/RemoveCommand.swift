import ArgumentParser
import Foundation
import Mosaic
import MosaicConsole

/// `mosaic remove`: storyboards leave a library.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes storyboards from a library: track, record, sheets and job.",
        discussion: """
            Screenshots stay, and so do files that somebody else put beside a storyboard. On a terminal it asks \
            first. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic remove film-7 film-9 --data library
              mosaic remove --yes --data library -- -film-8
            """)

    @OptionGroup
    var storyboards: StoryboardIDs

    @Flag(name: .shortAndLong, help: "Do not ask; needed where nobody can answer.")
    var yes = false

    @OptionGroup(title: "Library")
    var library: LibraryOptions

    func validate() throws {
        guard !storyboards.isEmpty else { throw ValidationError("Name the storyboards.") }
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            guard try isWanted(storyboards.ids()) else {
                StandardError.print("mosaic: Nothing was removed.")
                throw ExitStatus.failure
            }
            try await storyboards.each { id in
                guard try await library.remove(id) else {
                    throw MosaicError(.noScreenshots, id.rawValue, "The library has no such storyboard.")
                }
                print("\(id): removed")
            }
        }
    }

    private func isWanted(_ ids: [StoryboardID]) throws -> Bool {
        if yes { return true }
        guard isatty(0) == 1, StandardError.isTerminal else {
            throw MosaicError(.invalidSettings, "remove", "Nobody can be asked here; --yes removes without asking.")
        }
        let names = ids.prefix(5).map(\.rawValue) + (ids.count > 5 ? ["\(ids.count - 5) more"] : [])
        StandardError.write("Remove \(names.joined(separator: ", ")) for good? [y/N] ")
        return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}
