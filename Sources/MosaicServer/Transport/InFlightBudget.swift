import NIOCore
import Synchronization

/// Permits for the bytes of answers that are in memory and not yet taken by a socket, bounded for the whole server.
///
/// A writer takes permits for a chunk before it makes the chunk; they return when the socket has taken the bytes. Of
/// the waiting writers the one whose connection has the fewest permits is served first.
final class InFlightBudget: Sendable {
    /// The most bytes of a chunk. Encrypted and framed it still fits 64 KiB: a buffer of NIO has a power of two.
    static let chunk = 60 << 10
    /// Maximum bytes of a small answer, such as a job. Its connection may use the reserve.
    static let small = 8 << 10
    /// Maximum bytes of an answer that takes no permits, as errors take none.
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
        /// Permits by connection; none without any.
        var held: [ObjectIdentifier: Int] = [:]
        /// In the order of their arrival.
        var waiting: [Waiter] = []
        var lastNumber = 0
        /// Of HTTP/1.1 connections and streams of HTTP/2.
        var accounts: [ObjectIdentifier: ConnectionQuota] = [:]
        var streams = 0
    }

    /// The most bytes in flight.
    let capacity: Int
    /// Permits for small answers alone, which slow readers of large answers leave free.
    private let reserve: Int
    /// The most permits of one connection, unless it has none in flight.
    private let share: Int
    /// The most streams of HTTP/2 that are answered at a time, on all connections.
    private let streamLimit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - capacity: Bytes, 1 or more.
    ///   - reserve: Bytes for small answers alone, less than `capacity`.
    ///   - streams: 1 or more.
    init(capacity: Int, reserve: Int = 0, streams: Int = 2_048) {
        self.capacity = capacity
        self.reserve = reserve
        // The next chunk is made while the socket takes one.
        share = max(Self.chunk, min(capacity / 16, 2 * Self.chunk))
        streamLimit = streams
        state = Mutex(State(free: capacity))
    }

    /// Bytes in flight.
    var used: Int { state.withLock { capacity - $0.free } }

    /// Writers that wait for permits.
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

    /// Closes an account; its writers stop waiting.
    func close(_ account: ConnectionQuota) {
        let waiting = state.withLock { state -> [Waiter] in
            if state.accounts.removeValue(forKey: account.name) != nil, account.isStream { state.streams -= 1 }
            return Self.remove(from: &state) { $0.account == account.name }
        }
        for waiter in waiting { waiter.granted.resume(returning: false) }
    }

    /// The account of a channel; nil where its bytes are not sent to a socket.
    func account(of channel: any Channel) -> ConnectionQuota? {
        state.withLock { $0.accounts[ObjectIdentifier(channel)] }
    }

    /// Whether more streams are open than may be answered at a time.
    var hasTooManyStreams: Bool { state.withLock { $0.streams > streamLimit } }

    // MARK: Permits

    /// Takes permits without waiting, where half of them stays free for waiting writers.
    func takeAtOnce(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.waiting.isEmpty, isHalfFree(without: bytes, state) else { return false }
            state.free -= bytes
            return true
        }
    }

    /// Takes permits, and waits for them.
    ///
    /// - Parameters:
    ///   - bytes: At most ``chunk``.
    ///   - limit: How long to wait; nil waits until the account is closed.
    /// - Returns: Whether they were taken; false after the time limit, or when the account is closed or the task is
    ///   cancelled.
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
    /// - Parameter connection: The connection that has them; nil for permits that were taken without waiting.
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
        // With less than half of the permits free, clients that take nothing hold no more than a chunk each.
        return held == 0 || held + bytes <= (isHalfFree(without: bytes, state) ? share : Self.chunk)
    }

    private func isHalfFree(without bytes: Int, _ state: State) -> Bool {
        state.free - bytes >= reserve + (capacity - reserve) / 2
    }

    /// Whether an answer may use the reserve: no connection uses it twice.
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

    /// Grants permits to waiting writers: to small answers, then to the connection with the fewest permits.
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
