import ArgumentParser
import MosaicConsole

/// `mosaic serve`: runs the executable of the server with all arguments.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: CompanionProgram.server.abstract)

    @Argument(parsing: .captureForPassthrough, help: "See mosaic serve --help.")
    var arguments: [String] = []

    func run() throws { try CompanionProgram.server.become(arguments: arguments) }
}
