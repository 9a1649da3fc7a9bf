public import Foundation
import Mosaic

/// How a job goes from state to state. Every change of a job is one of these, in whichever catalog it is stored.
extension Job {
    /// A job that nobody has looked at yet.
    ///
    /// - Parameter number: 1 or more, never given to another job of the catalog.
    /// - Throws: `EncodingError` where the request cannot be stored.
    public init(number: JobNumber, _ request: JobRequest, priority: JobPriority = .interactive, now: Date) throws {
        self.init(
            number: number, storyboard: request.id, priority: priority, requestText: try request.encoded(),
            state: .pending,
            completedChapters: 0, totalChapters: request.expected?.total, failedAttempts: 0, postponements: 0,
            errorMessage: nil, created: now, begun: now, updated: now, due: now, lastArrival: nil, lease: nil,
            displacedWorker: nil, isWantedAgain: false)
    }

    // MARK: What is asked of it

    /// Takes a submission for the same storyboard.
    ///
    /// Another request begins anew, and so does the same one where the job failed or was cancelled. Otherwise the same
    /// request changes nothing but that a worker that is at it looks once more, for it may have looked too early. One that
    /// somebody waits for stays interactive until it is done.
    public mutating func resubmit(
        _ request: JobRequest, priority: JobPriority = .interactive, now: Date
    ) throws {
        let text = try request.encoded()
        let isSame = text == requestText
        if state.isFinal {
            if !(state == .completed && isSame) { self.priority = priority }
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

    /// Begins anew by hand, whatever became of it.
    public mutating func retry(now: Date) { begin(now: now) }

    /// Takes note that something arrived in the source: a job that was done goes on, a cancelled one does not. Whoever
    /// uploads a screenshot waits for it.
    package mutating func wake(now: Date) {
        guard state != .cancelled else { return }
        priority = .interactive
        state = .processing
        lastArrival = now
        updated = now
        lookAgain(now: now)
    }

    /// Takes it back. A worker that is at it loses its hold and publishes nothing any more.
    public mutating func cancel(now: Date) {
        guard !state.isFinal else { return }
        state = .cancelled
        lease = nil
        displacedWorker = nil
        isWantedAgain = false
        updated = now
    }

    /// Takes a cancellation back: it is again what it was before, and anybody's where a worker was at it.
    package mutating func resume(_ former: Job) {
        guard state == .cancelled else { return }
        self = former
        lease = nil
    }

    // MARK: What a worker does

    /// Whether a worker may take hold of it.
    public func isDue(now: Date) -> Bool {
        !state.isFinal && due <= now && (lease.map { $0.expiry <= now } ?? true)
    }

    /// Gives it to a worker, who looks at everything that was asked for and that arrived until now.
    public mutating func hold(_ lease: JobLease) {
        if let former = self.lease { displacedWorker = former.worker }
        self.lease = lease
        isWantedAgain = false
    }

    /// Gives it back to a worker that was stopped for longer than its lease, where whoever took over since has only waited
    /// for it: that worker still keeps others out of the storyboard's folder, and its work is good.
    package mutating func resume(_ lease: JobLease, now: Date) {
        guard !state.isFinal, displacedWorker == lease.worker, self.lease.map({ $0.expiry <= now }) ?? true else {
            return
        }
        self.lease = lease
        displacedWorker = nil
        updated = now
        // What was submitted or arrived meanwhile was told to others.
        isWantedAgain = true
    }

    /// Extends the hold of the worker that has it.
    package mutating func extend(until expiry: Date) {
        lease = lease.map { JobLease(worker: $0.worker, expiry: expiry) }
    }

    /// Takes note of how much is there.
    ///
    /// - Parameter arrival: When the last screenshot arrived; nil where none has.
    package mutating func progress(completed: Int, total: Int?, lastArrival arrival: Date?, now: Date) {
        // What a worker says of the request before this one is of no interest any more.
        guard lease != nil, !(isWantedAgain && state == .pending) else { return }
        completedChapters = completed
        totalChapters = total
        if let arrival {
            // A wake tells of arrivals that the worker has not seen yet.
            lastArrival = max(arrival, lastArrival ?? arrival)
            state = .processing
        }
        updated = now
    }

    /// Ends a worker's look at it. What was submitted or arrived meanwhile is looked at right away, whatever this look
    /// came to.
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

    // MARK: Parts of the above

    /// Forgets how far it was.
    private mutating func begin(now: Date) {
        state = .pending
        displacedWorker = nil
        completedChapters = 0
        lastArrival = nil
        begun = now
        updated = now
        lookAgain(now: now)
    }

    /// Has it looked at as soon as nobody is at it.
    private mutating func lookAgain(now: Date) {
        failedAttempts = 0
        postponements = 0
        errorMessage = nil
        due = now
        isWantedAgain = lease != nil
    }
}
