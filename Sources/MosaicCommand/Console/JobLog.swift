import Foundation
import Mosaic
import MosaicConsole
import MosaicLibrary

/// Prints the events of a worker to standard error, one line each.
struct JobLog: Sendable {
    let isQuiet: Bool

    /// Writes a line where there is something to say.
    func note(_ report: JobReport) {
        guard let (line, isFailure) = Self.line(of: report), isFailure || !isQuiet else { return }
        StandardError.print("\(Date().ISO8601Format()) \(line)")
    }

    /// The line for a report, and whether it is a failure; nil for reports without a line.
    static func line(of report: JobReport) -> (String, isFailure: Bool)? {
        switch report {
        case .began, .composing, .ended(_, .wait): nil
        case .published(let job, let composition):
            ("\(job.storyboard): published \(CompositionReport.counts(of: composition))", false)
        // Another attempt follows, because something arrived in the meantime.
        case .ended(let job, .complete) where job.state != .completed: nil
        case .ended(let job, .complete): ("\(job.storyboard): completed, \(JobFacts(job).chapters) chapters", false)
        case .ended(let job, .postpone(let reason, let date)):
            ("\(job.storyboard): \(reason) It is looked at again at \(date.ISO8601Format()).", false)
        case .ended(let job, .retry(let reason, let date)):
            ("\(job.storyboard): \(reason) It is tried again at \(date.ISO8601Format()).", true)
        case .ended(let job, .fail(let reason)): ("\(job.storyboard): failed: \(reason)", true)
        case .lost(let job):
            ("\(job.storyboard): it is not this worker's any more, and no more of it is published here", false)
        case .stuck(let reason): ("\(reason)", true)
        }
    }
}
