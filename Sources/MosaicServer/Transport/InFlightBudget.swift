import NIOCore
import Synchronization

/// Limits the response bytes in memory that no socket has accepted yet, for the whole server. Each byte needs a permit.
///
/// A writer takes permits for a chunk before it creates the chunk. The permits return when the socket has accepted the
/// bytes. If several writers wait, the one whose connection has the fewest permits is served first.
final class InFlightBudget: Sendable {
    /// Maximum size of a chunk in bytes. With encryption and framing a chunk still fits into a buffer of 64 KiB. NIO
    /// would round a larger buffer up to 128 KiB.
    static let chunk = 60 << 10
    /// Maximum size of a small response, such as a job, in bytes. The response may use the reserve.
    static let small = 8 << 10
    /// Maximum size in bytes of a response that needs no permits, such as an error.
    static let tiny = 1 << 10

    private struct Waiter {
        let number: Int
        let account: ObjectIdentifier
        let connection: ObjectIdentifier
        let bytes: Int
        let granted: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        /// Number of permits by connection. Connections without permits are not listed.
        var held: [ObjectIdentifier: Int] = [:]
        /// Waiting writers in order of arrival.
        var waiting: [Waiter] = []
        var lastNumber = 0
        /// Accounts of HTTP/1.1 connections and of HTTP/2 streams.
        var accounts: [ObjectIdentifier: ConnectionQuota] = [:]
        var streams = 0
    }

    /// Maximum number of bytes in flight.
    let capacity: Int
    /// Number of permits that only small responses may use, so that slow readers of large responses do not block them.
    private let reserve: Int
    /// Maximum number of permits of a connection. A connection without permits may take more at once.
    private let share: Int
    /// Maximum number of HTTP/2 streams that get responses at a time, on all connections.
    private let streamLimit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - capacity: Maximum number of bytes in flight, 1 or more.
    ///   - reserve: Number of bytes for small responses only, less than `capacity`.
    ///   - streams: Maximum number of HTTP/2 streams that get responses at a time, 1 or more.
    init(capacity: Int, reserve: Int = 0, streams: Int = 2_048) {
        self.capacity = capacity
        self.reserve = reserve
        // Two chunks, so that the next chunk is created while the socket accepts one.
        share = max(Self.chunk, min(capacity / 16, 2 * Self.chunk))
        streamLimit = streams
        state = Mutex(State(free: capacity))
    }

    /// Number of bytes in flight.
    var used: Int { state.withLock { capacity - $0.free } }

    /// Number of waiting writers.
    var waiting: Int { state.withLock(\.waiting.count) }

    // MARK: Accounts

    /// Opens the account of a channel.
    ///
    /// - Parameter connection: The channel itself, or the connection of a stream.
    func open(_ channel: any Channel, over connection: any Channel) -> ConnectionQuota {
        let account = ConnectionQuota(
            self, ObjectIdentifier(channel), connection: ObjectIdentifier(connection), on: channel.eventLoop)
        state.withLock { state in
            state.accounts[account.name] = account
            if account.isStream { state.streams += 1 }
        }
        return account
    }

    /// Closes an account. Its writers stop waiting.
    func close(_ account: ConnectionQuota) {
        let waiting = state.withLock { state -> [Waiter] in
            if state.accounts.removeValue(forKey: account.name) != nil, account.isStream { state.streams -= 1 }
            return Self.remove(from: &state) { $0.account == account.name }
        }
        for waiter in waiting { waiter.granted.resume(returning: false) }
    }

    /// The account of a channel; `nil` if the channel has none, because its bytes are not sent to a socket.
    func account(of channel: any Channel) -> ConnectionQuota? {
        state.withLock { $0.accounts[ObjectIdentifier(channel)] }
    }

    /// Whether more HTTP/2 streams are open than may get responses at a time.
    var hasTooManyStreams: Bool { state.withLock { $0.streams > streamLimit } }

    // MARK: Permits

