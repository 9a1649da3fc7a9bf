public import Mosaic

/// What a worker tells of its work.
public enum JobReport: Sendable {
    /// It took hold of a job.
    case began(Job)
    /// It composes; called for each screenshot.
    case composing(Job, CompositionProgress)
    /// It published a storyboard.
    case published(Job, Composition)
    /// Its look at the job is over; the job is as it is now.
    case ended(Job, JobOutcome)
    /// The job was cancelled, or another worker took over; nothing was published.
    case lost(Job)
    /// It cannot go on, mostly because the catalog does not answer, and tries again after a while. One sentence.
    case stuck(String)
}
