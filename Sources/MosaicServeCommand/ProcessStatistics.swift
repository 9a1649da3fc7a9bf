import CMosaicSystem
import Foundation

/// Facts about this process from the system.
enum ProcessStatistics {
    /// Milliseconds since this process was started, in steps of 10; `nil` on systems without `/proc`.
    static var age: Int? {
        #if os(Linux)
            // The program's name, the second field, may contain spaces and parentheses.
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

    /// Makes glibc return the memory of buffers of 128 KiB or more, such as sheets, to the system as soon as they are
    /// freed.
    ///
    /// By default glibc keeps freed buffers in its heaps, up to the size of the largest freed one and at most 32 MiB.
    ///
    /// See [mallopt(3)](https://man7.org/linux/man-pages/man3/mallopt.3.html).
    static func returnLongBuffers() {
        #if canImport(Glibc)
            _ = mallopt(M_MMAP_THRESHOLD, 128 << 10)
        #endif
    }

    /// Bytes of resident memory of this process; `nil` on systems without `/proc`.
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
