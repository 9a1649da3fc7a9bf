import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import WebVTT

/// Arguments of one `compose`, from either of its two command line parsers.
struct ComposeInvocation {
    /// Number of a film's tiles above which a remark announces a long run.
    private static let manyTiles = 5_000

    var source: ScreenshotSource
    /// Reads a source in a bucket; `nil` for another source.
    var buckets: (any BucketClient)?
    /// The folder to write.
    var output: String
    var publication = StoryboardComposer.Publication()
    /// Whether to skip exports that the storyboard cannot have, without a failure.
    var takesPossibleExports = false
    /// Whether to replace the storyboard of another source.
    var replaces = false
    var naming = StoryboardNaming()
    var settings = CompositionSettings()
    /// The film's length; nil if it is not given.
    var duration: Timestamp?
    /// Whether the report is JSON.
    var isJSON = false
    /// Whether only errors are printed.
    var isQuiet = false

    /// Composes and prints the report, or the error.
    ///
    /// - Throws: `ExitCode`.
    func run() async throws {
        let paths = source.namedPaths + [NamedPath(output, .output)]
        try await ExitStatus.reporting(paths) {
            do {
                try await compose()
            } catch let error as MosaicError where error.code == .damaged && settings.isStrict {
                let advice = " Without --strict, a placeholder stands in for a screenshot that cannot be used."
                throw MosaicError(error.code, error.subject, error.reason + advice)
            }
        }
    }

    /// Composes several sources, each into a separate folder; a failure does not affect the others.
    ///
    /// - Throws: `interrupted` at once. After the last source: the common exit status if all sources fail with the same
    ///   one, otherwise `someFailed`.
    static func run(_ orders: [ComposeInvocation]) async throws {
        var failures: [ExitCode] = []
        for order in orders {
            do {
                try await order.run()
            } catch let status as ExitCode where status != ExitStatus.interrupted {
                failures.append(status)
            }
        }
        guard let first = failures.first else { return }
        throw failures.count == orders.count && failures.allSatisfy { $0 == first } ? first : ExitStatus.someFailed
    }

    private func compose() async throws {
        try OutputOptions.refuseOccupied(output, by: source)
        let location = source.location
        switch location {
        case .folder, .store: return try await compose(location)
        case .film, .bucket: break
        }
        // A film takes long to decode, in a second process, and a server may respond slowly; a signal cancels both.
        try await Interruption.cancelling {
            do {
                try await compose(location)
            } catch is CancellationError where Task.isCancelled {
                StandardError.print("mosaic: Stopped; nothing was published, and \(output) is as it was.")
                throw ExitStatus.interrupted
            }
        }
    }

    private func compose(_ location: ScreenshotSource.Location) async throws {
        let bar = ProgressBar(isShown: !isQuiet && !isJSON)
        defer { bar.finish() }
        let name = source.folderName
        let reader = source.reader(
            at: location, buckets: buckets, duration: duration, opening: { bar.show(film: name, part: $0) })
        try await reader.close(after: { try await compose(location, reader, bar) })
    }

    /// The remark on a large number of a film's tiles, printed before they are composed; `nil` for fewer.
    static func remark(onTiles count: Int) -> String? {
        count > manyTiles
            ? "Composing \(count) tiles; a longer --interval or a smaller --count makes fewer. Ctrl-C stops." : nil
    }

