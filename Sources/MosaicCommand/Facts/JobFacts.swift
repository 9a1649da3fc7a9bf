import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// A job for people; ``JobDocument`` is for scripts.
struct JobFacts {
    private let job: Job

    init(_ job: Job) { self.job = job }

    /// `3/12`, or `3` where the total is unknown.
    var chapters: String {
        job.totalChapters.map { "\(job.completedChapters)/\($0)" } ?? String(job.completedChapters)
    }

    /// One line about the job alone.
    var sentence: String {
        let message = job.errorMessage.map { ": \($0)" } ?? ""
        // A job that has not begun has counted nothing yet.
        let isUncounted = job.completedChapters == 0 && job.totalChapters == nil
        return "job \(job.number), \(job.state.rawValue)\(isUncounted ? "" : ", \(chapters) tiles")\(message)"
    }

    /// The jobs, one in a row.
    static func table(of jobs: [Job]) -> TextTable {
        var table = TextTable([
            .init("JOB", isNumber: true), .init("ID"), .init("STATE"), .init("TILES", isNumber: true),
            .init("ATTEMPTS", isNumber: true), .init("UPDATED"), .init("ERROR", isCut: true),
        ])
        for job in jobs {
            table.add([
                job.number.description, job.storyboard.rawValue, job.state.rawValue, JobFacts(job).chapters,
                String(job.failedAttempts), job.updated.ISO8601Format(), job.errorMessage,
            ])
        }
        return table
    }
}
