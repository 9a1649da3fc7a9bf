import ArgumentParser
import Mosaic
import MosaicConsole

/// Storyboards of a library that a command names.
struct StoryboardIDs: ParsableArguments {
    /// What every command with ids says about them.
    static let discussion = "An id that begins with a dash comes last, behind two dashes of its own, or as --id=-abc."

    @Argument(help: ArgumentHelp("The storyboard's id.", valueName: "id"))
    var arguments: [String] = []

    @Option(
        name: .customLong("id"), parsing: .unconditionalSingleValue,
        help: "The same for an id that begins with a dash: --id=-abc.")
    var options: [String] = []

    /// How many are named.
    var count: Int { arguments.count + options.count }

    /// Whether none is.
    var isEmpty: Bool { count == 0 }

    /// - Throws: `ValidationError` where none is.
    func requireAny() throws {
        guard !isEmpty else { throw ValidationError("Name the storyboards.") }
    }

    /// All of them, each once, in their order.
    ///
    /// - Throws: `invalidSettings`.
    func ids() throws -> [StoryboardID] {
        var seen: Set<StoryboardID> = []
        return try (arguments + options).map(StoryboardID.init(argument:)).filter { seen.insert($0).inserted }
    }

    /// Runs work for each id; a failure is printed and does not affect the others.
    ///
    /// - Throws: The exit status of the first failure, at the end; `invalidSettings`.
    func each(_ work: (StoryboardID) async throws -> Void) async throws {
        let ids = try ids()
        var failure: ExitCode?
        for id in ids {
            do {
                try await ExitStatus.reporting { try await work(id) }
            } catch let error as ExitCode {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}
