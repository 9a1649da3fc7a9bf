import Testing

@testable import HTTPFetching

@Suite struct HostNameTests {
    @Test(arguments: [
        ("localhost", true, true), ("a.localhost", true, true), ("127.0.0.1", true, true), ("::1", true, true),
        ("[::1]", true, true), ("10.1.2.3", false, true), ("fd00::1", false, true), ("fe80::1:2", false, true),
        ("::ffff:192.168.0.1", false, true), ("nas", false, true), ("nas.local", false, true),
        ("cdn.example", false, false), ("9.9.9.9", false, false), ("2620:fe::fe", false, false),
        ("localhost.example", false, false),
    ])
    func `loopback and private hosts are told by name`(name: String, isLoopback: Bool, isPrivate: Bool) {
        let host = HostName(name)
        #expect(host.isLoopback == isLoopback && host.isPrivate == isPrivate)
    }
}
