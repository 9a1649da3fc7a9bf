#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A clock of the system.
struct Clock {
    /// The time of day's passing, never set back.
    static var wall: Clock { Clock(identifier: CLOCK_MONOTONIC) }
    /// Processor time of all threads of this process, for work that may change threads on its way.
    static var process: Clock { Clock(identifier: CLOCK_PROCESS_CPUTIME_ID) }

    private let identifier: clockid_t

    /// Seconds since some moment of the clock's own.
    var seconds: Double {
        var time = timespec()
        clock_gettime(identifier, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
