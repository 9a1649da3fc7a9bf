import Foundation
import TestSupport

/// A connection over which bytes go as they are.
final class RawConnection: Sendable {
    private let socket: LocalSocket

    struct Failure: Error {}

    /// Connects to a port of this machine.
    init(port: Int) throws { socket = try LocalSocket(port: port, timeout: 30) }

    func send(_ text: String) throws { guard socket.send(Array(text.utf8)) else { throw Failure() } }

    /// Says that nothing more is sent, and goes on reading.
    func finishSending() { socket.finishSending() }

    /// Everything that comes until the server closes.
    func readToEnd() async throws -> [UInt8] { try await read(until: { _ in false }) }

    /// Reads bytes until `isEnough`, or until the server closes; fails after a timeout.
    func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        // No task waits on a thread that the server needs.
        try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async { [socket] in
                done.resume(
                    with: Result {
                        var bytes: [UInt8] = []
                        while !isEnough(bytes), case let part = try socket.receive(), !part.isEmpty { bytes += part }
                        return bytes
                    })
            }
        }
    }
}
