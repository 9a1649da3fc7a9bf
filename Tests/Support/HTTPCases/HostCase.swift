import MosaicServer
/// A value of `Host`, and whether a server that knows ``configured`` answers to it.
package struct HostCase: Sendable {
    package let field: String?
    package let isAllowed: Bool

    /// Host names configured in the server under test.
    package static let configured = ["mosaic.example", "gateway.example:8443", "[2001:db8::1]"]

    package static let all =
        [
            "localhost", "localhost:8080", "LOCALHOST", "LocalHost.", "localhost.:80", "a.localhost", "127.0.0.1",
            "127.0.0.1:8080", "127.255.0.9", "[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
            "mosaic.example", "MOSAIC.Example", "mosaic.example.", "mosaic.example:1", "gateway.example:8443",
            "[2001:DB8:0::1]", "[2001:db8::1]:80",
        ].map { HostCase(field: $0, isAllowed: true) }
        + [
            nil, "", " ", "evil.example", "localhost.evil.example", "evil-localhost", "localhostx",
            "127.0.0.1.evil.example",
            "evil.example:8080", "mosaic.example.evil", "xmosaic.example", "www.mosaic.example", "gateway.example",
            "gateway.example:443", "gateway.example:8444", "127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "0.0.0.0",
            "[::]", "[2001:db8::2]", "10.0.0.1", "169.254.169.254", "localhost@evil.example", "evil.example@localhost",
            "localhost, evil.example", "localhost/", "localhost:80:80", "localhost:99999", "localhost:x", "loc%61lhost",
            "localhost..", ".localhost", "[::1", "::1", "[::1%25lo]", "localhost\t",
        ].map { HostCase(field: $0, isAllowed: false) }
        + [HostCase(field: String(repeating: "localhost.", count: 2_000), isAllowed: false)]
}