    /// Takes permits without waiting, if no writer waits and half of the permits stay free.
    func takeAtOnce(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.waiting.isEmpty, isHalfFree(without: bytes, state) else { return false }
            state.free -= bytes
            return true
        }
    }

    /// Takes permits, and waits until they are free.
    ///
    /// - Parameters:
    ///   - bytes: Number of permits, at most ``chunk``.
    ///   - limit: Maximum time to wait; `nil` sets no limit.
    /// - Returns: Whether the permits were taken. `false` after the time limit, or if the account is closed or the task
    ///   is cancelled.
    func take(_ bytes: Int, for account: ConnectionQuota, within limit: TimeAmount?) async -> Bool {
        let number = state.withLock { state -> Int? in
            let isFirst = state.waiting.isEmpty || isSmall(bytes, account.connection, state)
            if isFirst, grant(bytes, account.connection, &state) { return nil }
            state.lastNumber += 1
            return state.lastNumber
        }
        guard let number else { return true }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(
                    number: number, account: account.name, connection: account.connection, bytes: bytes,
                    granted: continuation)
                let (granted, isOpen) = state.withLock { state -> ([Waiter], Bool) in
                    guard state.accounts[account.name] != nil else { return ([], false) }
                    state.waiting.append(waiter)
                    return (grant(&state), true)
                }
                for waiter in granted { waiter.granted.resume(returning: true) }
                if !isOpen { return continuation.resume(returning: false) }
                if Task.isCancelled { return giveUp(number) }
                guard let limit, !granted.contains(where: { $0.number == number }) else { return }
                account.eventLoop.scheduleTask(in: limit) { self.giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Returns permits.
    ///
    /// - Parameter connection: The connection that has the permits; `nil` for permits of ``takeAtOnce(_:)``, which
    ///   belong to no connection.
    func giveBack(_ bytes: Int, of connection: ObjectIdentifier?) {
        let granted = state.withLock { state -> [Waiter] in
            state.free += bytes
            if let connection, let held = state.held[connection] {
                state.held[connection] = held > bytes ? held - bytes : nil
            }
            return state.waiting.isEmpty ? [] : grant(&state)
        }
        for waiter in granted { waiter.granted.resume(returning: true) }
    }

    private func giveUp(_ number: Int) {
        let waiting = state.withLock { Self.remove(from: &$0) { $0.number == number } }
        for waiter in waiting { waiter.granted.resume(returning: false) }
    }

    private func mayHold(_ bytes: Int, _ connection: ObjectIdentifier, _ state: State) -> Bool {
        let held = state.held[connection] ?? 0
        // If less than half of the permits are free, a connection may have at most one chunk. So clients that read
        // nothing do not use up the permits.
        return held == 0 || held + bytes <= (isHalfFree(without: bytes, state) ? share : Self.chunk)
    }

    private func isHalfFree(without bytes: Int, _ state: State) -> Bool {
        state.free - bytes >= reserve + (capacity - reserve) / 2
    }

    /// Whether a response may use the reserve. A connection may use the reserve only if it has no permits.
    private func isSmall(_ bytes: Int, _ connection: ObjectIdentifier, _ state: State) -> Bool {
        reserve > 0 && bytes <= Self.small && state.held[connection] == nil
    }

    private func grant(_ bytes: Int, _ connection: ObjectIdentifier, _ state: inout State) -> Bool {
        let kept = isSmall(bytes, connection, state) ? 0 : reserve
        guard bytes <= state.free - kept, mayHold(bytes, connection, state) else { return false }
        state.free -= bytes
        state.held[connection, default: 0] += bytes
        return true
    }

    /// Grants permits to waiting writers: first to small responses, then to the connections with the fewest permits.
    private func grant(_ state: inout State) -> [Waiter] {
        var granted: [Waiter] = []
        while let index = state.waiting.firstIndex(where: { isSmall($0.bytes, $0.connection, state) }),
            grant(state.waiting[index].bytes, state.waiting[index].connection, &state)
        {
            granted.append(state.waiting.remove(at: index))
        }
        while true {
            var best: (index: Int, held: Int)?
            for (index, waiter) in state.waiting.enumerated() {
                let held = state.held[waiter.connection] ?? 0
                guard held < best?.held ?? .max, mayHold(waiter.bytes, waiter.connection, state) else { continue }
                best = (index, held)
                if held == 0 { break }
            }
            guard let best, case let waiter = state.waiting[best.index], grant(waiter.bytes, waiter.connection, &state)
            else { return granted }
            granted.append(state.waiting.remove(at: best.index))
        }
    }

    private static func remove(from state: inout State, where isWanted: (Waiter) -> Bool) -> [Waiter] {
        guard !state.waiting.isEmpty else { return [] }
        let removed = state.waiting.filter(isWanted)
        if !removed.isEmpty { state.waiting.removeAll(where: isWanted) }
        return removed
    }
}
