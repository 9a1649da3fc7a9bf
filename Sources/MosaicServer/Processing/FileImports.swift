import Mosaic
import MosaicLibrary

/// Turns films that other programs have put below a root into jobs.
struct FileImports: Sendable {
    /// The result for the files of a notification.
    struct Outcome: Hashable, Sendable {
        /// Files that are jobs now.
        var submitted = 0
        /// Files that are not films below a root, or whose storyboards have other sources.
        var ignored = 0
    }

    let roots: SourceRoots
    let submissions: SubmissionService

    /// Submits a job for each film, under the id of the storyboard that the library has of it, or else that of its path.
    ///
    /// - Throws: `tooManyRequests`, `unavailable`; the sender may repeat the notification.
    func submit(_ paths: [String], of owner: JobOwner, trace: TraceParent? = nil) async throws -> Outcome {
        var outcome = Outcome()
        for path in paths {
            guard let request = try await request(for: path) else {
                outcome.ignored += 1
                continue
            }
            do {
                let job = try await submissions.submit(request, of: owner, isImported: true)
                submissions.traces.note(trace, of: job.number)
                outcome.submitted += 1
            } catch let error as MosaicError where error.code == .refused {
                outcome.ignored += 1
            } catch let error as RequestError where error.code == .notFound {
                outcome.ignored += 1
            }
        }
        return outcome
    }

    private func request(for path: String) async throws -> JobRequest? {
        guard let film = roots.film(at: path), let stem = FilmName(film.name)?.stem else { return nil }
        return try await submissions.request(for: film.source, stem: stem)
    }
}
