import Foundation

#if canImport(Glibc)
    import CMosaicSystem
#endif

/// Runs a program in a supervising process, which ends all descendants of the program, also after they left its group.
///
/// The supervisor adopts orphans among the program's descendants (`PR_SET_CHILD_SUBREAPER`), so that none escapes. It
/// ends all descendants when the program ends, or when the other end of descriptor 3 is closed. The system closes that
/// end if the process that holds it is killed.
///
/// See [prctl](https://man7.org/linux/man-pages/man2/PR_SET_CHILD_SUBREAPER.2const.html).
package enum ProcessSupervisor {
    /// The first argument of a supervising process.
    private static let mark = "--supervise-program"
    private static let control: Int32 = 3
    /// Milliseconds between two checks of the program.
    private static let pause: Int32 = 20
    /// The niceness of supervised programs, which work in the background.
    private static let niceness: Int32 = 10

    /// The path of this program, which has to call ``runIfRequested(_:)`` first; `nil` if that path cannot be executed,
    /// and on systems without supervision.
    package static var ownProgram: String? {
        #if canImport(Glibc)
            let path = "/proc/self/exe"
            return access(path, X_OK) == 0 ? path : nil
        #else
            return nil
        #endif
    }

    /// The arguments of a supervising process for a program with these arguments.
    static func arguments(for path: String, _ arguments: [String]) -> [String] { [mark, path] + arguments }

    /// Supervises a program if the command line requests it; returns only if it does not.
    package static func runIfRequested(_ commandLine: [String]) {
        guard commandLine.count > 2, commandLine[1] == mark else { return }
        #if canImport(Glibc)
            exit(run(commandLine[2], Array(commandLine.dropFirst(3))))
        #endif
    }

    #if canImport(Glibc)
        private static func run(_ path: String, _ arguments: [String]) -> Int32 {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            do {
                guard mosaic_adopt_orphans() == 0 else {
                    throw FileError(.unavailable, name, "It cannot be supervised: \(SystemFailure.current).")
                }
                // The signals are ignored, because the parent ends this process by closing its end of descriptor 3. The
                // program gets the default handling.
                for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
                let start = ChildStart(
                    descriptors: try (0..<control).map { try OwnedDescriptor(copying: $0, name: name) },
                    environment: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" })
                let leader = try start.run(path, name: name, arguments: arguments)
                return exitStatus(of: endDescendants(after: leader))
            } catch {
                let reason = (error as? FileError)?.reason ?? "It cannot be started."
                FileHandle.standardError.write(Data((reason + "\n").utf8))
                return 127
            }
        }

        /// Waits until the program ends or descriptor 3 is closed, then kills all children until none is left.
        ///
        /// - Returns: The program's wait status, as `waitpid` reports it.
        private static func endDescendants(after leader: pid_t) -> Int32 {
            var end: Int32?
            var status: Int32 = 0
            var isReleased = false
            while end == nil, !isReleased {
                var polled = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
                isReleased = poll(&polled, 1, pause) > 0
                while case let ended = waitpid(-1, &status, WNOHANG), ended > 0 {
                    if ended == leader { end = status }
                }
            }
            // Until the program is reaped, the system does not reuse its number.
            if end == nil { kill(-leader, SIGKILL) }
            while true {
                // Orphans of a killed process become children of this one.
                for child in children { kill(child, SIGKILL) }
                let ended = waitpid(-1, &status, 0)
                if ended == leader { end = status }
                guard ended > 0 || SystemFailure.current.code == EINTR else { return end ?? SIGKILL }
            }
        }

        private static var children: [pid_t] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.compactMap { pid_t($0) }.filter { ProcessIdentity.parent(of: $0) == getpid() }
        }

        /// The exit status of the program. If a signal ended the program, ends this process by the same signal.
        private static func exitStatus(of status: Int32) -> Int32 {
            let number = status & 0x7F
            if number != 0 {
                // One core file is enough.
                var none = rlimit(rlim_cur: 0, rlim_max: 0)
                setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
                signal(number, SIG_DFL)
                kill(getpid(), number)
            }
            return status >> 8 & 0xFF
        }
    #endif
}
