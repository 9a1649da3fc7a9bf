import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicServer

struct CallbackTargetTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    private func target(
        _ url: String?, secret: String? = CallbackTargetTests.secret, allowsPrivate: Bool = false
    ) throws -> CallbackTarget? {
        var settings = CallbackSettings()
        settings.url = url
        settings.secret = secret.map { Secret($0) }
        settings.allowsPrivateAddresses = allowsPrivate
        return try CallbackTarget(settings)
    }

    @Test func `the signature is that of time, dot and body`() throws {
        let target = try #require(try target("https://films.example/hooks"))
        let body = Array(#"{"job":1}"#.utf8)
        // Python: hmac.new(secret, b'1700000000.{"job":1}', hashlib.sha256).hexdigest()
        #expect(
            target.signature(of: body, at: 1_700_000_000)
                == "t=1700000000,v1=d4db846d71d0f6464a50afd790af629ea659083855d5c9962531e6a3b37e96d7")
        #expect(target.signature(of: body, at: 1_700_000_001) != target.signature(of: body, at: 1_700_000_000))
    }

    @Test func `a missing URL makes no target`() throws {
        #expect(try target(nil) == nil)
        #expect(try target(nil, secret: nil) == nil)
    }

    @Test(arguments: [
        "", "films.example", "/hooks", "ftp://films.example/", "http://", "https:///hooks",
        "https://ana@films.example/",
        "https://ana:b@films.example/", "https://films.example/#top", "http://127.0.0.1/", "http://localhost/",
        "http://[::1]:8080/", "http://10.0.0.1/", "http://192.168.0.7/", "http://169.254.169.254/latest",
        "http://[::ffff:127.0.0.1]/", "http://nas/", "http://nas.local/", "http://a.internal/",
    ])
    func `refuses a URL that is not public`(url: String) throws {
        let error = failure(of: { try target(url) })
        #expect(error?.code == .invalidSettings)
    }

    @Test(arguments: ["http://127.0.0.1:9000/hooks", "http://nas.local/", "https://[::1]/"])
    func `private ones are taken where that is allowed`(url: String) throws {
        #expect(try target(url, allowsPrivate: true)?.url == url)
    }

    @Test func `the secret has 32 bytes at least`() throws {
        for secret in [nil, "", String(Self.secret.dropLast())] {
            let error = failure(of: { try target("https://films.example/", secret: secret) })
            #expect(error?.code == .invalidSettings && error?.reason.contains("32") == true)
        }
        var settings = ServerSettings()
        settings.callbacks.url = "https://films.example/"
        #expect(failure(of: { try settings.check() })?.code == .invalidSettings)
    }
}
