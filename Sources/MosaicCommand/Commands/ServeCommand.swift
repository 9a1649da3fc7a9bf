import ArgumentParser
import MosaicConsole

/// `mosaic serve`: handed over, with all that follows, to the executable that knows it.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: CompanionProgram.server.abstract)

    @Argument(parsing: .captureForPassthrough, help: "See mosaic serve --help.")
    var arguments: [String] = []

    func run() throws { try CompanionProgram.server.become(arguments: arguments) }
}
