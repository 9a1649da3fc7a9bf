import ArgumentParser
import Foundation
import Logging
import Mosaic
import MosaicConsole
import MosaicEmbedded
import MosaicServer

/// The executable `mosaic-serve`, which `mosaic serve` runs.
@main
struct MosaicServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mosaic serve",
        abstract: CompanionProgram.server.abstract,
        discussion: """
            Serves a library, also an empty one, or the folder of one storyboard, which is then only read. Everything that
            is published can be read by anyone who reaches the server; with a token, writes, jobs and lists take it.
            The token is better given by the environment than on the command line, which others on the machine can see.

            EXAMPLES
              mosaic serve --data library
              mosaic serve out --port 9000
              MOSAIC_AUTH_TOKEN=... mosaic serve --data library --host 0.0.0.0 --read token
              mosaic serve --data library --host 0.0.0.0 --read-only --allow-host films.example
            """,
        version: ToolVersion.current)

    @Argument(help: ArgumentHelp("The folder of one composed storyboard.", valueName: "folder"))
    var folder: String?

    @Option(help: ArgumentHelp("A library's folder; made where it does not exist.", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The catalog's file, for a library on a network file system; by default it lies hidden in the folder.",
            valueName: "path"))
    var catalog: String?

    @OptionGroup(title: "Where it listens")
    var listening: ListeningOptions

    @OptionGroup(title: "Who is let in")
    var access: AccessOptions

    @OptionGroup(title: "What it makes")
    var work: WorkOptions

    @OptionGroup(title: "What it may take")
    var limits: LimitOptions

    @OptionGroup(title: "What it tells")
    var logs: LogOptions

    func validate() throws {
        guard (folder == nil) != (data == nil) else {
            throw ValidationError("It takes either --data DIR or the folder of one storyboard.")
        }
        guard folder == nil || catalog == nil else { throw ValidationError("--catalog belongs to --data.") }
    }

    func run() async throws {
        let begin = ContinuousClock.now
        try await ExitStatus.reporting {
            var settings = ServerSettings()
            listening.apply(to: &settings)
            try access.apply(to: &settings, environment: ProcessInfo.processInfo.environment)
            limits.apply(to: &settings)
            work.apply(to: &settings, library: data)
            let library = try library(&settings)
            let scheme = settings.certificatePath == nil ? "http" : "https"
            let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
            let prefix = settings.urlPrefix
            try await serve(library, settings: settings, grace: limits.grace, logger: logs.logger()) { port in
                let elapsed = (ContinuousClock.now - begin).components
                let milliseconds = elapsed.seconds * 1_000 + elapsed.attoseconds / 1_000_000_000_000_000
                StandardError.print("mosaic: Serving \(scheme)://\(host):\(port)\(prefix) after \(milliseconds) ms.")
            }
        }
    }

    private func library(_ settings: inout ServerSettings) throws -> StoryboardLibrary {
        if let folder {
            settings.isReadOnly = true
            return try StoryboardLibrary.single(at: folder)
        }
        let data = data ?? ""
        guard !FileManager.default.fileExists(atPath: data + "/" + Storyboard.recordName) else {
            throw MosaicError(
                .refused, URL(fileURLWithPath: data).lastPathComponent,
                "The folder holds one storyboard and no library: mosaic serve FOLDER serves it.")
        }
        return try StoryboardLibrary.embedded(at: data, catalogPath: catalog)
    }
}
