import Foundation
import Synchronization

/// A program that runs in a separate process group.
///
/// The child's descriptor 0 is a file or `/dev/null`, and 1 and 2 are pipes that this process reads. Descriptor 3, if
/// there is one, is a socket that this process writes. The child inherits no other descriptor, so no lock of this
/// process. Its environment is empty unless one is chosen. The deinitializer kills and reaps the child.
package final class ChildProcess: Sendable {
    /// How a process ended.
    package enum End: Hashable, Sendable {
        /// The process exited with this status.
        case exited(Int32)
        /// A signal of this number ended the process.
        case signalled(Int32)

        /// Whether SIGKILL ended the process, as when the system is out of memory.
        package var isKill: Bool { self == .signalled(SIGKILL) }
    }

    private enum State {
        case running
        case ended(End)
    }

    /// Microseconds between two checks whether the process has ended.
    private static let pause: UInt32 = 1_000
    /// Maximum time for a supervisor to end all descendants.
    private static let grace = Duration.seconds(5)

    /// The program's name in errors.
    let name: String
    /// The read end of the child's descriptor 1.
    let output: OwnedDescriptor
    /// The read end of the child's descriptor 2.
    let messages: OwnedDescriptor
    /// The other end of the child's descriptor 3; `nil` once it is closed, or if there is none.
    let control: Mutex<OwnedDescriptor?>
    /// The last bytes of the child's descriptor 2.
    let tail = Mutex(StandardErrorTail())
    private let number: pid_t
    private let isSupervised: Bool
    private let state = Mutex(State.running)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's path.
    ///   - arguments: The program's arguments, without its name.
    ///   - input: The child's descriptor 0.
    /// - Throws: `missing` if the program does not exist; `unavailable`.
    package init(running path: String, arguments: [String] = [], input: OwnedDescriptor) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let (output, childOutput) = try OwnedDescriptor.pipe(named: name)
        let (messages, childMessages) = try OwnedDescriptor.pipe(named: name)
        let (control, childControl) = try OwnedDescriptor.sockets(named: name)
        let start = ChildStart(descriptors: [input, childOutput, childMessages, childControl])
        number = try start.run(path, name: name, arguments: arguments)
        isSupervised = false
        self.name = name
        self.output = output
        self.messages = messages
        self.control = Mutex(control)
    }

    /// Starts a program with a chosen environment and an empty standard input. Without a supervisor there is no
    /// descriptor 3.
    ///
    /// - Parameters:
    ///   - path: The program's path.
    ///   - arguments: The program's arguments, without its name.
    ///   - environment: The child's environment.
    ///   - folder: The child's working folder.
    ///   - supervisor: The path of a program that calls ``ProcessSupervisor/runIfRequested(_:)``. That program runs the
    ///     child, and also ends descendants that left the child's group. `nil` ends only the group.
    /// - Throws: `missing` if the program does not exist; `unavailable`.
    package init(
        running path: String, arguments: [String], environment: [String: String], in folder: OpenFolder,
        supervisor: String? = nil
    ) throws {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let (output, childOutput) = try OwnedDescriptor.pipe(named: name)
        let (messages, childMessages) = try OwnedDescriptor.pipe(named: name)
        let sockets = try supervisor.map { _ in try OwnedDescriptor.sockets(named: name) }
        let descriptors = [try OwnedDescriptor.nothing(named: name), childOutput, childMessages]
        let start = ChildStart(
            descriptors: descriptors + (sockets.map { [$0.1] } ?? []),
            environment: environment.map { "\($0.key)=\($0.value)" }.sorted(), folder: folder)
        number = try start.run(
            supervisor ?? path, name: name,
            arguments: supervisor == nil ? arguments : ProcessSupervisor.arguments(for: path, arguments))
        isSupervised = supervisor != nil
        self.name = name
        self.output = output
        self.messages = messages
        control = Mutex(sockets?.0)
    }

    deinit {
        kill()
        _ = end(within: .zero)
    }

    /// The last line that was read from descriptor 2; `nil` if there is none.
    package var lastMessage: String? { tail.withLock { $0.lastLine } }

    /// Kills the process and its group, or has the supervisor do so. ``end(within:)`` must still be called to reap the
    /// process.
    package func kill() {
        state.withLock { state in
            // Until the process is reaped, the system does not reuse its number.
            if case .running = state { signal() }
        }
    }

    /// The child's identity among the processes of all machines.
    package var identity: ProcessIdentity { ProcessIdentity(of: number) }

    /// Lowers the priority of the child's group.
    ///
    /// - Parameter steps: The niceness to set, 0...19.
    package func lowerPriority(by steps: Int32) {
        // A failure is ignored: the program works with any priority.
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(number), steps)
        #else
            _ = setpriority(PRIO_PGRP, id_t(number), steps)
        #endif
    }

    /// Returns how the process ended, without waiting; `nil` if it still runs.
    ///
    /// Without a supervisor, kills the remaining processes of the group before it reaps the child. Until then the
    /// system does not reuse the child's number, which is also the number of the group.
    package func endOfGroup() -> End? {
        state.withLock { state in
            if case .ended(let end) = state { return end }
            var report = siginfo_t()
            let isReported = waitid(P_PID, id_t(number), &report, WEXITED | WNOHANG | WNOWAIT) == 0
            // `waitid` leaves the report empty if the process still runs.
            guard !isReported || report.si_signo != 0 else { return nil }
            signal()
            guard let end = reap(waiting: true) else { return nil }
            state = .ended(end)
            return end
        }
    }

    /// Closes the child's descriptor 3, which asks the child to stop.
    package func closeControl() { control.withLock { $0 = nil } }

    /// Waits until the process ends, and reaps it. Kills a process that has not ended in time.
    ///
    /// - Parameter time: Maximum time until the process is killed. A supervisor then has 5 seconds to end all
    ///   descendants.
    package func end(within time: Duration) -> End {
        let deadline = ContinuousClock.now + time
        while true {
            let isLate = ContinuousClock.now >= deadline
            let isLost = isSupervised ? ContinuousClock.now >= deadline + Self.grace : isLate
            let end = state.withLock { state -> End? in
                if case .ended(let end) = state { return end }
                if isLate { signal() }
                if isLost { signalGroup() }
                guard let end = reap(waiting: isLost) else { return nil }
                state = .ended(end)
                return end
            }
            if let end { return end }
            usleep(Self.pause)
        }
    }

    /// Kills the group, or closes descriptor 3 so that the supervisor ends all descendants.
    private func signal() {
        if isSupervised { closeControl() } else { signalGroup() }
    }

    private func signalGroup() {
        #if canImport(Glibc)
            _ = Glibc.kill(-number, SIGKILL)
        #else
            _ = Darwin.kill(-number, SIGKILL)
        #endif
    }

    /// Reaps the process and returns how it ended; `nil` if it still runs.
    private func reap(waiting: Bool) -> End? {
        var status: Int32 = 0
        while true {
            let reaped = waitpid(number, &status, waiting ? 0 : WNOHANG)
            if reaped == 0 { return nil }
            if reaped == number { break }
            // A signal handler of this process has already reaped the child, so its status is unknown.
            guard SystemFailure.current.code == EINTR else { return .exited(0) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
