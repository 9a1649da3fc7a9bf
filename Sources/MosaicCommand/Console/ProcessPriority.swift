import Foundation
import MosaicSystem

/// The priority of this process among others.
enum ProcessPriority {
    /// Leaves the processors to others, as `nice` does.
    static func lower() {
        #if os(Linux)
            let kind = __priority_which_t(PRIO_PROCESS.rawValue)
            let niceness = lowered(kind)
            ChildNiceness.choose(niceness)
            // On Linux each thread has a priority of its own, which the threads that it starts inherit: one that is not
            // lowered yet may start another one behind the list.
            var lowered: Set<id_t> = []
            while case let others = threads().subtracting(lowered), !others.isEmpty {
                for thread in others { setpriority(kind, thread, niceness) }
                lowered.formUnion(others)
            }
        #else
            setpriority(PRIO_PROCESS, 0, lowered(PRIO_PROCESS))
        #endif
    }

    /// The priority of the main thread, which no one else sets, and ten steps.
    private static func lowered(_ kind: Int32) -> Int32 { min(getpriority(kind, id_t(getpid())) + 10, 19) }

    #if os(Linux)
        private static func threads() -> Set<id_t> {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return Set(names.compactMap { id_t($0) })
        }
    #endif
}
