import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import WebVTT

/// Arguments of one `compose`, from either parser of its command line.
struct ComposeInvocation {
    var source: ScreenshotSource
    /// Reads a part of a bucket; `nil` for another source.
    var buckets: (any BucketClient)?
    /// The folder to write.
    var output: String
    var publication = StoryboardComposer.Publication()
    /// Whether the storyboard of another source is replaced.
    var replaces = false
    var naming = StoryboardNaming()
    var settings = CompositionSettings()
    /// The film's length; nil where it is not given.
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
            try await compose()
        }
    }

    /// Composes several sources, each into a separate folder; a failure does not affect the others.
    ///
    /// - Throws: The exit status of the only source; `someFailed`, or the common status if all of them fail.
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
        try OutputOptions.refuseOccupied(output, besides: source.inputFolder)
        let location = source.location
        switch location {
        case .folder, .store: return try await compose(location)
        case .film, .bucket: break
        }
        // A film takes long, and its decoder is another process; a server may take long to answer.
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

    private func compose(
        _ location: ScreenshotSource.Location, _ reader: any ScreenshotReader, _ bar: ProgressBar
    ) async throws {
        let begin = ContinuousClock.now
        let listing = try await reader.list()
        let request = CompositionRequest(
            id: try naming.id(of: source), title: naming.title(of: source), listing: listing,
            duration: duration ?? listing.duration)
        let folder = try StoryboardFolder(path: output, for: request.id, input: source.inputFolder)
        var publication = publication
        publication.source = RecordedSource(of: source)
        if try await folder.isReplaced(by: source, read: reader, isAllowed: replaces) { publication.regrids = true }
        if case .film(let path) = location { publication.film = RelativeURL.path(to: path, from: output) }
        let composition = try await StoryboardComposer(settings: settings).compose(
            request, into: folder, publication: publication
        ) { bar.show(completed: $0.completed, total: $0.total) }
        bar.finish()
        if !isQuiet { try await publication.reportExports(in: output) }
        try CompositionReport(
            composition, listing: listing, output: output, documents: publication.documents,
            elapsed: .now - begin
        ).print(json: isJSON, isQuiet: isQuiet)
    }
}

extension StoryboardComposer.Publication {
    /// Says which of the requested exports the storyboard in a folder cannot have.
    func reportExports(in folder: String) async throws {
        guard exports != nil else { return }
        let manifest = try await ExportPublisher(in: FolderStore(path: folder), folder: nil).manifest()
        for refusal in manifest?.refusals ?? [] { StandardError.print("mosaic: \(refusal.name): \(refusal.reason)") }
    }
}
