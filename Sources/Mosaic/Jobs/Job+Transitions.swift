package import Foundation

/// How a job goes from state to state. Every change of a job is one of these, in whichever catalog it is stored.
extension Job {
    /// A job that nobody has looked at yet.
    package init(number: JobNumber, _ request: JobRequest, now: Date) throws {
        self.init(
            number: number, storyboard: request.id, requestText: try request.encoded(), state: .pending,
            completedChapters: 0, totalChapters: request.expected?.total, failedAttempts: 0, errorMessage: nil,
            created: now, updated: now, due: now, lastArrival: nil, lease: nil, isWantedAgain: false)
    }

    /// Takes a submission for the same storyboard: the same request changes nothing unless the job failed or was
    /// cancelled; another one begins anew, after the worker that is at it.
    package mutating func resubmit(_ request: JobRequest, now: Date) throws {
        let text = try request.encoded()
        let isSame = text == requestText
        guard !isSame || state == .failed || state == .cancelled else { return }
        requestText = text
        totalChapters = request.expected?.total
        updated = now
        if lease == nil || state.isFinal { begin(now: now) } else { isWantedAgain = true }
    }

    /// Begins anew by hand, whatever became of it.
    package mutating func retry(now: Date) {
        updated = now
        if lease == nil || state.isFinal { begin(now: now) } else { isWantedAgain = true }
    }

    /// Takes note that something arrived in the source: a job that was done goes on, a cancelled one does not.
    package mutating func wake(now: Date) {
        guard state != .cancelled else { return }
        updated = now
        lastArrival = now
        if lease != nil, !state.isFinal {
            isWantedAgain = true
        } else {
            state = .processing
            lease = nil
            failedAttempts = 0
            errorMessage = nil
            due = now
        }
    }

    /// Takes it back. A worker that is at it loses its hold and publishes nothing any more.
    package mutating func cancel(now: Date) {
        guard !state.isFinal else { return }
        state = .cancelled
        lease = nil
        isWantedAgain = false
        updated = now
    }

    /// Whether a worker may take hold of it.
    package func isDue(now: Date) -> Bool {
        !state.isFinal && due <= now && (lease.map { $0.expiry <= now } ?? true)
    }

    /// Gives it to a worker.
    package mutating func hold(_ lease: JobLease) {
        self.lease = lease
        isWantedAgain = false
    }

    /// Extends the hold of the worker that has it.
    package mutating func extend(until expiry: Date) {
        lease = lease.map { JobLease(worker: $0.worker, expiry: expiry) }
    }

    /// Takes note of how much is there.
    package mutating func progress(completed: Int, total: Int?, lastArrival: Date?, now: Date) {
        completedChapters = completed
        totalChapters = total
        self.lastArrival = lastArrival
        if lastArrival != nil { state = .processing }
        updated = now
    }

    /// Ends a worker's look at it. What was submitted meanwhile is looked at right away, whatever this look came to.
    package mutating func finish(_ outcome: JobOutcome, now: Date) {
        lease = nil
        updated = now
        if isWantedAgain {
            let arrival = lastArrival
            begin(now: now)
            if arrival != nil {
                progress(completed: completedChapters, total: totalChapters, lastArrival: arrival, now: now)
            }
            return
        }
        switch outcome {
        case .complete:
            state = .completed
            failedAttempts = 0
            errorMessage = nil
        case .wait(let date):
            failedAttempts = 0
            errorMessage = nil
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

    private mutating func begin(now: Date) {
        state = .pending
        completedChapters = 0
        failedAttempts = 0
        errorMessage = nil
        due = now
        lastArrival = nil
        lease = nil
        isWantedAgain = false
    }
}
