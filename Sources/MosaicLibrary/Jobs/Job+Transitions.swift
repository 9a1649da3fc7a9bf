public import Foundation
import Mosaic

/// The state machine of a job. In every catalog, each change of a job is one of these functions.
extension Job {
    /// Creates a pending job.
    public init(
        number: JobNumber, _ request: JobRequest, priority: JobPriority = .interactive, owner: JobOwner? = nil,
        now: Date
    ) throws {
        self.init(
            number: number, storyboard: request.id, priority: priority, owner: owner,
            requestText: try request.encoded(),
            state: .pending,
            completedChapters: 0, totalChapters: request.expected?.total, attempt: 0, failedAttempts: 0,
            postponements: 0, errorMessage: nil, created: now, begun: now, updated: now, due: now, lastArrival: nil,
            lease: nil,
            displacedWorker: nil, isWantedAgain: false)
    }

    // MARK: Requests and arrivals

    /// Submits a request for the same storyboard.
    ///
    /// A different request restarts the job, and so does the same request if the job failed or was cancelled. While
    /// an attempt runs, the same request only causes another attempt, because the current attempt may have listed the
    /// source too early. An interactive job stays interactive until it is done. An unfinished job keeps its owner.
    public mutating func resubmit(
        _ request: JobRequest, priority: JobPriority = .interactive, owner: JobOwner? = nil, now: Date
    ) throws {
        let text = try request.encoded()
        let isSame = text == requestText
        if state.isFinal {
            if !(state == .completed && isSame) { (self.priority, self.owner) = (priority, owner) }
        } else if priority == .interactive {
            self.priority = .interactive
        }
        switch state {
        case .completed where isSame: return
        case .pending where isSame, .processing where isSame:
            guard lease != nil else { return }
            isWantedAgain = true
            updated = now
        case .pending, .processing, .completed, .failed, .cancelled:
            requestText = text
            totalChapters = request.expected?.total
            begin(now: now)
        }
    }

    /// Restarts the job, in any state, at a client's request: resets the progress and makes the job due. A final job
    /// gets the owner; `nil` keeps the former one.
    public mutating func retry(now: Date, owner: JobOwner? = nil) {
        take(owner)
        begin(now: now)
    }

    /// Records an arrival in the source. A completed or failed job continues; a cancelled job does not. The job becomes
    /// interactive, because the uploading client waits for it. It is due at once, without earlier failures; if an
    /// attempt is running, another one follows.
    ///
    /// - Parameter owner: The new owner of a final job; `nil` keeps the former one.
    package mutating func wake(now: Date, owner: JobOwner? = nil) {
        guard state != .cancelled else { return }
        take(owner)
        priority = .interactive
        state = .processing
        lastArrival = now
        updated = now
        lookAgain(now: now)
    }

    /// Makes the job due after a notification of a change in its source. A completed or failed job continues; a
    /// cancelled job does not. The job becomes interactive, without earlier failures; if an attempt is running, another
    /// one follows.
    ///
    /// Unlike ``wake(now:owner:)``, this records no arrival, because a notification may come twice or late. If nothing
    /// new has arrived, the attempt ends the job as before.
    ///
    /// - Parameter owner: The new owner of a final job; `nil` keeps the former one.
    package mutating func notify(now: Date, owner: JobOwner? = nil) {
        guard state != .cancelled else { return }
        take(owner)
        priority = .interactive
        if state.isFinal { state = .processing }
        updated = now
        lookAgain(now: now)
    }

    /// Cancels the job; a final job stays unchanged. A worker that has leased the job loses the lease and publishes
    /// nothing more.
    public mutating func cancel(now: Date) {
        guard !state.isFinal else { return }
        state = .cancelled
        lease = nil
        displacedWorker = nil
        isWantedAgain = false
        updated = now
    }

    /// Undoes a cancellation: restores the former state without a lease. A job that is not cancelled stays unchanged.
    package mutating func resume(_ former: Job) {
        guard state == .cancelled else { return }
        self = former
        lease = nil
    }

