import ArgumentParser
import CommandSupport
import Mosaic
import MosaicEmbedded
import MosaicSystem
import Raster

#if Server
    import MosaicServeCommand
    import MosaicServer
#endif

/// The command line tool `mosaic`.
@main
struct MosaicCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mosaic",
        abstract: "Turns a film, or screenshots of one, into sprite sheets with a WebVTT thumbnail track.",
        discussion: """
            EXAMPLES
              mosaic film.mp4                        thumbnails of it, in film.thumbnails
              mosaic film.mp4 --interval 5 --preview one every 5 s, and a page to look at
              mosaic batch films -o library          thumbnails of every film in a folder
              mosaic publish jellyfin /media         thumbnails of all films in Jellyfin
              mosaic lookup film.thumbnails 1:23     the thumbnail shown at a time
            \(HelpTopic.hasServer ? "  mosaic serve library                   serve a library over HTTP\n" : "")
            \(HelpTopic.exitStatus)

            \(HelpTopic.list)
            """,
        version: version,
        groupedSubcommands: [
            CommandGroup(
                name: "Composing",
                subcommands: [
                    ComposeCommand.self, WatchCommand.self, BatchCommand.self, PublishCommand.self,
                    UnpublishCommand.self, ScreenshotsCommand.self, ImportCommand.self,
                ]),
            CommandGroup(
                name: "Library",
                subcommands: [
                    ListCommand.self, ShowCommand.self, RemoveCommand.self, RestoreCommand.self, SubmitCommand.self,
                    JobsCommand.self,
                    RetryCommand.self, CancelCommand.self, WorkerCommand.self, RepairCommand.self,
                    ServeCommand.self,
                ]),
            CommandGroup(name: "Channel", subcommands: [YouTubeCommand.self]),
            CommandGroup(
                name: "Track",
                subcommands: [
                    LookupCommand.self, TileCommand.self, CuesCommand.self, ExportCommand.self, RelayoutCommand.self,
                    DoctorCommand.self,
                ]),
        ])

    private static var version: String {
        #if Server
            ToolVersion.text(with: [.sqlite, .openSSL])
        #else
            ToolVersion.text(with: [.sqlite])
        #endif
    }

    /// Options that work without a command.
    static let ownOptions = ["--help", "-h", "--help-all", "--version", "-V", "-v"]

    private static let commandNames =
        configuration.groupedSubcommands.flatMap(\.subcommands).compactMap { $0.configuration.commandName } + ["help"]

    static func main() async {
        ProcessSupervisor.runIfRequested(CommandLine.arguments)
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.isEmpty { return print(HelpTopic.start) }
        if arguments.count == 1, ["--version", "-V", "-v"].contains(arguments[0]) { return print(version) }
        if let topic = HelpTopic(arguments) { return print(topic.text) }
        if let slip = MisplacedCommand(arguments, among: commandNames) {
            StandardError.print("Error: \(slip)")
            exit(withError: ExitStatus.usage)
        }
        if composesSource(arguments) { arguments.insert("compose", at: 0) }
        if ComposeHelp.isRequested(by: arguments) { return print(ComposeHelp.text) }
        arguments = ComposeHelp.showingAll(arguments)
        if let order = ComposeInvocation(plainLine: arguments) {
            FilmProgram.findCompanion()
            do {
                return try await order.run()
            } catch {
                exit(withError: error, of: arguments)
            }
        }
        let named = arguments.first == "help" ? Array(arguments.dropFirst()) : arguments
        if let slip = CommandNameSlip(named, among: commandNames) {
            StandardError.print("Error: \(slip)")
            exit(withError: ExitStatus.usage)
        }
        if arguments.first == "help", let name = named.first, !commandNames.contains(name), !name.hasPrefix("-") {
            StandardError.print(
                "Error: There is no command '\(name)'; mosaic --help lists all of them. \(HelpTopic.list)")
            exit(withError: ExitStatus.usage)
        }
        let slips: [(any CustomStringConvertible)?] = [
            LongDash(in: arguments), EmptyOptionValue(in: arguments), DashedID(in: arguments),
            RenamedOption(in: arguments), FlagWithValue(in: arguments), RepeatedOption(in: arguments),
        ]
        if let slip = slips.compactMap(\.self).first {
            StandardError.print("Error: \(slip)")
            exit(withError: ExitStatus.usage)
        }
        arguments = LibraryArgument.named(in: arguments)
        FilmProgram.findCompanion()
        do {
            var command = try parsed(arguments)
            if var work = command as? any AsyncParsableCommand { try await work.run() } else { try command.run() }
        } catch {
            exit(withError: error, of: arguments)
        }
    }

    /// Whether a command line without a command names a film or a folder, possibly after options.
    static func composesSource(_ arguments: [String]) -> Bool {
        guard let first = arguments.first, first.hasPrefix("-"), first != "-" else {
            return isSource(arguments.first)
        }
        guard !ownOptions.contains(first), !first.hasPrefix("---"), arguments.count > 1 else { return false }
        if arguments.dropFirst().contains(where: isSource) { return true }
        // A word that is not an option's value is probably a mistyped source.
        let options = DeclaredOptions(of: ["compose"])
        return zip(arguments, arguments.dropFirst()).contains { option, word in
            !word.hasPrefix("-") && !commandNames.contains(word) && !options.hasValue(after: option)
        }
    }

    /// Whether an argument is a film or a folder, and not a command.
    private static func isSource(_ argument: String?) -> Bool {
        guard let argument else { return false }
        // `compose` explains why these words are not sources.
        if argument.isEmpty || argument == "-" { return true }
        guard !argument.hasPrefix("-") else { return false }
        let isPath = argument.contains("/") || FilmName(argument) != nil
        return isPath || FileStatus(ofLinkItself: argument) != nil && !commandNames.contains(argument)
    }

    /// Parses a command line; the parser defines only the options that it names.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        try OptionNames.declaring(only: arguments) { try parseAsRoot(arguments) }
    }

    /// Whether an error is an invalid command line, not a request for help.
    private static func isMistake(_ error: any Error) -> Bool {
        // The exit status of a help request is known only after its text is created. No options are declared, because
        // that text is not shown.
        !(error is ExitCode) && OptionNames.declaring(only: []) { exitCode(for: error) == ExitStatus.usage }
    }

    /// Ends the process; explains a command line that cannot be read.
    private static func exit(withError error: any Error, of arguments: [String]) -> Never {
        guard isMistake(error) else { exit(withError: error) }
        StandardError.write("\(UsageMessage(error, arguments))\n")
        exit(withError: ExitStatus.usage)
    }
}

#if !Server
    /// `mosaic serve` in a program that is built without the server.
    struct ServeCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "serve", abstract: "Serves a library or one storyboard over HTTP; not built in.")

        @Argument(parsing: .captureForPassthrough) var arguments: [String] = []

        func run() throws {
            StandardError.print("mosaic: \(HelpTopic.withoutServer)")
            throw ExitStatus.failure
        }
    }
#endif
