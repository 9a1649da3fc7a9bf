package import Foundation
package import Mosaic
import MosaicSystem

/// The jobs of films that wait for a run of `mosaic publish` or `mosaic watch`, so that the library's page and
/// `mosaic jobs` list them before they are composed.
package struct WaitingFilms: Sendable {
    private let library: StoryboardLibrary

    package init(in library: StoryboardLibrary) { self.library = library }

    /// Submits films that a run is about to compose.
    ///
    /// A renamed film keeps the job of its earlier path until it is composed, because a later run finds it by that path.
    /// A film whose storyboard is made of another source gets no job: the run refuses it.
    /// - Throws: `unavailable`.
    package func submit(_ films: [FilmSurvey.Film]) async throws {
        let catalog = library.catalog
        for request in films.map(\.request) {
            try Task.checkCancellation()
            if let job = try await catalog.job(of: request.id) {
                let isSame = (try? job.request().source.folder) == request.source.folder
                guard isSame, job.lease == nil else { continue }
            }
            // An unfinished job counts as the owner of its storyboard.
            guard (try? await library.claim(request)) != nil else { continue }
            let job = try await catalog.submit(request, priority: .batch)
            // The request of a film that changed is the same.
            guard job.state.isFinal else { continue }
            _ = try await catalog.update(job.number) { job, now in
                if job.state.isFinal { job.retry(now: now) }
            }
        }
    }

    /// Removes the jobs of films that were never composed and are missing now.
    ///
    /// - Parameter root: The absolute path of the films' folder.
    /// - Throws: `unavailable`.
    package func discardMissing(below root: String) async throws {
        for state in [JobState.pending, .failed, .cancelled] {
            for job in try await library.catalog.allJobs(in: state) {
                guard job.lease == nil, let path = job.waitingFilm, RealPath.path(of: path, below: root) != nil,
                    FileStatus.isAbsent(path), try await library.catalog.entry(of: job.storyboard) == nil
                else { continue }
                try await library.catalog.remove(job.storyboard)
            }
        }
    }

    /// The storyboards whose jobs wait for a run, with the beginning of the jobs: jobs that a client restarted, and jobs
    /// that another run submitted and has not begun.
    ///
    /// - Parameter roots: The absolute paths of the films' folders.
    /// - Throws: `unavailable`.
    package func waiting(below roots: [String]) async throws -> [StoryboardID: Date] {
        guard try await library.catalog.jobCounts()[.pending, default: 0] > 0 else { return [:] }
        let jobs = try await library.catalog.allJobs(in: .pending).filter { job in
            guard job.lease == nil, let path = job.waitingFilm else { return false }
            return roots.contains { RealPath.path(of: path, below: $0) != nil }
        }
        return Dictionary(jobs.map { ($0.storyboard, $0.begun) }) { first, _ in first }
    }
}

extension Job {
    /// See ``JobRequest/isLeftToPublish``.
    var isLeftToPublish: Bool { (try? request().isLeftToPublish) ?? false }

    /// The path of the film of a job that is left to `mosaic publish`; nil for other jobs.
    fileprivate var waitingFilm: String? {
        guard let request = try? request(), request.isLeftToPublish else { return nil }
        return request.source.filmPath
    }
}
