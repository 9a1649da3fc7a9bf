import Testing
import WebOrigins

@testable import HTTPFetching

@Suite struct HostLookupTests {
    @Test(arguments: ["127.0.0.1", "::1", "localhost", "2130706433", "0x7f.1", "127.1"])
    func `every spelling of loopback is found out`(host: String) async throws {
        let addresses = try await HostLookup.addresses(of: host)
        #expect(!addresses.isEmpty)
        #expect(addresses.allSatisfy { !$0.isPublic })
    }

    @Test func `a literal address needs no name server`() async throws {
        #expect(try await HostLookup.addresses(of: "8.8.4.4") == [IPAddress([8, 8, 4, 4])])
    }

    @Test func `an invalid name has no address`() async throws {
        #expect(try await HostLookup.addresses(of: "no such host").isEmpty)
    }
}
