import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic remove`: removes storyboards from a library.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes storyboards from a library: track, record, sheets, uploaded screenshots and job.",
        discussion: """
            Lists and players no longer find the storyboards. mosaic restore brings them back until a worker, server or \
            batch deletes their files: after a day, or after its --keep-old. --now deletes all files at once, replaced \
            sheets included, and prints them, one a line, because caches elsewhere keep sheets for a year: as URLs if the \
            record has a base URL, otherwise as paths below the library.

            Films and screenshots outside of the library stay, and so do files that other programs put beside a \
            storyboard. On a terminal the command asks first. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic remove film-7 film-9 --library library
              mosaic remove film-7 --now --yes --library library
              mosaic remove film-7 --screenshot ch3_40s.jpg --now --library library
              mosaic remove --yes --library library -- -film-8
            """)

    @OptionGroup var storyboards: StoryboardIDs

    @Flag(
        help: "Keep nothing for mosaic restore and for players that loaded the track; list what caches have to forget.")
    var now = false

    @Option(
        help: ArgumentHelp(
            "Remove an uploaded screenshot, not the storyboard, which is composed without it: by a worker, or with --now here.",
            valueName: "name"))
    var screenshot: String?

    @Flag(name: .shortAndLong, help: "Do not ask; required if standard input is not a terminal.")
    var yes = false

    @OptionGroup(title: "Library") var library: LibraryOptions

    func validate() throws {
        try storyboards.requireAny()
        if let screenshot, ScreenshotName(screenshot) == nil {
            throw ValidationError("--screenshot takes the name of one, such as ch3_40s.jpg, not '\(screenshot)'.")
        }
    }

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.existing()
            let ids = try await storyboards.ids(in: library, isKnown: false)
            if !yes, let unknown = try await ids.firstMissing(from: library) {
                throw try await StoryboardIDs.unknown(unknown.rawValue, in: library)
            }
            guard try isWanted(ids) else {
                StandardError.print("mosaic: Nothing was removed.")
                throw ExitStatus.failure
            }
            try await StoryboardIDs.each(ids) { id in
                let purged = try await remove(id, from: library)
                print("\(id): \(screenshot.map { "\($0) " } ?? "")removed")
                for location in purged?.locations ?? [] { print(location) }
            }
        }
    }

    /// - Returns: The deleted objects; nil if they are retired instead.
    private func remove(_ id: StoryboardID, from library: StoryboardLibrary) async throws -> PurgedObjects? {
        if let name = screenshot.flatMap({ ScreenshotName($0) }) {
            let removed = try await library.removeScreenshot(name, of: id)
            let purged = now ? try await library.purgeScreenshot(name, of: id).adding(removed?.names ?? []) : nil
            guard removed != nil || purged?.names.isEmpty == false else {
                throw MosaicError(
                    .notFound, id.rawValue,
                    "It has no uploaded screenshot \(screenshot ?? ""); those of a folder or a film are removed there.")
            }
            return purged
        }
        let purged = now ? try await library.purge(id) : nil
        guard try await now ? purged != nil : library.remove(id, keepingOld: RetentionArgument.day.seconds) else {
            throw try await StoryboardIDs.unknown(id.rawValue, in: library)
        }
        return purged
    }

    private func isWanted(_ ids: [StoryboardID]) throws -> Bool {
        if yes { return true }
        guard isatty(0) == 1, StandardError.isTerminal else {
            throw MosaicError(
                .invalidSettings, "remove",
                "Standard input is not a terminal, so the removal cannot be confirmed; add --yes.")
        }
        let names = ids.prefix(5).map(\.rawValue) + (ids.count > 5 ? ["\(ids.count - 5) more"] : [])
        let object = screenshot.map { "\($0) of " } ?? ""
        StandardError.write("Remove \(object)\(names.joined(separator: ", "))\(now ? " for good" : "")? [y/N] ")
        return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased())
    }
}

extension [StoryboardID] {
    /// The first id for which the library has neither a storyboard nor a job.
    fileprivate func firstMissing(from library: StoryboardLibrary) async throws -> StoryboardID? {
        for id in self {
            let status = try await library.catalog.status(of: id)
            if status.entry == nil, status.job == nil, try await library.storyboard(id) == nil { return id }
        }
        return nil
    }
}

/// `mosaic restore`: restores removed storyboards.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Brings removed storyboards back: track, record, sheets and uploaded screenshots.",
        discussion: """
            This works until a worker, server or batch deletes the files: after a day, or after its --keep-old. It does \
            not work after remove --now. Jobs are not restored; mosaic submit makes new ones. \(StoryboardIDs.discussion)

            EXAMPLES
              mosaic restore film-7 --library library
              mosaic restore 'A title' --library library
            """)

    @OptionGroup var storyboards: StoryboardIDs
    @OptionGroup(title: "Library") var library: LibraryOptions

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
