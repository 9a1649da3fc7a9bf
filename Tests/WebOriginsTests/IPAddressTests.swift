import Testing

@testable import WebOrigins

struct IPAddressTests {
    private func v6(_ groups: UInt16...) -> [UInt8] {
        groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    @Test(
        arguments: [
            [0, 0, 0, 0], [10, 1, 2, 3], [100, 64, 0, 1], [100, 127, 255, 255], [127, 0, 0, 1], [127, 255, 0, 1],
            [169, 254, 169, 254], [172, 16, 0, 1], [172, 31, 255, 255], [192, 168, 0, 1], [192, 0, 0, 8],
            [192, 0, 2, 1], [198, 18, 0, 1], [198, 19, 255, 255], [198, 51, 100, 7], [203, 0, 113, 7], [224, 0, 0, 1],
            [240, 0, 0, 1], [255, 255, 255, 255],
        ] as [[UInt8]])
    func `an address outside of the public internet is not public`(bytes: [UInt8]) {
        #expect(IPAddress(bytes)?.isPublic == false)
    }

    @Test(
        arguments: [
            [1, 1, 1, 1], [9, 255, 255, 255], [11, 0, 0, 0], [100, 63, 255, 255], [100, 128, 0, 0], [126, 0, 0, 1],
            [169, 253, 0, 1], [172, 15, 0, 1], [172, 32, 0, 1], [192, 167, 0, 1], [198, 17, 0, 1], [198, 20, 0, 1],
            [223, 255, 255, 255],
        ] as [[UInt8]])
    func `its neighbours are public`(bytes: [UInt8]) {
        #expect(IPAddress(bytes)?.isPublic == true)
    }

    @Test func `loopback, link-local, unique local, multicast and documentation are not public`() {
        for bytes in [
            v6(0, 0, 0, 0, 0, 0, 0, 0), v6(0, 0, 0, 0, 0, 0, 0, 1), v6(0xFE80, 0, 0, 0, 0, 0, 0, 1),
            v6(0xFEBF, 0, 0, 0, 0, 0, 0, 1), v6(0xFEC0, 0, 0, 0, 0, 0, 0, 1), v6(0xFC00, 0, 0, 0, 0, 0, 0, 1),
            v6(0xFD12, 0x3456, 0, 0, 0, 0, 0, 1), v6(0xFF02, 0, 0, 0, 0, 0, 0, 1), v6(0x2001, 0xDB8, 0, 0, 0, 0, 0, 1),
            v6(0x2001, 0, 0, 0, 0, 0, 0, 1), v6(0x3FFF, 0, 0, 0, 0, 0, 0, 1), v6(0x100, 0, 0, 0, 0, 0, 0, 1),
        ] {
            #expect(IPAddress(bytes)?.isPublic == false)
        }
        #expect(IPAddress(v6(0x2606, 0x4700, 0, 0, 0, 0, 0, 0x1111))?.isPublic == true)
        #expect(IPAddress(v6(0x2A00, 0, 0, 0, 0, 0, 0, 1))?.isPublic == true)
    }

    @Test func `an address that carries another one is as public as that`() {
        for (carrier, place) in [
            (v6(0, 0, 0, 0, 0, 0xFFFF, 0, 0), 12), (v6(0, 0, 0, 0, 0, 0, 0, 0), 12),
            (v6(0x64, 0xFF9B, 0, 0, 0, 0, 0, 0), 12), (v6(0x2002, 0, 0, 0, 0, 0, 0, 0), 2),
        ] {
            for (v4, isPublic) in [([127, 0, 0, 1], false), ([169, 254, 169, 254], false), ([8, 8, 8, 8], true)]
                as [([UInt8], Bool)]
            {
                var bytes = carrier
                bytes.replaceSubrange(place..<place + 4, with: v4)
                #expect(IPAddress(bytes)?.isPublic == isPublic)
            }
        }
        #expect(IPAddress(v6(0x64, 0xFF9B, 1, 0, 0, 0, 0x0808, 0x0808))?.isPublic == false)
    }

    @Test func `only 4 and 16 bytes are an address`() {
        #expect(IPAddress([1, 2, 3]) == nil)
        #expect(IPAddress([]) == nil)
    }

    @Test(
        arguments: [
            ("127.0.0.1", [127, 0, 0, 1]), ("1.2.3.4", [1, 2, 3, 4]), ("255.255.255.255", [255, 255, 255, 255]),
            ("::", Array(repeating: 0, count: 16)), ("1::8", [0, 1] + Array(repeating: 0, count: 13) + [8]),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
            ("::ffff:1.2.3.4", [UInt8](repeating: 0, count: 10) + [255, 255, 1, 2, 3, 4]),
            ("1:2:3:4:5:6:1.2.3.4", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1, 2, 3, 4]),
            ("2001:0DB8::FF00:42:8329", [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0x42, 0x83, 0x29]),
        ] as [(String, [UInt8])])
    func `RFC 4291, 2.2: an address is read`(text: String, bytes: [UInt8]) {
        #expect(IPAddress(literal: Substring(text))?.bytes == bytes)
    }

    @Test(
        arguments: [
            "", "127", "x::", "127.1", "127.0.1", "127.0.0.0.1", "127.0.0.", ".127.0.0.1", "127..0.1", "256.0.0.1",
            "0x7f.0.0.1", "0177.0.0.1", "127.0.0.01", "2130706433", "127.0.0.-1", "127.0.0.+1", "127.0.0.1 ",
            "127.0.0.1\0", "a.b.c.d", ":", ":::", "1:2", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "1:::2",
            ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:", "12345::", "g::", "::1%25eth0", "fe80::1%eth0", "[::1]", "::1.2.3",
            "1.2.3.4::", "::1.2.3.4:5", "1:2:3:4:5:6:7:1.2.3.4", "::256.0.0.1", "::-1", "::+1", ":: 1",
            "::1\0", "1:2:3:4:5:6:7:8::", "::1:2:3:4:5:6:7:8", "\u{661}::",
        ])
    func `refuses other text`(text: String) { #expect(IPAddress(literal: Substring(text)) == nil) }

    @Test(
        arguments: [
            ("127.1.2.3", true), ("128.0.0.1", false), ("0.0.0.0", false), ("::1", true), ("0:0::0:1", true),
            ("::ffff:127.9.9.9", true), ("::ffff:7f00:1", true), ("::", false), ("::2", false), ("1::1", false),
            ("::ffff:128.0.0.1", false), ("::127.0.0.1", false),
        ])
    func `loopback is one address, and 127.0.0.0/8 also in disguise`(text: String, isLoopback: Bool) {
        #expect(IPAddress(literal: Substring(text))?.isLoopback == isLoopback)
    }
}
