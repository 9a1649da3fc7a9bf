import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A program in a separate process group, with four descriptors and no environment, or with three and a chosen one.
///
/// Descriptor 0 is a file, 1 and 2 are pipes that are read here, 3 is a socket that is written here. It inherits no
/// other descriptor, thus no lock of this process. It is killed and reaped with its last owner at the latest.
package final class ChildProcess: Sendable {
    /// How a process ended.
    package enum End: Hashable, Sendable {
        /// By itself, with an exit status.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)

        /// Whether it was killed, as by a system that is out of memory.
        package var isKill: Bool { self == .signalled(SIGKILL) }
    }

    private enum State {
        case running
        case ended(End)
    }

    /// The pause between two looks for its end, in microseconds.
    private static let pause: UInt32 = 1_000
    /// Maximum time of a supervisor to end all descendants.
    private static let grace = Duration.seconds(5)

    /// The program's name in errors.
    let name: String
    /// Its descriptor 1.
    let output: OwnedDescriptor
    /// Its descriptor 2.
    let messages: OwnedDescriptor
    /// The other end of descriptor 3; nil once it is closed.
    let control: Mutex<OwnedDescriptor?>
    /// The last bytes of descriptor 2.
    let tail = Mutex(StandardErrorTail())
    private let number: pid_t
    private let isSupervised: Bool
    private let state = Mutex(State.running)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - arguments: Its arguments behind its name.
    ///   - input: Its descriptor 0.
    /// - Throws: `missing` where there is no such program; `unavailable`.
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

    /// Starts a program that knows nothing of this one: nothing to read, and no descriptor 3.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - arguments: Its arguments behind its name.
    ///   - environment: Its environment.
    ///   - folder: Its working folder.
    ///   - supervisor: The path of a program that calls ``ProcessSupervisor/runIfRequested(_:)``. It runs the program
    ///     and ends also the descendants that left its group; `nil` ends the group alone.
    /// - Throws: `missing` where there is no such program; `unavailable`.
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

    /// The last words on descriptor 2, as far as they were read.
    package var lastMessage: String? { tail.withLock { $0.lastLine } }

    /// Ends it at once, with all processes of its group; ``end(within:)`` is still due.
    package func kill() {
        state.withLock { state in
            // Its number is its own until it is reaped.
            if case .running = state { signal() }
        }
    }

    /// Which process it is, among those of all machines.
    package var identity: ProcessIdentity { ProcessIdentity(of: number) }

    /// Leaves the processor to other programs where they want it.
    ///
    /// - Parameter steps: How far its priority is lowered, 0...19.
    package func lowerPriority(by steps: Int32) {
        // A program that cannot be made nicer works all the same.
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PGRP.rawValue), id_t(number), steps)
        #else
            _ = setpriority(PRIO_PGRP, id_t(number), steps)
        #endif
    }

    /// Its end where it has ended by itself, without waiting; nil where it still runs.
    ///
    /// Processes of its group that outlive it are killed before it is reaped: its number, which is the group's, cannot
    /// be another's until then.
    package func endOfGroup() -> End? {
        state.withLock { state in
            if case .ended(let end) = state { return end }
            var report = siginfo_t()
            let isReported = waitid(P_PID, id_t(number), &report, WEXITED | WNOHANG | WNOWAIT) == 0
            // Nothing is written where it still runs.
            guard !isReported || report.si_signo != 0 else { return nil }
            signal()
            guard let end = reap(waiting: true) else { return nil }
            state = .ended(end)
            return end
        }
    }

    /// Closes its descriptor 3, by which it learns that nothing more is wanted.
    package func closeControl() { control.withLock { $0 = nil } }

    /// Waits for its end and reaps it; kills it where it has not ended in time.
    ///
    /// - Parameter time: How long it may take.
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

    /// Ends the program and its group, or has the supervisor do so.
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

    /// Its end; nil where it still runs.
    private func reap(waiting: Bool) -> End? {
        var status: Int32 = 0
        while true {
            let reaped = waitpid(number, &status, waiting ? 0 : WNOHANG)
            if reaped == 0 { return nil }
            if reaped == number { break }
            // Reaped by a handler of the whole process, which leaves nothing to tell.
            guard SystemFailure.current.code == EINTR else { return .exited(0) }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
