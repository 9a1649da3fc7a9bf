import Foundation
import Seeded
import Testing

@testable import HTTPSemantics

struct IPv6AddressTests {
    private static let samples = [
        "::", "::1", "1::", "1::8", "0:0:0:0:0:0:0:1", "2001:db8::ff00:42:8329",
        "2001:0DB8:0000:0000:0000:ff00:0042:8329",
        "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "::ffff:127.0.0.1", "1:2:3:4:5:6:1.2.3.4", "fe80::1",
        "", ":", ":::", "1", "1:2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "1:::2", ":1:2:3:4:5:6:7:8",
        "1:2:3:4:5:6:7:", "12345::", "g::", "::1%25eth0", "fe80::1%eth0", "[::1]", "::1.2.3", "1.2.3.4", "1.2.3.4::",
        "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::256.0.0.1", "::-1", "::+1", ":: 1", "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
    ]

    @Test(arguments: samples) func `an address is what the system's own reader takes for one`(text: String) {
        #expect(IPv6Address(Substring(text))?.parts == Self.systemParts(text))
    }

    @Test func `random text is read as the system reads it`() {
        var random = SeededGenerator(seed: 4)
        let parts = ["1", "0", "ffff", ":", ":", ":", "::", "1.2.3.4", "a", "12345", "."]
        var addresses = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...15, using: &random)).map { _ in
                parts[Int.random(in: 0..<parts.count, using: &random)]
            }.joined()
            let known = Self.systemParts(text)
            #expect(IPv6Address(Substring(text))?.parts == known, "\(text)")
            if known != nil { addresses += 1 }
        }
        #expect(addresses > 50)
    }

    @Test(
        arguments: [
            ("::1", true), ("0:0::0:1", true), ("::ffff:127.9.9.9", true), ("::ffff:7f00:1", true), ("::", false),
            ("::2", false),
            ("1::1", false), ("::ffff:128.0.0.1", false), ("::127.0.0.1", false),
        ])
    func `loopback is one address, and 127.0.0.0/8 in disguise`(text: String, isLoopback: Bool) {
        #expect(IPv6Address(Substring(text))?.isLoopback == isLoopback)
    }

    private static func systemParts(_ text: String) -> [UInt16]? {
        // The type of an address is the system's in one order of modules and SwiftNIO's in another.
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
        return stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}
