import TestSupport

/// A connection to a server that sends any bytes, also those of no valid client. It blocks its thread.
final class ServeConnection {
    struct Failure: Error {
        let reason: String
    }

    private let socket: LocalSocket
    private var received: [UInt8] = []

    /// - Parameter timeout: Seconds after which an answer does not come any more.
    init(port: Int, timeout: Int = 60) throws { socket = try LocalSocket(port: port, timeout: timeout) }

    /// Sends bytes as they are; false where the server does not take all of them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next answer; nil where the server hung up instead.
    ///
    /// - Parameter hasBody: Whether a body follows a head that tells a length, which is not so for HEAD.
    func answer(hasBody: Bool = true) throws -> ServeAnswer? {
        while true {
            if let (answer, end) = ServeAnswer.parse(received, hasBody: hasBody) {
                received.removeFirst(end)
                return answer
            }
            guard try more() else {
                guard received.isEmpty else { throw Failure(reason: "cut off after \(received.count) bytes") }
                return nil
            }
        }
    }

    /// Sends no more, which the server hears.
    func finish() { socket.finishSending() }

    /// Everything up to the moment when the server hangs up.
    func rest() throws -> [UInt8] {
        while try more() {}
        return received
    }

    private func more() throws -> Bool {
        let bytes = try socket.receive()
        received += bytes
        return !bytes.isEmpty
    }
}
