import Foundation
import Mosaic
import MosaicSystem
import WebVTT

/// Publishes the updates of a watched storyboard, one after the other.
struct WatchUpdates: Sendable {
    /// The delay after a temporary failure to publish.
    private static let pause = Duration.seconds(5)
    /// The interval between deletions of expired sheets.
    private static let collectionPause = Duration.seconds(30)

    let source: ScreenshotSource
    let id: StoryboardID
    let title: String?
    let duration: Timestamp?
    /// Reads buckets; nil if there is no client.
    let buckets: (any BucketClient)?
    let settings: CompositionSettings
    let output: String
    var publication: StoryboardComposer.Publication
    /// Whether to replace the storyboard of another source.
    let replaces: Bool
    let log: WatchLog

    /// Checks before the first screenshot whether the output can be written.
    ///
    /// - Throws: Errors of `StoryboardFolder` except `busy`, which may be temporary.
    func checkOutput() async throws {
        try OutputOptions.refuseOccupied(output, by: source)
        do {
            let folder = try StoryboardFolder(path: output, for: id, input: source.inputFolder)
            _ = try await isOther(folder)
            folder.abandon()
        } catch let error as MosaicError where error.code == .busy {
            return
        }
    }

    /// Whether a folder's storyboard is made of another source and may be replaced.
    ///
    /// - Throws: `refused` if it may not be replaced; errors of listing a bucket.
    private func isOther(_ folder: StoryboardFolder) async throws -> Bool {
        try await folder.isReplaced(
            by: source, read: source.reader(buckets: buckets, duration: duration), isAllowed: replaces)
    }

    /// Publishes the stable pictures of the watched folder, or the film; retries after temporary failures.
    ///
    /// - Parameter state: The folder's state; nil for a film.
    /// - Returns: Whether there was something to publish.
    /// - Throws: `CancellationError`; `MosaicError` if another attempt would fail, too, or standard output is closed.
    @discardableResult
    mutating func publish(_ state: FolderState?) async throws -> Bool {
        try await publish { try await $0.update(for: state) } != nil
    }

    /// Publishes a listing of a bucket; retries after temporary failures.
    ///
    /// - Returns: `nil` if there was nothing to publish.
    /// - Throws: `CancellationError`; `MosaicError` if another attempt would fail, too, or standard output is closed.
    mutating func publish(_ listing: ScreenshotListing) async throws -> Composition? {
        try await publish { try await $0.update(with: listing) }
    }

    private mutating func publish(_ make: (WatchUpdates) async throws -> Update?) async throws -> Composition? {
        guard let update = try await published(make) else { return nil }
        // Only the first publication chooses sizes again, not every one.
        publication.regrids = false
        try log.note(update.composition, update.report)
        return update.composition
    }

    /// Deletes expired sheets until its task is cancelled.
    func collectRepeatedly() async {
        while (try? await Task.sleep(for: Self.collectionPause)) != nil {
            do {
                try await StoryboardFolder.collect(in: output, for: id, keepingOld: publication.keepingOld)
            } catch {
                // An update in progress deletes the sheets itself, and reports other failures.
                continue
            }
        }
    }

    /// A publication with its remarks.
    private struct Update {
        let composition: Composition
        let report: CompositionReport
    }

    /// Makes an update, and tries again after transient errors; nil if there is nothing to publish yet.
    private func published(_ make: (WatchUpdates) async throws -> Update?) async throws -> Update? {
        while true {
            do {
                return try await make(self)
            } catch let error as MosaicError {
                switch error.code.persistence {
                case .transient, .contended:
                    log.complain(of: [error.description])
                    try await Task.sleep(for: Self.pause)
                case .absent:
                    // A later state may contain the missing files.
                    log.complain(of: ["\(error) Waiting for screenshots."])
                    return nil
                case .final: throw error
                }
            }
        }
    }

    /// Composes a folder's stable pictures, or the film if there is no state; nil if there is nothing to compose yet.
    private func update(for state: FolderState?) async throws -> Update? {
        guard let state else {
            let reader = source.reader(duration: duration)
            do {
                let update = try await update(with: try await reader.list())
                await reader.close()
                return update
            } catch {
                await reader.close()
                throw error
            }
        }
        guard let listing = try listing(of: state) else { return nil }
        return try await update(with: listing)
    }

