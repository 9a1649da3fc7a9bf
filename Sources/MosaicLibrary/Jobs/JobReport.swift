public import Mosaic

/// An event in a worker's work.
public enum JobReport: Sendable {
    /// It has leased a job.
    case began(Job)
    /// It composes; called for each screenshot.
    case composing(Job, CompositionProgress)
    /// It published a storyboard.
    case published(Job, Composition)
    /// The attempt has ended; with the job after it.
    case ended(Job, JobOutcome)
    /// The job was cancelled, or another worker took over; nothing was published.
    case lost(Job)
    /// It cannot continue, mostly because the catalog does not answer, and tries again after a delay. One sentence.
    case stuck(String)
}
