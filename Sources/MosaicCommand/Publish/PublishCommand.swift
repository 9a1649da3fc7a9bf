import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem
import Synchronization

/// `mosaic publish`: all films of some folders get thumbnails for media servers.
struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Gives all films below FOLDER thumbnails for Jellyfin, Emby or Plex, and keeps them up to date.",
        discussion: """
            The command is mosaic batch --resume --publish with a separate library. The first run reads each film once. \
            Later runs read only new and changed films, move the tiles of renamed films, and remove the storyboards and \
            files of removed films. If many films are missing at once, the command removes nothing, because a disk may be \
            missing. It can be stopped at any time, and run every night, also beside mosaic watch and other runs.

            It prints the time and space for the films that are due, then a line for each film that it composes or writes. \
            A film that changed less than 2 seconds ago waits for the end of the run.

            EXAMPLES
              mosaic publish jellyfin /media
              mosaic publish jellyfin,emby /media/films /media/shows
              mosaic publish plex=/srv/plex /media --dry-run
              mosaic publish jellyfin /media --estimate
              mosaic watch /media                    the same at each change
              mosaic unpublish jellyfin /media       removes the files again
            """)

    @Argument(
        help: "The media servers: jellyfin, jellyfin=FOLDER (its data), emby, plex or plex=FOLDER, joined by commas.")
    var servers: String

    @Argument(help: "The folders of films.")
    var folders: [String]

    @OptionGroup(title: "Library and server")
    var options: PublishOptions

    @Option(name: .shortAndLong, help: "Storyboards composed at a time; by default two for each core.")
    var jobs: Int?

    @Option(help: ArgumentHelp("Append each result to a file, as a line of JSON.", valueName: "file.jsonl"))
    var report: String?

    @Flag(help: "Compose and write nothing, but list the films that would be composed, and the files.")
    var dryRun = false

    @Flag(
        help: """
            Publish nothing; print the length of the films that are due, and time and space for them, from a sample that is \
            composed and removed.
            """)
    var estimate = false

    @Flag(help: "Print the summary of each folder as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    func validate() throws {
        try PublishTargets.check(servers, folders, of: "publish")
        let targets = MediaServer.Target.list(parsing: servers) ?? []
        if options.jellyfin != nil, !targets.contains(where: { $0.server == .jellyfin }) {
            throw ValidationError(
                "--jellyfin goes with jellyfin among the servers, as in mosaic publish jellyfin /media.")
        }
        if let jobs, !(1...Batch.mostJobs).contains(jobs) {
            throw ValidationError("--jobs takes 1 to \(Batch.mostJobs).")
        }
        guard !dryRun || !estimate else {
            throw ValidationError("--dry-run and --estimate are two ways to publish nothing; use one.")
        }
    }

    func run() async throws {
        let library = LibraryOptions(path: options.libraryPath, catalog: options.catalog)
        let targets = MediaServer.Target.list(parsing: servers) ?? []
        let known = try? PublishOrders(of: library.path)
        let orders = folders.map { folder in
            let earlier = options.areGiven ? nil : known?.orders(at: folder).first { $0.servers == servers }
            return PublishOrder(
                servers: servers, folder: folder, options: earlier?.options ?? options.batchOptions(for: targets))
        }
        var further = jobs.map { ["--jobs", "\($0)"] } ?? []
        if json { further.append("--json") }
        if quiet { further.append("--quiet") }
        if let report { further += ["--report", report] }
        let paths = folders.map { NamedPath($0, .tree) } + [NamedPath(library.path, .output)]
        try await ExitStatus.reporting(paths) {
            if dryRun || estimate { return try await preview(orders, library, further) }
            ProcessPriority.lower()
            let log = PublishLog(isJSON: json, isQuiet: quiet)
            try await Interruption.cancelling { [further] in
                try await PublishRun(orders: orders, library: library, options: further, log: log).run()
            }
        }
    }

    private func preview(_ orders: [PublishOrder], _ library: LibraryOptions, _ further: [String]) async throws {
        for order in orders {
            var batch = try order.batch(library, further + (estimate ? [] : ["--dry-run"]))
            batch.estimate = estimate
            try await Interruption.cancelling { [batch] in try await batch.run() }
        }
    }
}

/// Checks of the arguments that `publish` and `unpublish` share.
enum PublishTargets {
    /// - Throws: `ValidationError` for an unknown server, and for a folder that cannot hold films.
    static func check(_ servers: String, _ folders: [String], of command: String) throws {
        guard MediaServer.Target.list(parsing: servers) != nil else {
            throw ValidationError(
                "'\(servers)' is not a list of media servers: mosaic \(command) takes jellyfin, emby or plex, joined by "
                    + "commas, and then the folders of films, as in mosaic \(command) jellyfin /media.")
        }
        if let bucket = folders.first(where: { BucketAddress($0) != nil }) {
            throw ValidationError("\(bucket): Films in buckets are not read; name a folder.")
        }
    }
}

/// One run over the folders of some orders.
struct PublishRun: Sendable {
    let orders: [PublishOrder]
    let library: LibraryOptions
    /// Further options of `mosaic batch`.
    let options: [String]
    let log: PublishLog

    /// Publishes each folder, then again each folder with films that were still being written.
    ///
    /// - Throws: ``ExitStatus/someFailed`` after a failure; the other films get their thumbnails nevertheless.
    func run() async throws {
        var hasFailed = false
        var late: [PublishOrder] = []
        for order in orders {
            let waiting = try await publishComplete(order, &hasFailed)
            try remember(order)
            if !waiting.isEmpty { late.append(order) }
        }
        if !late.isEmpty { try await Task.sleep(for: .seconds(2)) }
        for order in late {
            for film in try await publishComplete(order, &hasFailed) {
                log.complain("\(film): It is still being written, and waits for the next run.")
            }
        }
        if hasFailed { throw ExitStatus.someFailed }
    }

    /// - Returns: The names of the films that are still being written, by the time of the last write.
    private func publishComplete(_ order: PublishOrder, _ hasFailed: inout Bool) async throws -> [String] {
        let waiting = Mutex<[String]>([])
        let isFailed = try await publish(order) { film in
            guard case .changing = FilmArrival(of: film.path, since: \.modified).state else { return true }
            waiting.withLock { $0.append(film.name) }
            return false
        }
        hasFailed = hasFailed || isFailed
        return waiting.withLock(\.self)
    }

    /// - Parameter submitsJobs: Whether films that are due become jobs.
    /// - Returns: Whether a film failed.
    func publish(
        _ order: PublishOrder, submitsJobs: Bool = true, isReady: @Sendable (SourceTree.Film) -> Bool
    ) async throws -> Bool {
        do {
            try await order.batch(library, options).publish(log, submitsJobs: submitsJobs, isReady: isReady)
            return false
        } catch let code as ExitCode where code == ExitStatus.someFailed {
            return true
        }
    }

    private func remember(_ order: PublishOrder) throws {
        var known = try PublishOrders(of: library.path)
        try known.add(order)
    }
}