    private func update(with listing: ScreenshotListing) async throws -> Update {
        let request = CompositionRequest(id: id, title: title, listing: listing, duration: duration)
        let folder = try StoryboardFolder(path: output, for: id, input: source.inputFolder)
        var publication = publication
        publication.source = RecordedSource(of: source)
        if try await isOther(folder) { publication.regrids = true }
        let composition = try await StoryboardComposer(settings: settings)
            .compose(request, into: folder, publication: publication)
        return Update(
            composition: composition,
            report: CompositionReport(
                composition, listing: listing, output: output, documents: publication.documents))
    }

    /// The current screenshots; nil if a list of times cannot be parsed, because the list may be incomplete.
    private func listing(of state: FolderState) throws -> ScreenshotListing? {
        do {
            let all = try source.listing(isGrowing: true, duration: duration)
            // Only files directly in the folder are watched; a list may name files in subfolders.
            let listing = all.excluding { !$0.contains("/") && !state.stable.contains($0) }
            guard !listing.screenshots.isEmpty else {
                throw MosaicError(.noScreenshots, source.folderName, "All of its screenshots are being written.")
            }
            return listing
        } catch let error as MosaicError where error.code == .malformed {
            log.complain(of: [error.description])
            return nil
        }
    }
}

/// Publishes the updates of a watched part of a bucket, which is listed repeatedly.
struct BucketUpdates: Sendable {
    /// Publishes the storyboard's updates.
    var updates: WatchUpdates
    /// Delay between the end of one listing and the beginning of the next.
    let pause: Duration
    /// The last listing if it was published completely; nil before the first, and after a download failed.
    private var published: ScreenshotListing?

    init(updates: WatchUpdates, pause: Duration) {
        self.updates = updates
        self.pause = pause
    }

    /// Lists the bucket repeatedly and publishes each change, until its task is cancelled.
    ///
    /// - Throws: `CancellationError`; `MosaicError` if another attempt would fail, too, or standard output is closed.
    mutating func run() async throws {
        while true {
            if let listing = try await listing(), listing != published { try await publish(listing) }
            try await Task.sleep(for: pause)
        }
    }

    private mutating func publish(_ listing: ScreenshotListing) async throws {
        guard let composition = try await updates.publish(listing) else { return }
        // A tile whose download failed has no version; the next listing tries the download again.
        let isBroken = composition.storyboard.tiles.contains { $0.state == .placeholder && $0.source.version == nil }
        published = isBroken ? nil : listing
    }

    /// Lists the screenshots. Reports an unavailable bucket and a bucket without screenshots, and returns nil.
    private func listing() async throws -> ScreenshotListing? {
        do {
            return try await updates.source.reader(buckets: updates.buckets, duration: updates.duration).list()
        } catch let error as MosaicError where error.code == .unavailable {
            updates.log.complain(of: [error.description])
        } catch let error as MosaicError where error.code == .noScreenshots {
            updates.log.complain(of: ["\(error) Waiting for screenshots."])
        }
        return nil
    }
}

/// Publishes a watched film when it has arrived completely, and again when another film replaces it.
struct FilmUpdates: Sendable {
    /// Publishes the storyboard's updates.
    var updates: WatchUpdates
    /// Reports when the film can be read.
    var watcher: FileWatcher

    /// Publishes each version of the film, until its task is cancelled.
    ///
    /// - Throws: `CancellationError`; `MosaicError` if another film would fail, too, or standard output is closed.
    mutating func run() async throws {
        var isPublished = false
        while true {
            switch try await watcher.next() {
            case .absent:
                complain(isPublished ? "The film is missing; published files stay." : "There is no such film yet.")
            case .changing: complain("The film is being written.")
            case .stable:
                do {
                    isPublished = try await updates.publish(nil) || isPublished
                } catch let error as MosaicError where Self.concernsFilm(error.code) {
                    updates.log.complain(of: ["\(error) Waiting for another film in its place."])
                }
            }
        }
    }

    private func complain(_ reason: String) { updates.log.complain(of: ["\(updates.source.folderName): \(reason)"]) }

    private static func concernsFilm(_ code: MosaicError.Code) -> Bool {
        switch code {
        case .malformed, .unsupported, .limitExceeded: true
        default: false
        }
    }
}
