import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import WebVTT

/// `mosaic batch`: composes many folders of screenshots and films into storyboards of a library.
struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Composes every folder of screenshots and every film below ROOT, or of a manifest, into a library.",
        discussion: """
            Each folder below ROOT that holds screenshots becomes a storyboard of the library OUT, with its path below \
            ROOT as title. Links to folders are not followed; hidden folders, recycle bins, snapshots, OUT and published \
            storyboards are passed by.

            So does each film (\(FilmName.extensions.sorted().joined(separator: " "))), whose title is its name without \
            extension. An id is given once, and stays wherever ROOT begins and the tree is moved. A file film.json beside \
            film.mp4 may tell more of it: {"title", "duration", "chapters": [{"title", "start"}]}, as yt-dlp writes it, \
            too. One film is read on each core.

            With s3://bucket/prefix/ for ROOT, each prefix below it that holds screenshots becomes a storyboard; films \
            in buckets are not read.

            A storyboard that is made of another folder is not replaced: it counts as failed, unless --replace is given. \
            A tree that was moved is no other: it holds the same screenshots. --prefix tells two roots apart.

            With - for ROOT, standard input is a manifest: one JSON object a line with id and source (a folder, a film or \
            s3://bucket/prefix/), and if wanted title, output (another library than OUT), duration_ms, keep_old_s, \
            chapters ([{"time_ms", "title"}], which title screenshots) and settings (as in a job's request; they replace \
            those of the command line). With --screenshots, source may be left out. Standard output gets one JSON result \
            a line, in the order of completion; what is left aside by --shard or --retry-failed has none. The same lines may be given again, \
            and to several processes at once. The guide "Batch protocol" specifies this; samples/engines \
            has drivers for GNU parallel, Kubernetes and Spark.

            Ctrl-C (or SIGTERM) finishes what is being published and leaves the rest for --resume; the exit status is \
            130 then. A second one stops at once, and nothing is torn by that, either.

            EXAMPLES
              mosaic batch films -o library --resume --report results.jsonl
              mosaic batch frames -o library --interval 10 --shard 2/8
              mosaic batch - -o library < manifest.jsonl > results.jsonl
              mosaic batch /mnt/disk2/films -o library --prefix disk2
              mosaic batch films -o library --prune
              mosaic batch films -o library --estimate
              mosaic batch s3://chapter-screenshots/ -o library --resume
              mosaic youtube uploads | mosaic batch - -o library --screenshots s3://shots
            """)

    @Argument(
        help: """
            The folder whose folders hold screenshots or films, or s3://bucket/prefix/, or - for a manifest on standard \
            input.
            """)
    var root: String

    @Option(
        name: [.customShort("o"), .customLong("output"), .customLong("library")],
        help: "The library's folder; made where it does not exist. Lines of a manifest may do without."
    )
    var output: String?

    @Option(help: "The catalog's file, for a library on a network file system; by default it lies hidden in OUT.")
    var catalog: String?

    @OptionGroup(title: "Selection") var selection: BatchSourceOptions
    @OptionGroup(title: "Films") var film: FilmJobOptions
    @OptionGroup(title: "Media servers") var servers: MediaServerOptions
    @OptionGroup(title: "Buckets") var s3: S3Options
    @OptionGroup(title: "Running") var running: BatchRunOptions

    @Flag(
        help: """
            Compose nothing, but list storyboards that were made of folders below ROOT which hold no screenshots any \
            more; with --yes they are removed.
            """)
    var prune = false

    @Flag(
        help: """
            Store nothing; print the length of the films below ROOT and the time to compose them, from a sample that is \
            composed and removed; with --resume only those that are not up to date.
            """)
    var estimate = false

    @Flag(help: "Remove what --prune would list; --keep-old says how long sheets stay for players.")
    var yes = false

    @Option(
        help: ArgumentHelp(
            """
            Maximum number of storyboards that --prune removes; by default a tenth, at least 10, and never all of a folder right \
            below ROOT that holds folders of screenshots, for which a disk may be missing.
            """, valueName: "count"))
    var pruneLimit: Int?

    @OptionGroup(title: "Sheets") var sheets: SheetOptions
    @OptionGroup(title: "Track") var track: TrackOptions

    @Option(name: .customLong("export"), help: ExportNames.help, transform: ExportNames.init(parsing:))
    var exports: ExportNames?

    @Flag(help: "Choose sizes and tables of changed storyboards anew instead of keeping the recorded ones.")
    var regrid = false

    @Option(help: "Retention of sheets of earlier runs: \(RetentionArgument.form).")
    var keepOld = RetentionArgument.day

    @Flag(help: "Fail a storyboard where a screenshot cannot be decoded, instead of showing a placeholder.")
    var strict = false

    @Flag(help: "Take pictures whose decoder warned of damage.")
    var acceptDamaged = false

    @Flag(help: "Print the summary as JSON.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    var isManifest: Bool { root == "-" }

    /// Default wait for a busy folder; manifests wait, because a driver may repeat lines after a process was killed.
    static func busyTimeout(_ isManifest: Bool) -> RetentionArgument { .init(seconds: isManifest ? 600 : 0) }

    func validate() throws {
        if track.duration != nil {
            throw ValidationError("--duration is one film's; a manifest gives each its own duration_ms.")
        }
        try SourceOptions.checkAddress(root)
        if selection.screenshots != nil, !isManifest { throw ValidationError("--screenshots goes with - for ROOT.") }
        if BucketAddress(root) != nil, estimate || film.areGiven {
            throw ValidationError(
                "--estimate, \(FilmJobOptions.names) are for films, of which buckets have none.")
        }
        if servers.unpublish != nil { return try checkUnpublish() }
        if output == nil, !isManifest {
            throw ValidationError(
                "batch takes -o FOLDER, the library to write: mosaic batch \(ShellWord.quoted(root)) -o library")
        }
        if output == nil, catalog != nil { throw ValidationError("--catalog is that of the library --output.") }
        try checkPruning()
        if film.areGiven, isManifest || prune {
            throw ValidationError("\(FilmJobOptions.names) go with a folder; a manifest says that itself.")
        }
        if film.count != nil, selection.interval != nil {
            throw ValidationError("--count and --interval are two ways to choose frames; use one.")
        }
        if isManifest, selection.interval != nil || selection.naming != nil || selection.prefix != nil || prune {
            throw ValidationError(
                "--interval, --id, --prefix and --prune go with a folder; a manifest gives ids and sources.")
        }
        if estimate, isManifest || prune || selection.retryFailed || selection.retryPlaceholders {
            let retry = selection.retryFailed ? "--retry-failed" : "--retry-placeholders"
            let option = isManifest ? "-" : prune ? "--prune" : retry
            throw ValidationError("--estimate goes with a folder, and with --resume alone: leave out \(option).")
        }
        if servers.dryRun, prune || estimate {
            throw ValidationError(
                "--dry-run lists what a batch would compose; --estimate and --prune store nothing, either.")
        }
        if servers.publish != nil, prune || estimate {
            throw ValidationError("--publish goes with a batch that composes.")
        }
    }

    private func checkPruning() throws {
        if yes, !prune { throw ValidationError("--yes confirms --prune: add --prune, or leave out --yes.") }
        if let pruneLimit, !prune || pruneLimit < 0 {
            throw ValidationError("--prune-limit takes 0 or more, with --prune.")
        }
        if prune, selection.shard != nil || selection.composesSome || selection.replace {
            throw ValidationError("--prune looks at the whole library and composes nothing; use it by itself.")
        }
    }

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(root, .tree)] + (output.map { [NamedPath($0, .output)] } ?? [])) {
            if running.nice { ProcessPriority.lower() }
            if isManifest { try await composeManifest() } else { try await walk() }
        }
    }

    private func walk() async throws {
        let configuration = try servers.jellyfinConfiguration()
        let publisher = try servers.publisher(for: configuration)
        let tree = try SourceRoot(root, interval: selection.interval, by: s3.buckets)
        if let output { try tree.refuseLibrary(at: output) }
        let walk = try await tree.walk(passing: output)
        if servers.unpublish != nil { return try await unpublish(walk, below: tree.path) }
        if let remark = servers.remark(on: output, below: tree.path) { StandardError.print("mosaic: \(remark)") }
        if prune {
            return try await BatchPrune(
                isConfirmed: yes, limit: pruneLimit, keepingOld: keepOld.seconds, json: json, quiet: quiet
            ).run(tree, walk) { try libraryOptions?.existing(reading: s3.buckets) }
        }
        guard !walk.isEmpty || !walk.unreadable.isEmpty || !walk.brokenLinks.isEmpty else {
            throw tree.emptiness(of: walk, takesNumbered: selection.interval != nil)
        }
        tell(passed: walk.passed)
        let defaults = try defaults(for: configuration)
        // An estimate or a dry run does not create the library.
        let missing = servers.dryRun ? DryRunLibraries() : nil
        defer { withExtendedLifetime(missing) {} }
        let library = try estimate && !hasLibrary ? nil : library(missing)
        let plan = BatchPlan(
            walk, naming: selection.naming, prefix: selection.prefix, shard: selection.shard,
            known: try await knownSources(of: walk, in: library))
        let requests = TreeRequests(
            interval: selection.interval, start: selection.start ?? .zero, film: film.options, defaults: defaults)
        if estimate { return try await tellEstimate(of: plan, requests, in: library, batch(publisher)) }
        guard let library else { return }
        let feed = TreeFeed(
            walk, plan, shard: selection.shard,
            TreeFeed.Common(library: library, requests: requests, threads: running.threadCount))
        if servers.dryRun { return try await preview(publisher) { feed.next() } }
        await collect(in: library)
        var outlets = try outlets()
        outlets.bar = ProgressBar(isShown: !quiet && !json)
        outlets.expected = feed.count
        outlets.passedFilms = walk.passedFilms
        outlets.filmBytes = feed.films.reduce(0) { $0 + $1.bytes }
        try await run(outlets, publisher, guide: { servers.guide($0, configuration, root: tree.path) }) { feed.next() }
    }

    private var hasLibrary: Bool { output.map { FileManager.default.fileExists(atPath: $0) } ?? false }

    /// The ids that sources have already; empty with `--id`, which chooses new ids.
    private func knownSources(of walk: SourceTree.Walk, in library: StoryboardLibrary?) async throws -> KnownSources {
        guard let library, selection.naming == nil else { return KnownSources() }
        return try await KnownSources(
            of: walk, prefix: selection.prefix, interval: selection.interval, start: selection.start ?? .zero,
            in: library)
    }

    private func tellEstimate(
        of plan: BatchPlan, _ requests: TreeRequests, in library: StoryboardLibrary?, _ batch: Batch
    ) async throws {
        let due = try await DueFilms(of: plan, requests, besides: selection.resume ? library : nil)
        let place = library == nil ? nil : output
        // A signal removes the sample.
        let estimate = try await Interruption.cancelling { try await BatchEstimate(of: due, by: batch, into: place) }
        if json { return try JSONOutput.print(estimate) }
        for line in estimate.lines { print(line) }
    }

    private func composeManifest() async throws {
        // If standard output is closed, the batch ends after the current publications, not at once by a signal.
        signal(SIGPIPE, SIG_IGN)
        let configuration = try servers.jellyfinConfiguration()
        let publisher = try servers.publisher(for: configuration)
        let defaults = try defaults(for: configuration)
        let lines = LineReader(descriptor: FileHandle.standardInput.fileDescriptor)
        let missing = servers.dryRun ? DryRunLibraries() : nil
        let own = try library(missing)
        if let own, !servers.dryRun { await collect(in: own) }
        let feed = ManifestFeed(
            lines, defaults: defaults, shard: selection.shard,
            libraries: OpenLibraries(own: own, buckets: s3.buckets, missing: missing))
        if servers.dryRun {
            try await preview(publisher) { await feed.next() }
            if let failure = await lines.failure { throw failure }
            return
        }
        var outlets = try outlets()
        outlets.lines.insert(LineWriter.standardOutput, at: 0)
        do {
            try await run(outlets, publisher, guide: { servers.guide($0, configuration, root: nil) }) {
                await feed.next()
            }
        } catch {
            // An unreadable manifest is reported in place of failed storyboards.
            throw await lines.failure ?? error
        }
        if let failure = await lines.failure { throw failure }
        if await feed.isEmpty, !quiet {
            StandardError.print("mosaic: Standard input had no line: a manifest has a JSON object on each.")
        }
    }

    /// - Throws: `invalidSettings`, also for a width that Jellyfin does not accept.
    func defaults(for configuration: JellyfinConfiguration) throws -> ManifestLine.Defaults {
        var settings = CompositionSettings()
        sheets.apply(to: &settings)
        track.apply(to: &settings)
        settings.isStrict = strict
        settings.acceptsDamaged = acceptDamaged
        try servers.apply(configuration, to: &settings)
        // A mistake that affects every storyboard is reported once.
        try settings.validate()
        var source = ScreenshotSource(folder: "", interval: selection.interval)
        source.film.count = film.count
        try source.checkFilm()
        return ManifestLine.Defaults(
            settings: settings, keepingOld: keepOld.seconds, screenshots: selection.screenshots)
    }
}
