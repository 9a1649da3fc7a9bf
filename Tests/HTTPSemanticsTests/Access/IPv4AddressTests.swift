import Testing

@testable import HTTPSemantics

struct IPv4AddressTests {
    @Test func `four decimal numbers are an address`() {
        #expect(IPv4Address("127.0.0.1")?.bytes == [127, 0, 0, 1])
        #expect(IPv4Address("255.255.255.255")?.bytes == [255, 255, 255, 255])
        #expect(IPv4Address("127.1.2.3")?.isLoopback == true)
        #expect(IPv4Address("128.0.0.1")?.isLoopback == false)
        #expect(IPv4Address("0.0.0.0")?.isLoopback == false)
    }

    @Test(
        arguments: [
            "", "127", "127.1", "127.0.1", "127.0.0.0.1", "127.0.0.", ".127.0.0.1", "127..0.1", "256.0.0.1",
            "0x7f.0.0.1",
            "0177.0.0.1", "127.0.0.01", "2130706433", "127.0.0.-1", "127.0.0.1 ", "99999999999999999999.0.0.1",
            "a.b.c.d",
        ])
    func `nothing else is`(text: String) { #expect(IPv4Address(Substring(text)) == nil) }
}