    private func compose(
        _ location: ScreenshotSource.Location, _ reader: any ScreenshotReader, _ bar: ProgressBar
    ) async throws {
        let begin = ContinuousClock.now
        let listing = try await reader.list()
        let request = CompositionRequest(
            id: try naming.id(of: source), title: naming.title(of: source), listing: listing,
            duration: duration ?? listing.duration)
        let folder = try StoryboardFolder(path: output, for: request.id, input: source.inputFolder)
        if let remark = Self.remark(onTiles: listing.screenshots.count), listing.film != nil, !isQuiet {
            StandardError.print("mosaic: \(remark)")
        }
        var publication = publication
        publication.source = RecordedSource(of: source)
        if try await folder.isReplaced(by: source, read: reader, isAllowed: replaces) { publication.regrids = true }
        if case .film(let path) = location { publication.film = RelativeURL.path(to: path, from: output) }
        let composition = try await StoryboardComposer(settings: settings).compose(
            request, into: folder, publication: publication
        ) { bar.show(completed: $0.completed, total: $0.total) }
        bar.finish()
        let failed = try await publication.failedExports(in: output)
        let isExpected = failed.allSatisfy {
            takesPossibleExports && Export(named: $0.name)?.isPossible(for: composition.storyboard) == false
        }
        for refusal in failed where !isQuiet || !isExpected {
            StandardError.print("mosaic: \(refusal.name): \(refusal.reason)")
        }
        try CompositionReport(
            composition, listing: listing, output: output, documents: publication.documents,
            earlierBase: folder.previous?.track.baseURL, elapsed: .now - begin
        ).print(json: isJSON, quiet: isQuiet)
        guard isExpected else { throw ExitStatus.someFailed }
    }
}

extension StoryboardComposer.Publication {
    /// The requested exports that were not written next to the storyboard in a folder.
    fileprivate func failedExports(in folder: String) async throws -> [ExportManifest.Refusal] {
        guard exports != nil else { return [] }
        return try await ExportPublisher(in: FolderStore(path: folder), folder: nil).manifest()?.refusals ?? []
    }
}

extension ComposeInvocation {
    /// Parses the most common command lines of `compose`.
    ///
    /// The argument parser finds the options of a command by reflection, which takes longer than composing three
    /// screenshots. The argument parser's result is authoritative: this initializer returns `nil` for a line with other
    /// options or a mistake, which the argument parser then reads.
    ///
    /// - Parameter arguments: Arguments of the process, beginning with the command's name.
    init?(plainLine arguments: [String]) {
        // The argument parser also reports an invalid secret.
        guard arguments.first == "compose", getenv(SheetURLSecret.variable) == nil else { return nil }
        var words = arguments.dropFirst()
        /// The word after an option; `nil` if it may be an option itself.
        func value() -> String? { words.popFirst().flatMap(Self.plain) }

        var folder: String?
        var output: String?
        var jobs: Int?
        self.init(source: ScreenshotSource(folder: ""), output: "")
        while let word = words.popFirst() {
            switch word {
            case "-q", "--quiet": isQuiet = true
            case "--json": isJSON = true
            case "-o", "--output":
                guard output == nil, let text = value() else { return nil }
                output = text
            case "--interval":
                guard source.interval == nil, let time = value().flatMap(Timestamp.init(argument:)) else { return nil }
                source.interval = time
            case "--duration":
                guard duration == nil, let time = value().flatMap(Timestamp.init(argument:)) else { return nil }
                duration = time
            case "--width":
                guard settings.geometry.width == nil, let widths = value().flatMap(TileWidths.init(argument:)) else {
                    return nil
                }
                settings.geometry.width = widths.own
                settings.furtherWidths = widths.further
            case "-j", "--jobs":
                guard jobs == nil, let number = value().flatMap({ Int($0) }), number > 0 else { return nil }
                jobs = number
            default:
                if let flag = RequestedDocument.allCases.first(where: { "--\($0.document.name)" == word }) {
                    publication.documents.insert(flag.document)
                } else {
                    guard folder == nil, let text = Self.plain(word) else { return nil }
                    folder = text
                }
            }
        }
        guard let folder, !folder.hasPrefix(BucketAddress.scheme) else { return nil }
        source.folder = folder
        guard let output = output ?? source.thumbnailsFolder else { return nil }
        self.output = output
        settings.workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    }

    /// The word, unless it may be an option or is empty.
    private static func plain(_ word: String) -> String? { word.isEmpty || word.hasPrefix("-") ? nil : word }
}
