import CryptoOracle
import Foundation
import Logging
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Keys in a file, of which tokens name one.
struct JWTKeySetTests {
    private static let now = HTTPDate(secondsSince1970: 1_000_000)
    private static let claims = #"{"exp":1000600,"scope":"read"}"#
    private static let second = OracleKey.curve()

    private let folder = TemporaryFolder()

    private static func rsa(_ kid: String = "rsa", _ more: String = "") -> String {
        let key = ForgedToken.rsa
        let (n, e) = (ForgedToken.base64URL(key.modulus), ForgedToken.base64URL(key.exponent))
        return #"{"kty":"RSA","kid":"\#(kid)","n":"\#(n)","e":"\#(e)"\#(more)}"#
    }

    private static func p256(
        _ kid: String = "ec", _ more: String = "", _ key: OracleKey = ForgedToken.p256
    ) -> String {
        let (x, y) = (ForgedToken.base64URL(key.point[1...32]), ForgedToken.base64URL(key.point.suffix(32)))
        return #"{"kty":"EC","crv":"P-256","kid":"\#(kid)","x":"\#(x)","y":"\#(y)"\#(more)}"#
    }

    private static func set(_ keys: String...) -> String { #"{"keys":[\#(keys.joined(separator: ","))]}"# }

    private static func header(_ algorithm: String, _ kid: String) -> String {
        #"{"alg":"\#(algorithm)","kid":"\#(kid)"}"#
    }

    private static func es256(_ kid: String, by key: OracleKey = ForgedToken.p256) -> String {
        ForgedToken.make(header: header("ES256", kid), claims: claims) {
            key.signature(of: $0)
        }
    }

    private func path(_ text: String) throws -> String { try folder.write(Array(text.utf8), to: "keys.json") }

    private func verifier(_ text: String) throws -> JWTVerifier {
        try JWTVerifier(.keySet(path: path(text)), issuer: nil, audience: nil)
    }

    private func holds(_ verifier: JWTVerifier, _ token: String) -> Bool {
        guard let token = BearerToken(token) else { return false }
        return (try? verifier.scope(of: token, now: Self.now)) == .read
    }

    @Test func `a token is checked with the key that it names, and its algorithm is that of the key`() throws {
        let verifier = try verifier(Self.set(Self.rsa(), Self.p256(), Self.p256("two", "", Self.second)))
        #expect(holds(verifier, ForgedToken.rs256(Self.claims, header: Self.header("RS256", "rsa"))))
        #expect(holds(verifier, Self.es256("ec")))
        #expect(holds(verifier, Self.es256("two", by: Self.second)))
        for token in [
            ForgedToken.rs256(Self.claims, header: Self.header("RS256", "ec")),
            ForgedToken.rs256(Self.claims, header: Self.header("ES256", "rsa")),
            ForgedToken.rs256(Self.claims, header: Self.header("RS256", "unknown")), ForgedToken.rs256(Self.claims),
            Self.es256("two"), Self.es256("ec", by: Self.second), Self.es256("rsa"), Self.es256(""),
            ForgedToken.es256(Self.claims, header: #"{"alg":"ES256","kid":["ec"]}"#),
            ForgedToken.es256(Self.claims, header: #"{"alg":"ES256","kid":null}"#),
            ForgedToken.make(header: Self.header("none", "ec"), claims: Self.claims) { _ in [UInt8]() },
        ] { #expect(!holds(verifier, token), "\(token.prefix(60))") }
    }

    @Test func `a token that is signed with a public key of the set as a secret is refused`() throws {
        let verifier = try verifier(Self.set(Self.rsa(), Self.p256()))
        let key = ForgedToken.rsa
        for secret in [
            Array(key.publicPEM.utf8), key.publicDER, Array(Self.rsa().utf8), ForgedToken.p256.point,
        ] {
            for algorithm in ["HS256", "RS256", "ES256"] {
                for kid in ["rsa", "ec"] {
                    let token = ForgedToken.hs256(
                        Self.claims, header: Self.header(algorithm, kid), secret: secret)
                    #expect(!holds(verifier, token))
                }
            }
        }
    }

    @Test func `keys for other purposes, of other families and without a name are ignored`() throws {
        let text = Self.set(
            Self.rsa("enc", #","use":"enc""#), Self.rsa("other", #","alg":"RS512""#),
            Self.p256("wrap", #","key_ops":["wrapKey"]"#), #"{"kty":"OKP","crv":"Ed25519","kid":"ed","x":"AAAA"}"#,
            #"{"kty":"EC","crv":"P-256","kid":"short","x":"AAAA","y":"AAAA"}"#, #"{"kty":"RSA","kid":"none"}"#,
            Self.p256().replacing(#""kid":"ec","#, with: ""),
            Self.p256("two", #","use":"sig","alg":"ES256""#, Self.second))
        let verifier = try verifier(text)
        #expect(holds(verifier, Self.es256("two", by: Self.second)))
        for kid in ["enc", "other"] {
            #expect(!holds(verifier, ForgedToken.rs256(Self.claims, header: Self.header("RS256", kid))))
        }
        for kid in ["wrap", "short", "ec"] { #expect(!holds(verifier, Self.es256(kid))) }
    }

    @Test func `a set with secrets, private keys, twins or nothing is refused by name`() throws {
        let secret = #"{"kty":"oct","kid":"s","k":"\#(ForgedToken.base64URL(ForgedToken.secret))"}"#
        for (text, words) in [
            ("", "JSON Web Key Set"), ("[]", "JSON Web Key Set"), (#"{"keys":{}}"#, "JSON Web Key Set"),
            (Self.set(), "no key for signatures"), (Self.set(Self.rsa("a", #","use":"enc""#)), "no key for signatures"),
            (Self.set(Self.rsa(), secret), "secret"), (Self.set(Self.p256("a", #","d":"AAAA""#)), "private"),
            (Self.set(Self.rsa("a"), Self.p256("a")), "same kid"),
            (#"{"keys":[\#((0..<65).map { Self.p256("k\($0)") }.joined(separator: ","))]}"#, "65 keys"),
            (String(repeating: " ", count: 300_000), "bytes"),
        ] {
            do {
                _ = try verifier(text)
                Issue.record("\(text.prefix(40)) is taken")
            } catch let error as MosaicError {
                #expect(error.code == .invalidSettings && error.subject == "JWT key set")
                #expect(error.reason.contains(words) && !error.reason.contains("AAAA"), "\(error.reason)")
            }
        }
        try folder.remove("keys.json")
        #expect(throws: MosaicError.self) {
            try JWTVerifier(.keySet(path: folder.path("keys.json")), issuer: nil, audience: nil)
        }
    }

    @Test func `keys rotate without a restart; a broken file keeps the previous keys, logged once`() async throws {
        let verifier = try verifier(Self.set(Self.p256()))
        let (one, two) = (Self.es256("ec"), Self.es256("two", by: Self.second))
        @Sendable func taken() -> [Bool] { [holds(verifier, one), holds(verifier, two)] }
        let pipe = LogPipe()
        let keys = try #require(verifier.keySet)
        let lines = try await pipe.lines {
            let logger = Logger(label: "mosaic") { LineLogHandler(label: $0, format: .text, output: pipe.output) }
            let service = JWTKeySetService(keys: keys, logger: logger)
            await service.look()
            #expect(taken() == [true, false])
            _ = try path(Self.set(Self.p256(), Self.p256("two", "", Self.second)))
            await service.look()
            #expect(taken() == [true, true])
            for broken in ["", #"{"keys":["#, Self.set()] {
                _ = try path(broken)
                for _ in 0..<3 { await service.look() }
                #expect(taken() == [true, true])
            }
            try folder.remove("keys.json")
            await service.look()
            #expect(taken() == [true, true])
            _ = try path(Self.set(Self.p256("two", "", Self.second)))
            await service.look()
            #expect(taken() == [false, true])
        }
        #expect(lines.filter { $0.contains("notice") && $0.contains("kids=") }.count == 2)
        #expect(lines.filter { $0.contains(" error ") && $0.contains("keys before stay") }.count == 4)
        #expect(lines.count == 6)
    }

    @Test func `a running server takes tokens of a new key without a restart`() async throws {
        let path = try path(Self.set(Self.p256()))
        let claims = #"{"exp":4102444800,"scope":"read"}"#
        let token = ForgedToken.make(header: Self.header("ES256", "two"), claims: claims) {
            Self.second.signature(of: $0)
        }
        let served = try await ServedLibrary(chapters: 1)
        try await LiveServer.run(served, { $0.jwtKey = .keySet(path: path) }) { port in
            func status() async throws -> String {
                let url = "http://127.0.0.1:\(port)/jobs"
                let answer = try await LiveServer.curl(
                    [
                        "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "--header",
                        "Authorization: Bearer \(token)", url,
                    ])
                return String(decoding: answer.output, as: UTF8.self)
            }
            #expect(try await status() == "401")
            // As an operator does it: a new file takes the name.
            let next = try folder.write(Array(Self.set(Self.p256("two", "", Self.second)).utf8), to: "next.json")
            #expect(rename(next, path) == 0)
            var last = ""
            for _ in 0..<600 where last != "200" {
                try await Task.sleep(for: .milliseconds(100))
                last = try await status()
            }
            #expect(last == "200")
        }
    }
}
