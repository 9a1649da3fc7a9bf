#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// A value that is set once. One task waits for it and may be cancelled at any time.
package final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
    }

    private let state = Locked(State.pending)

    package init() {}

    /// Sets the value or error. Later calls are ignored.
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
    /// - Throws: The error that was set; `CancellationError` as soon as the task is cancelled.
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

/// A value protected by a lock.
///
/// On Apple systems `Mutex` needs macOS 15, iOS 18 and tvOS 18. Players on older systems use `OSAllocatedUnfairLock`
/// instead; no Apple toolchain has compiled this variant yet.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
    #if canImport(Darwin)
        private let lock: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) { lock = OSAllocatedUnfairLock(initialState: value) }
    #else
        private let lock: Mutex<Value>

        package init(_ value: Value) { lock = Mutex(value) }
    #endif

    /// Runs `body` with exclusive access to the value.
    ///
    /// `body` must not acquire the same lock again, and must not block.
    package borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        #if canImport(Darwin)
            lock.withLockUnchecked { body(&$0) }
        #else
            lock.withLock { body(&$0) }
        #endif
    }
}
