import Foundation

/// A response of the server, and its faults.
package struct LoopbackAnswer: Sendable {
    /// How the body is sent.
    package enum Manner: Sendable {
        case whole
        /// Hangs up after some bytes.
        case cutOff(after: Int)
        /// Sends the body again and again until the client hangs up.
        case endless
        /// Sends a byte, waits, and so on.
        case dripping(Duration)
        /// Sends the head after a while.
        case late(Duration)
        /// Sends nothing, not even a head.
        case silent
    }

    package var status: Int
    package var headers: [String: String]
    package var body: [UInt8]
    package var manner: Manner

    /// - Parameter headers: `Content-Length` is added unless it is given or the manner is endless.
    package init(
        _ body: [UInt8] = [], status: Int = 200, headers: [String: String] = [:], manner: Manner = .whole
    ) {
        (self.status, self.headers, self.body, self.manner) = (status, headers, body, manner)
    }

    package init(_ text: String, headers: [String: String] = [:], manner: Manner = .whole) {
        self.init(Array(text.utf8), headers: headers, manner: manner)
    }

    package static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
        LoopbackAnswer(status: status, headers: ["Location": location])
    }

    package static func status(_ status: Int) -> LoopbackAnswer { LoopbackAnswer(status: status) }

    func send(to send: ([UInt8]) -> Bool, whileOpen isOpen: () -> Bool) {
        switch manner {
        case .whole:
            _ = send(head + body)
        case .cutOff(let count):
            _ = send(head + body.prefix(count))
        case .endless:
            guard send(head) else { return }
            // In large pieces with pauses, so that a client that hangs up is noticed before the machine is.
            let piece = Array(repeatElement(body, count: body.isEmpty ? 0 : 1 + 30_000 / body.count).joined())
            while isOpen(), send(piece) { Thread.sleep(forTimeInterval: 0.001) }
        case .dripping(let pause):
            guard send(head) else { return }
            for byte in body {
                guard isOpen(), send([byte]) else { return }
                wait(pause, isOpen)
            }
        case .late(let pause):
            wait(pause, isOpen)
            _ = send(head + body)
        case .silent:
            while isOpen() { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    private func wait(_ pause: Duration, _ isOpen: () -> Bool) {
        let end = ContinuousClock.now + pause
        while ContinuousClock.now < end, isOpen() { Thread.sleep(forTimeInterval: 0.002) }
    }

    private var head: [UInt8] {
        var fields = headers
        if case .endless = manner {
        } else if fields["Content-Length"] == nil {
            fields["Content-Length"] = "\(body.count)"
        }
        fields["Connection"] = "close"
        let lines = fields.sorted { $0.key < $1.key }.map { "\($0): \($1)\r\n" }
        return Array("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8)
    }
}
