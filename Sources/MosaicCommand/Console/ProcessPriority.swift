import Foundation

/// The priority of this process among others.
enum ProcessPriority {
    /// Leaves the processors to others, as `nice` does.
    static func lower() {
        #if os(Linux)
            let kind = __priority_which_t(PRIO_PROCESS.rawValue)
            // On Linux each thread has a priority of its own, which its later threads inherit.
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            for thread in threads.compactMap({ id_t($0) }) { setpriority(kind, thread, lower(kind)) }
        #else
            setpriority(PRIO_PROCESS, 0, lower(PRIO_PROCESS))
        #endif
    }

    private static func lower(_ kind: Int32) -> Int32 { min(getpriority(kind, 0) + 10, 19) }
}
