#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

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
