#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value that arrives once, from elsewhere, and is waited for by one task, which may give up at any time.
package final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Locked(State.pending)

    /// Begins to wait for it.
    package init() {}

    /// Settles it; every call but the first is ignored.
    package func settle(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .settled:
                return nil
            case .pending:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .settled(result)
                return continuation
            }
        }
        waiting?.resume(with: result)
    }

    /// Waits for the value; called once.
    ///
    /// - Throws: The error that it was settled with; `CancellationError` as soon as the task is cancelled, whether or
    ///   not anything arrives.
    package func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let settled = state.withLock { state -> Result<Value, any Error>? in
                    if case .settled(let result) = state { return result }
                    state = .awaited(continuation)
                    return nil
                }
                if let settled { continuation.resume(with: settled) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }
}

/// A value behind a lock.
///
/// `Mutex` would do, but on Apple systems it needs macOS 15, iOS 18 and tvOS 18: the lock that players wait for there is
/// the system's own, which is older. That part was compiled by no toolchain of Apple's so far.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }
    #else
        private let lock: Mutex<Value>

        package init(_ value: Value) { lock = Mutex(value) }
    #endif

    /// Runs `body` while no other thread has the value.
    ///
    /// It must neither take the same lock again nor wait.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        #if canImport(Darwin)
            lock.withLockUnchecked { body(&$0) }
        #else
            lock.withLock { body(&$0) }
        #endif
    }
}
