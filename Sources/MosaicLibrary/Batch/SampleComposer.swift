import Foundation
import Mosaic
import MosaicSystem
import Synchronization

/// Composes parts of films as a batch would, thumbnails for media servers included, into a library that is thrown away.
package final class SampleComposer: Sendable {
    /// A composed film.
    struct Film: Sendable {
        /// Number of composed frames.
        let frames: Int
        /// Bytes of all sheets.
        let bytes: Int
        /// Duration of the work in seconds.
        let seconds: Double
    }

    /// The composed films.
    struct Films: Sendable {
        /// The films by their position; films that failed are missing.
        let films: [Int: Film]
        /// The mean number of films that were worked on at a time.
        let concurrency: Double
    }

    private let batch: Batch
    private let library: StoryboardLibrary
    private let folder: String
    private let count = Mutex(0)

    /// - Parameters:
    ///   - batch: The batch whose work is measured.
    ///   - library: An empty library for the sample.
    ///   - folder: An empty folder for the sample's other files.
    /// - Throws: `unavailable`.
    package init(_ batch: Batch, in library: StoryboardLibrary, below folder: String) throws {
        self.library = library
        self.folder = folder
        var sample = batch
        (sample.resumes, sample.retriesFailed, sample.retriesPlaceholders) = (false, false, false)
        (sample.current, sample.opening) = ([:], nil)
        // A film that waits for another would count as work on two.
        sample.jobs = min(max(1, batch.films), max(1, batch.jobs))
        sample.servers = try batch.servers?.redirected(to: folder)
        self.batch = sample
    }

    /// Maximum number of films composed at a time, 1 or more.
    var filmsAtATime: Int { batch.jobs }

    /// Composes frames from the middle of each film.
    ///
    /// - Parameter frames: Maximum number of frames of a film, 1 or more.
    /// - Throws: `unavailable`, `CancellationError`.
    func compose(_ films: [FilmSurvey.Film], frames: Int) async throws -> Films {
        var batch = batch
        batch.mostFrames = frames
        let items = try films.enumerated().map { try item($1, at: $0) }
        let next = Mutex(items.makeIterator())
        let results = Mutex<[Int: BatchResult]>([:])
        let start = ContinuousClock.now
        await batch.run(next: { next.withLock { $0.next() } }) { result in
            results.withLock { $0[result.label.line ?? 0] = result }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        try Task.checkCancellation()
        let done = results.withLock(\.self)
        let composed = done.compactMapValues { result in
            result.counts.map { Film(frames: $0.tiles, bytes: $0.bytes, seconds: result.seconds) }
        }
        return Films(films: composed, concurrency: done.reduce(0) { $0 + $1.value.seconds } / max(seconds, 0.001))
    }

    /// A film below a new name, beside which media servers' files are written.
    private func item(_ film: FilmSurvey.Film, at position: Int) throws -> Batch.Entry {
        let number = count.withLock { count in
            count += 1
            return count
        }
        var request = film.request
        let path = request.source.folder
        let place = "\(folder)/\(number)"
        request.id = StoryboardID(naming: "film-\(number)")
        request.source.folder = "\(place)/\(FolderPath.name(of: path))"
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: request.source.folder, withDestinationPath: path)
        } catch {
            throw MosaicError(
                .unavailable, FolderPath.name(of: path), "The film cannot be linked to: \(error.localizedDescription)")
        }
        let label = BatchResult.Label(line: position, id: request.id)
        return .item(BatchItem(request: request, library: library, label: label))
    }
}

extension ScreenshotListing {
    /// Some neighbouring screenshots from the middle: reading one far from the one before may take longer.
    func middle(_ most: Int) -> ScreenshotListing {
        replacing(Array(screenshots.dropFirst(max(0, screenshots.count - most) / 2).prefix(most)))
    }
}

extension MediaServerPublisher {
    /// The publisher with other folders of the servers, which are made; files beside films stay beside them.
    ///
    /// - Throws: `unavailable`.
    fileprivate func redirected(to folder: String) throws -> MediaServerPublisher {
        var settings = settings
        settings.isDryRun = false
        settings.targets = try settings.targets.map { target in
            guard !target.isBesideFilms else { return target }
            let own = "\(folder)/\(target.server.rawValue)"
            let part = target.server == .plex ? "Media/localhost" : "data/trickplay"
            do {
                try FileManager.default.createDirectory(atPath: "\(own)/\(part)", withIntermediateDirectories: true)
            } catch {
                throw MosaicError(.unavailable, part, "The folder cannot be made: \(error.localizedDescription)")
            }
            return MediaServer.Target(target.server, folder: own)
        }
        return MediaServerPublisher(settings)
    }
}
