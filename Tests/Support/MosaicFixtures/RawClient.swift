import Foundation
import TestSupport

/// A connection to a port of this machine, byte by byte, for clients that behave as no library does.
package final class RawClient: Sendable {
    private let socket: LocalSocket

    /// - Parameter receiving: Bytes that the system takes in before they are read; nil leaves that to the system.
    package init(port: Int, receiving: Int32? = nil) throws {
        socket = try LocalSocket(port: port, receiving: receiving)
    }

    /// Sends bytes; false where the server has closed.
    package func send(_ bytes: [UInt8]) async -> Bool { await onThread { [socket] in socket.send(bytes) } }

    package func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Reads available bytes, at most `count`; none if the server has closed.
    ///
    /// - Throws: If the server sends nothing for a minute.
    package func receive(upTo count: Int = 1 << 16) async throws -> [UInt8] {
        try await onThread { [socket] in Result { try socket.receive(upTo: count) } }.get()
    }

    /// Reads until the server closes; returns the number of bytes.
    package func drain() async throws -> Int {
        var total = 0
        while case let bytes = try await receive(), !bytes.isEmpty { total += bytes.count }
        return total
    }

    /// Sends a piece again and again, with a pause between; whether the server closes before the pieces are all sent.
    package func trickle(_ piece: [UInt8], pieces: Int = 600, every pause: Duration = .milliseconds(100)) async throws
        -> Bool
    {
        for _ in 0..<pieces {
            guard await send(piece) else { return true }
            try await Task.sleep(for: pause)
        }
        return false
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { done in
            Thread { done.resume(returning: work()) }.start()
        }
    }
}
