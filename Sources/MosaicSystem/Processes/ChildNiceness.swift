import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// The niceness of the programs that this process starts; only Linux needs it.
///
/// A program inherits the niceness of the thread that starts it. libdispatch sets that of each of its threads, to less than
/// the process has where the user is root.
package enum ChildNiceness {
    private static let chosen = Mutex<Int32?>(nil)

    /// Chooses the niceness of all programs that start from here on, -20...19.
    package static func choose(_ niceness: Int32) { chosen.withLock { $0 = niceness } }

    /// Gives it to the calling thread, which starts a program next; without a choice that of the main thread, which
    /// libdispatch does not set.
    static func apply() {
        #if canImport(Glibc)
            let kind = __priority_which_t(PRIO_PROCESS.rawValue)
            let niceness = chosen.withLock(\.self) ?? getpriority(kind, id_t(getpid()))
            // A thread of a user without rights has it already.
            _ = setpriority(kind, 0, niceness)
        #endif
    }
}