    // MARK: Attempts of workers

    /// Whether a worker may lease the job.
    public func isDue(now: Date) -> Bool {
        !state.isFinal && due <= now && (lease.map { $0.expiry <= now } ?? true)
    }

    /// Whether an attempt has the lease, and no other attempt began after it.
    public func isHeld(by attempt: Int) -> Bool { lease != nil && self.attempt == attempt }

    /// Leases the job to a worker, for a new attempt. The attempt covers all submissions and arrivals until now. The
    /// worker of an expired lease is recorded as displaced.
    public mutating func grant(to worker: String, until expiry: Date) {
        if let former = lease { displacedWorker = former.worker }
        lease = JobLease(worker: worker, expiry: expiry)
        attempt += 1
        isWantedAgain = false
    }

    /// Restores the expired lease of a worker that was stopped for too long, if its successors have only postponed the
    /// job. The worker still has the folder's lock, so its work is valid. The restored lease gets a new attempt number,
    /// so that updates of those successors are rejected.
    package mutating func resume(_ lease: JobLease, now: Date) {
        guard !state.isFinal, displacedWorker == lease.worker, self.lease.map({ $0.expiry <= now }) ?? true else {
            return
        }
        self.lease = lease
        attempt += 1
        displacedWorker = nil
        updated = now
        // A successor's attempt, which is rejected from now on, may have covered submissions and arrivals.
        isWantedAgain = true
    }

    package mutating func extend(until expiry: Date) {
        lease = lease.map { JobLease(worker: $0.worker, expiry: expiry) }
    }

    /// Records the progress of an attempt. The first arrival changes the state to `processing`. A job without a lease
    /// stays unchanged.
    ///
    /// - Parameter arrival: Time of the last arrival of a screenshot; nil before the first.
    package mutating func progress(completed: Int, total: Int?, lastArrival arrival: Date?, now: Date) {
        // Ignores progress of an earlier request.
        guard lease != nil, !(isWantedAgain && state == .pending) else { return }
        completedChapters = completed
        totalChapters = total
        if let arrival {
            // A wake may have recorded an arrival that the worker has not seen yet.
            lastArrival = max(arrival, lastArrival ?? arrival)
            state = .processing
        }
        updated = now
    }

    /// Ends an attempt. After a submission or arrival during the attempt, the next attempt is due at once, for every
    /// outcome.
    package mutating func finish(_ outcome: JobOutcome, now: Date) {
        guard lease != nil else { return }
        lease = nil
        updated = now
        let postponements = postponements
        self.postponements = 0
        if case .postpone = outcome {} else { displacedWorker = nil }
        guard !isWantedAgain else { return lookAgain(now: now) }
        switch outcome {
        case .complete:
            state = .completed
            failedAttempts = 0
            errorMessage = nil
        case .wait(let date):
            failedAttempts = 0
            errorMessage = nil
            due = date
        case .postpone(let reason, let date):
            self.postponements = postponements + 1
            errorMessage = reason
            due = date
        case .retry(let reason, let date):
            failedAttempts += 1
            errorMessage = reason
            due = date
        case .fail(let reason):
            state = .failed
            errorMessage = reason
        }
    }

    // MARK: Helpers

    /// Changes the owner of a final job.
    private mutating func take(_ owner: JobOwner?) {
        if state.isFinal, let owner { self.owner = owner }
    }

    /// Resets the progress and makes the job due.
    private mutating func begin(now: Date) {
        state = .pending
        displacedWorker = nil
        completedChapters = 0
        lastArrival = nil
        begun = now
        updated = now
        lookAgain(now: now)
    }

    /// Makes the next attempt due at once, and resets failures and postponements. If an attempt is running, another one
    /// follows.
    private mutating func lookAgain(now: Date) {
        failedAttempts = 0
        postponements = 0
        errorMessage = nil
        due = now
        isWantedAgain = lease != nil
    }
}
