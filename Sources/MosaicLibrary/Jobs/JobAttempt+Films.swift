import Foundation
import Mosaic
import MosaicSystem

extension JobAttempt {
    /// One attempt at the storyboard of a film: waits until the film is there as a whole, then composes all of it.
    ///
    /// A film whose version is that of the published storyboard is not opened.
    func outcome(ofFilm path: String, _ request: JobRequest) async throws -> JobOutcome {
        let backlog = await backlog.count
        let now = lease.now
        switch FilmArrival(
            of: path, below: settings.roots.root(of: path), settle: request.settle, now: settings.fileTime()
        ).state {
        case .absent:
            let fault = MosaicError(.notFound, request.source.folderName, "There is no such film.")
            return ArrivalRule(of: request)
                .outcome(have: 0, arrived: 0, lastArrival: nil, begun: lease.job.begun, now: now, backlog: backlog)
                .explained(by: fault, isExpecting: false)
        case .changing(let seconds):
            return .wait(until: now.addingTimeInterval(max(seconds, ArrivalRule.pause(sharedBy: backlog))))
        case .complete: break
        }
        if let published = try await current(request) {
            note(tiles: published.tiles.count)
            return .complete
        }
        let reader = library.reader(of: request.source, below: settings.roots, duration: request.duration)
        return try await reader.close(after: { try await outcome(ofFilm: path, request, from: reader) })
    }

    private func outcome(
        ofFilm path: String, _ request: JobRequest, from reader: any ScreenshotReader
    ) async throws -> JobOutcome {
        let listed = FileStatus.now
        let listing = try await reader.list()
        let publisher = try await StoryboardPublisher(of: request.id, in: library.store)
        let count = ChapterCount(of: request, listing.screenshots)
        note(count, publisher.previous, hasArrived: true)
        _ = try await current(request, listing, listed: listed, after: publisher, count)
        // Another film may have taken its place while it was read.
        let isSame =
            listing.screenshots.first?.status
            == FileStatus(path: path, below: settings.roots.root(of: path)).map(Screenshot.Status.file)
        return isSame ? .complete : .wait(until: lease.now.addingTimeInterval(1))
    }

    /// The storyboard where it is published and made of this version of the film.
    private func current(_ request: JobRequest) async throws -> Storyboard? {
        guard try await library.isCurrent(filmOf: request, below: settings.roots) else { return nil }
        return try await library.storyboard(request.id)
    }

    private func note(tiles: Int) {
        lease.note { progress in
            progress.completed = tiles
            progress.total = tiles
        }
    }
}
