import Mosaic
import Testing

@testable import MosaicServer

struct ServerRulesTests {
    @Test(arguments: ["127.0.0.1", "localhost", "::1", "127.8.9.10"])
    func `this machine's own urls need no protection`(host: String) throws {
        var settings = ServerSettings()
        settings.host = host
        #expect(try ServerRules(settings).hosts != nil)
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.5", "films.example", "10.0.0.1", "127.0.0.1.evil.example"])
    func `any other address takes a token, or a server that only reads`(host: String) throws {
        var settings = ServerSettings()
        settings.host = host
        #expect(throws: MosaicError.self) { try ServerRules(settings) }
        settings.isReadOnly = true
        let rules = try ServerRules(settings)
        #expect(rules.hosts?.allows(host.contains(":") ? "[\(host)]:8080" : host) == true)
        settings.isReadOnly = false
        settings.token = "secret"
        #expect(try ServerRules(settings).hosts == nil)
    }

    @Test func `a server on all addresses of a machine answers to each of them, and to no name but its own`() throws {
        var settings = ServerSettings()
        settings.isReadOnly = true
        for host in ["0.0.0.0", "::"] {
            settings.host = host
            let hosts = try #require(try ServerRules(settings).hosts)
            for field in ["192.0.2.2", "192.0.2.2:8080", "[2001:db8::2]:8080"] { #expect(hosts.allows(field)) }
            for field in ["evil.example", "192.0.2.2.evil.example"] { #expect(!hosts.allows(field)) }
        }
        for host in ["192.0.2.1", "127.0.0.1"] {
            settings.host = host
            #expect(try ServerRules(settings).hosts?.allows("192.0.2.2") == false)
        }
    }

    @Test func `requests without a token compose storyboards only on an open loopback server by default`() throws {
        func composes(_ change: (inout ServerSettings) -> Void) throws -> Bool {
            var settings = ServerSettings()
            change(&settings)
            return try ServerRules(settings).access.composesOnRequest
        }
        #expect(try composes { _ in })
        #expect(try !composes { $0.token = "secret" })
        #expect(try !composes { $0.jwtKey = .secret(ForgedToken.secret) })
        #expect(try !composes { ($0.host, $0.isReadOnly) = ("0.0.0.0", true) })
        #expect(try composes { ($0.token, $0.work.composesOnRequest) = ("secret", true) })
        #expect(try !composes { $0.work.composesOnRequest = false })
    }

    @Test func `refuses contradicting settings, naming the setting`() {
        func fault(_ change: (inout ServerSettings) -> Void) -> String? {
            var settings = ServerSettings()
            change(&settings)
            do {
                _ = try ServerRules(settings)
                return nil
            } catch {
                return error.code == .invalidSettings ? error.subject : nil
            }
        }
        #expect(fault { $0.reading = .token } == "read")
        #expect(fault { $0.token = "" } == "auth-token")
        #expect(fault { $0.token = "a b" } == "auth-token")
        #expect(fault { $0.resourcePolicy = "open" } == "resource-policy")
        #expect(fault { $0.writingOrigins = ["example.com"] } == "allow-write-origin")
        #expect(fault { $0.readingOrigins = ["https://a.example/"] } == "allow-origin")
        #expect(fault { $0.hostNames = ["a b"] } == "allow-host")
        #expect(fault { ($0.token, $0.reading, $0.linkKey) = ("secret", .token, [1, 2, 3]) } == "link_key")
        #expect(fault { $0.linkKey = [1, 2, 3] } == "link_key")
        #expect(fault { $0.jwtScopeClaim = "scp" } == "JWT key")
        #expect(fault { ($0.jwtKey, $0.jwtScopeClaim) = (.secret(ForgedToken.secret), "") } == "JWT key")
        #expect(fault { _ in } == nil)
    }
}
