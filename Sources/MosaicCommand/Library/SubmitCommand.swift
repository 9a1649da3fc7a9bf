import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic submit`: submits a job for a worker.
struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract:
            "Submits a job: a storyboard of a film, or of a folder, also of one that screenshots still arrive in.",
        discussion: """
            A worker or server of the library runs the job. The same command again changes nothing; other settings for \
            the same id restart the job. Another source for the same id needs --replace; the same screenshots at another \
            path are not another source. A library that does not exist is made.

            A film is composed when its size and time have not changed for --settle. --chapters names a list of its chapters: \
            lines 1:23 Title, ffmetadata, or a JSON object with the key chapters.

            The worker or server reads buckets with its own --endpoint-url and credentials.

            EXAMPLES
              mosaic submit story --library library --expect 12
              mosaic submit story --library lib --chapters list.json --missing placeholder
              mosaic submit frames --library library --id film-7 --interval 10 --settle 0
              mosaic submit film.mp4 --library library --count 100
              mosaic submit s3://shots/film-7/ --library library --expect 12
              mosaic worker --library library --once
            """)

    @OptionGroup(title: "Source") var source: SourceOptions
    @OptionGroup(title: "Film") var film: FilmJobOptions

    @Flag(help: "Take a frame of each chapter that the film names.")
    var ownChapters = false

    @OptionGroup(title: "Buckets") var s3: S3Options
    @OptionGroup var naming: NamingOptions
    @OptionGroup(title: "Library") var library: LibraryOptions
    @OptionGroup(title: "Arrival") var arrival: ArrivalOptions
    @OptionGroup(title: "Sheets") var sheets: SheetOptions
    @OptionGroup(title: "Track") var track: TrackOptions
    @OptionGroup var reading: ReadingOptions

    @Option(help: "Retention of replaced sheets: \(RetentionArgument.form).")
    var keepOld = RetentionArgument.day

    @Option(help: "interactive goes before batch, which gets one turn in \(JobPriority.batchShare) then.")
    var priority = JobPriority.batch

    @Flag(help: "Replace a storyboard that is made of another folder of screenshots, which is refused otherwise.")
    var replace = false

    @Flag(help: "Print the job as JSON.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting {
            let request = try request()
            try request.validate()
            if request.source.bucketAddress == nil { try await checkSource(of: request) }
            for list in [request.source.filmPath == nil ? nil : arrival.chapters, source.times].compactMap(\.self) {
                guard let absence = NamedPath(list, .list).absence else { continue }
                StandardError.print("mosaic: \(list): \(absence) The job needs it.")
            }
            let library = try library.opened(reading: s3.buckets)
            try await library.claim(request, adopting: replace)
            let job = try await library.catalog.submit(request, priority: priority)
            if json { return try JSONOutput.print(JobDocument(job)) }
            print("\(job.storyboard): \(JobFacts(job).sentence)")
        }
    }

    /// Refuses a source that cannot be composed; prints a remark on a source that may still arrive.
    private func checkSource(of request: JobRequest) async throws {
        let place = NamedPath(source.folder, .source)
        if let error = NamedPath(source.folder, .arriving).error { throw error }
        let wait = request.expected == nil ? request.settle : request.arrivalTimeout
        if let absence = place.absence {
            let outlook = wait == 0 ? "fails without it" : "waits \(wait) s for it"
            StandardError.print("mosaic: \(source.folder): \(absence) The job \(outlook).")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: source.folder)) ?? []
        // Leaves films, lists, expected chapters and empty folders to the worker, which waits for the first screenshot.
        guard !request.source.isFilm, request.source.list == nil, request.expected == nil, !names.isEmpty else {
            return
        }
        do {
            _ = try await request.source.reader(duration: request.duration).list()
        } catch let error as MosaicError where error.code == .noScreenshots && wait > 0 {
            let said = place.explaining(error) ?? error
            StandardError.print("mosaic: \(source.folder): \(said.reason)")
            StandardError.print("mosaic: The job waits \(wait) s for screenshots.")
        } catch let error as MosaicError {
            throw place.explaining(error) ?? error
        }
    }

    private func request() throws -> JobRequest {
        // Paths are made absolute, because a worker has another working folder.
        var screenshots = source.screenshots
        if screenshots.bucketAddress == nil { screenshots.folder = Self.absolute(screenshots.folder) }
        screenshots.list = screenshots.list.map(Self.absolute)
        let isFilm = screenshots.filmPath != nil
        if !isFilm, let option = film.given.first ?? (ownChapters ? "--own-chapters" : nil) {
            throw ValidationError("\(option) chooses frames of a film; \(source.folder) is not one.")
        }
        if isFilm {
            let start = screenshots.film.start
            screenshots.film = film.options
            screenshots.film.start = start
        } else if screenshots.film.start != nil {
            throw ValidationError("--start of files goes with --interval, and is a time; per cent are for films.")
        }
        guard !ownChapters || arrival.chapters == nil else {
            throw ValidationError("--own-chapters and --chapters are two lists of chapters; use one.")
        }
        if isFilm {
            try FilmSelectionOptions.requireOne(of: [
                "--count": film.count != nil, "--own-chapters": ownChapters, "--chapters": arrival.chapters != nil,
                "--interval": source.interval != nil, "--times": source.times != nil,
            ])
        }
        if ownChapters { screenshots.film.chapters = .container }
        if isFilm, let chapters = arrival.chapters { screenshots.film.chapters = .file(Self.absolute(chapters)) }
        var request = JobRequest(id: try naming.naming.id(of: screenshots), source: screenshots)
        request.title = naming.naming.title(of: screenshots)
        request.duration = track.duration
        request.keepingOld = keepOld.seconds
        sheets.apply(to: &request.settings)
        track.apply(to: &request.settings)
        reading.apply(to: &request.settings)
        try arrival.apply(to: &request, isFilm: isFilm)
        return request
    }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}

/// Options that decide when a job has all of its screenshots.
struct ArrivalOptions: OptionTable {
    var expect: Int?
    var chapters: String?
    var missing = MissingChapters.absent
    var arrivalTimeout = RetentionArgument(seconds: 600)
    var settle: RetentionArgument?

    static let options: [DeclaredOption<ArrivalOptions>] = [
        .option(\.expect, "expect", value: "count", "The storyboard is complete with this many chapters."),
        .option(
            \.chapters, "chapters", value: "file",
            """
            The storyboard is complete with the chapters of a list: JSON, [{"index", "time_ms", "title"}]. Of a film, a \
            list of its chapters.
            """),
        .option(\.missing, "missing", "Tile of a chapter of the list that has not arrived: absent or placeholder."),
        .option(
            \.arrivalTimeout, "arrival-timeout",
            """
            Time after the last arrival until an incomplete set of expected chapters is composed: \
            \(RetentionArgument.form).
            """),
        .option(
            \.settle, "settle",
            """
            Time without a new file after which a set of unknown size is complete, and a set with a file for each chapter \
            of which some cannot be read: \(RetentionArgument.form); 0 takes the files that are there. \
            (default: 20s, 60s in a bucket)
            """),
    ]

    func validate() throws {
        if expect != nil, chapters != nil {
            throw ValidationError("--chapters tells how many there will be already; use one.")
        }
    }

    /// - Parameter isFilm: Whether the source is a film, whose chapters are not expected screenshots.
    /// - Throws: `MosaicError` if the list cannot be read.
    func apply(to request: inout JobRequest, isFilm: Bool = false) throws {
        request.expected = try expect.map(ExpectedChapters.count) ?? (isFilm ? nil : chapters.map(Self.list))
        request.missing = missing
        request.arrivalTimeout = arrivalTimeout.seconds
        if let settle { request.settle = settle.seconds }
    }

    private static func list(in path: String) throws -> ExpectedChapters {
        let name = URL(fileURLWithPath: path).lastPathComponent
        let bytes = try LocalFile.read(path, limit: 64 << 20)
        do {
            return .list(try JSONDecoder().decode([ExpectedChapters.Chapter].self, from: Data(bytes)))
        } catch {
            throw MosaicError(
                .malformed, name, "It is not JSON of the form [{\"index\": 1, \"time_ms\": 10000, \"title\": \"One\"}]."
            )
        }
    }
}
