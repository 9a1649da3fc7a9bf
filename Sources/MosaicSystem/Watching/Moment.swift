#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A moment on two clocks: file times come from a clock that can be set, and waits use one that cannot.
struct Moment: Hashable, Sendable {
    /// Nanoseconds from some start; never goes back.
    let uptime: Int64
    /// Nanoseconds since 1970, as in `FileStatus.modified`.
    let clock: Int64

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(uptime: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec), clock: FileStatus.now)
    }
}
