package import ArgumentParser
import CommandSupport
import Foundation
import Logging
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicServer
import MosaicSystem
import Raster

#if Cloud
    import MosaicCloud
#endif

/// `mosaic serve`: serves a library or one storyboard over HTTP.
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves a library or one storyboard over HTTP.",
        discussion: """
            Serves a library, also an empty one, or the folder of one storyboard, which is then only read. Everyone who \
            reaches the server can read published files; with a token, writes, jobs and lists need it.

            Each setting is also read from the environment and from a file in JSON, where --upload-size is called \
            MOSAIC_UPLOAD_SIZE and upload_size. A flag comes before the environment, and the environment before the \
            file. Commas separate the members of a list in a variable. Every user of the machine can see a command \
            line, so put secrets into the environment or the file; these are read from there alone:

            \(secrets)

            EXAMPLES
              mosaic serve library
              mosaic serve out --port 9000
              MOSAIC_AUTH_TOKEN=... mosaic serve library --host 0.0.0.0 --read token
              mosaic serve --config serve.json --print-config
              mosaic serve library --host 0.0.0.0 --read-only --allow-host films.example
            """)

    @Argument(help: ArgumentHelp("The library, or the folder of one storyboard.", valueName: "library"))
    var folder: String?

    @Option(help: ArgumentHelp("A file with settings, in JSON; also MOSAIC_CONFIG.", valueName: "path"))
    var config: String?

    @Flag(help: "Print and check each setting, and where it comes from, instead of serving.")
    var printConfig = false

    @Flag(help: "Print that as JSON.")
    var json = false

    @OptionGroup(title: "Serving") var library: SettingFlags<Setting.Library>
    @OptionGroup(title: "Where it listens") var listening: SettingFlags<Setting.Listening>
    @OptionGroup(title: "Access") var access: SettingFlags<Setting.Access>
    @OptionGroup(title: "Composing") var work: SettingFlags<Setting.Work>
    @OptionGroup(title: "Videos") var videos: SettingFlags<Setting.Videos>
    @OptionGroup(title: "Whom it calls") var callbacks: SettingFlags<Setting.Callbacks>
    @OptionGroup(title: "Screenshots in S3") var bucket: SettingFlags<Setting.Bucket>
    @OptionGroup(title: "Limits") var limits: SettingFlags<Setting.Limits>
    @OptionGroup(title: "Monitoring") var logs: SettingFlags<Setting.Logs>

    package init() {}

    package func validate() throws {
        guard folder == nil || given.contents["library"] == nil else {
            throw ValidationError("The library is either an argument or --library.")
        }
        guard storyboard == nil || given.contents["catalog"] == nil else {
            throw ValidationError("The folder of one storyboard takes no --catalog.")
        }
        guard printConfig || !json else { throw ValidationError("--json belongs to --print-config.") }
    }

    package func run() async throws {
        let begin = ContinuousClock.now
        try await ExitStatus.reporting {
            // A storyboard's folder on the command line overrides a library in the environment or in a file.
            let settings = try EffectiveSettings(sources(), unused: storyboard == nil ? [] : ["library", "catalog"])
            let configuration = settings.configuration
            ProcessStatistics.returnLongBuffers()
            if printConfig { try settings.print(asJSON: json) }
            var server = try settings.server(isSingle: storyboard != nil)
            if printConfig { return }
            for file in configuration.secretFiles { file.warnWhereOthersReadIt() }
            let logger = configuration.logger()
            var library = try openLibrary(configuration, server, logger)
            library.buckets = try buckets(configuration, logger)
            #if Cloud
                let client = CallbackClient()
                server.callbacks.sender = { request in
                    try await client.post(
                        request.body, to: request.url, fields: request.fields,
                        allowingPrivate: request.allowsPrivateAddresses, attempt: request.earlierAttempts)
                }
            #endif
            server.work.downloads.supervisor = ProcessSupervisor.ownProgram
            // Start and stop are logged even if the log level is higher.
            var announcements = logger
            announcements.logLevel = .info
            OpenFileLimit.raise(for: server.connections, logger)
            let scheme = server.certificatePath == nil ? "http" : "https"
            let host = server.host.contains(":") ? "[\(server.host)]" : server.host
            let prefix = server.pathPrefix
            let id = try await storyboard == nil ? nil : library.catalog.entries(CatalogQuery()).entries.first?.id
            let track = "storyboards/\(id?.rawValue ?? "ID")/\(Storyboard.trackName)"
            let outcome: Result<Void, any Error>
            do {
                try await serve(
                    library, settings: server, grace: configuration.grace, logger: logger,
                    metrics: .ofProcess()
                ) { [announcements] port in
                    let elapsed = (ContinuousClock.now - begin) / .milliseconds(1)
                    let milliseconds = ProcessStatistics.age ?? Int(elapsed)
                    let memory = ProcessStatistics.residentBytes.map { " in \(ByteCount($0))" } ?? ""
                    let address = "\(scheme)://\(host):\(port)\(prefix)"
                    announcements.info("Serving \(address) after \(milliseconds) ms\(memory).")
                    announcements.info("\(id == nil ? "Tracks" : "Track"): \(address)/\(track)")
                }
                announcements.info("Stopped.")
                outcome = .success(())
            } catch {
                outcome = .failure(error)
            }
            // The time is limited, so that the process also ends if the log's reader does not read.
            await LineLogHandler.flush(within: .seconds(2))
            try outcome.get()
        }
    }

    /// The argument if it is the folder of one storyboard; otherwise `nil`.
    private var storyboard: String? {
        folder.flatMap {
            !$0.isEmpty && FileManager.default.fileExists(atPath: $0 + "/" + Storyboard.recordName) ? $0 : nil
        }
    }

    private var given: GivenSettings {
        let sections = [
            library.values, listening.values, access.values, work.values, videos.values, callbacks.values,
            bucket.values, limits.values, logs.values,
        ]
        return GivenSettings(contents: sections.reduce(into: [:]) { $0.merge($1.contents) { first, _ in first } })
    }

    /// The sources of settings, in order of precedence.
    private func sources() throws -> [SettingSource] {
        let variables = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        try Setting.checkVariables(variables.keys)
        var given = given
        if let folder { given["library"] = folder }
        let file = try (config ?? variables["MOSAIC_CONFIG"]).map { SettingSource.file(try SettingsFile(path: $0)) }
        return [.flags(given, isLibraryArgument: folder != nil), .environment(variables)] + (file.map { [$0] } ?? [])
    }

    private func openLibrary(
        _ configuration: ServeConfiguration, _ settings: ServerSettings, _ logger: Logger
    ) throws -> StoryboardLibrary {
        if let storyboard {
            return try StoryboardLibrary.single(at: storyboard)
        }
        // With an empty path, the names of files would be appended to the root folder.
        let own = StateFolder.path(in: ProcessInfo.processInfo.environment)
        let known = StoryboardLibrary.isEmbedded(at: own) ? own : nil
        guard let path = configuration.library ?? known, !path.isEmpty else {
            throw ValidationError("Name the library, or the folder of one storyboard.")
        }
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard !FileManager.default.fileExists(atPath: path + "/" + Storyboard.recordName) else {
            throw MosaicError(
                .notFound, name, "The folder holds one storyboard and no library: mosaic serve FOLDER serves it.")
        }
        if configuration.catalog == nil, !StoryboardLibrary.isEmbedded(at: path),
            let reason = LibraryObstacle.toMaking(at: path)
        {
            let isFile = FileStatus(path: path).map { !$0.isFolder } ?? false
            throw MosaicError(isFile ? .malformed : .notFound, name, reason)
        }
        if settings.isReadOnly, FileStatus(path: path) == nil {
            throw MosaicError(.notFound, name, LibraryObstacle.toReading(at: path))
        }
        if let remark = try LibraryObstacle.remarkOnMaking(at: path) { logger.info("\(remark)") }
        do {
            return try StoryboardLibrary.embedded(
                at: path, catalogPath: configuration.catalog, onlyReading: settings.isReadOnly)
        } catch let error as MosaicError where error.code == .unavailable {
            let file = configuration.catalog ?? (path.hasSuffix("/") ? path : path + "/") + error.subject
            if let denial = CatalogDenial(error, of: file, onlyReading: settings.isReadOnly) { throw denial.error }
            guard error.reason.hasSuffix("file or folder is read-only.") else { throw error }
            throw MosaicError(error.code, file, error.reason + " With --read-only the server only reads.")
        }
    }

    /// The S3 client, which connects at its first request; `nil` in a build without the trait Cloud, and if the S3
    /// settings are invalid but not needed.
    ///
    /// Without `--screenshots`, invalid S3 settings in the environment do not stop the server: it needs the client only
    /// for jobs of other commands that read buckets.
    private func buckets(_ configuration: ServeConfiguration, _ logger: Logger) throws -> (any BucketClient)? {
        #if Cloud
            do {
                return S3Client(
                    try S3Configuration(
                        environment: ProcessInfo.processInfo.environment, endpointURL: configuration.endpointURL,
                        isAnonymous: configuration.isAnonymous))
            } catch let error as MosaicError where configuration.screenshots == nil {
                logger.warning("Screenshots in buckets cannot be read.", metadata: ["error": "\(error)"])
                return nil
            }
        #else
            guard configuration.screenshots == nil else {
                throw MosaicError(
                    .unsupported, "screenshots", "This program is built without the trait Cloud, and reads no buckets.")
            }
            return nil
        #endif
    }

    /// The accepted values of an option, as in "a whole number (MiB)"; `nil` if the option is not a setting.
    package static func values(of option: String) -> String? {
        Setting.all.first { "--\($0.name)" == option }.map { "\($0.words) (\($0.valueName))" }
    }

    /// Whether an option is a setting whose value is a secret.
    package static func isSecret(_ option: String) -> Bool {
        Setting.all.contains { $0.isSecret && "--\($0.name)" == option }
    }

    /// Help lines of the settings without a flag.
    private static let secrets = Setting.all.filter { $0.flag == nil }.map { "  \($0.variable)  \($0.help)" }
        .joined(separator: "\n")
}
