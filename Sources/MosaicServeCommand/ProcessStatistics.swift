import CMosaicSystem
import Foundation

/// Facts about this process from the system.
enum ProcessStatistics {
    /// Milliseconds since it was started, in steps of 10; nil where there is no `/proc`.
    static var age: Int? {
        #if os(Linux)
            // Its name, the second field, may hold spaces and parentheses.
            guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
                let nameEnd = stat.lastIndex(of: ")"),
                let ticks = stat[nameEnd...].split(separator: " ").dropFirst(20).first.flatMap({ Int($0) })
            else { return nil }
            var now = timespec()
            guard clock_gettime(CLOCK_BOOTTIME, &now) == 0 else { return nil }
            return max(0, now.tv_sec * 1_000 + now.tv_nsec / 1_000_000 - ticks * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
        #else
            return nil
        #endif
    }

    /// Has the memory of long buffers, such as those of sheets, go back to the system as soon as they are freed.
    ///
    /// By default glibc keeps buffers up to the longest that was ever freed, 32 MiB at most, between others in its heaps.
    /// See [mallopt(3)](https://man7.org/linux/man-pages/man3/mallopt.3.html).
    static func returnLongBuffers() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 128 << 10)
        #endif
    }

    /// Bytes of memory that it has; nil where there is no `/proc`.
    static var residentBytes: Int? {
        #if os(Linux)
            guard let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
            return statm.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
                $0 * sysconf(Int32(_SC_PAGESIZE))
            }
        #else
            return nil
        #endif
    }
}
