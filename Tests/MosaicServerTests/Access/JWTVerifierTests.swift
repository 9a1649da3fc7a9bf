import CryptoOracle
import Mosaic
import Testing

@testable import MosaicServer

struct JWTVerifierTests {
    private static let good = #"{"exp":1000600,"scope":"read"}"#

    @Test func `the key determines the algorithm of accepted tokens`() throws {
        #expect(try JWTVerifier.ofSecret().judge(ForgedToken.hs256(Self.good)) == .holds(.read))
        #expect(try JWTVerifier.ofRSA().judge(ForgedToken.rs256(Self.good)) == .holds(.read))
        #expect(try JWTVerifier.ofP256().judge(ForgedToken.es256(Self.good)) == .holds(.read))
    }

    @Test(
        arguments: [
            "none", "None", "NONE", "", "hs256", "HS384", "HS512", "RS256", "RS384", "PS256", "ES256", "ES384", "EdDSA",
            "MLDSA65", "unknown",
        ])
    func `refuses an algorithm other than that of the key`(algorithm: String) throws {
        let header = #"{"alg":"\#(algorithm)"}"#
        let secret = ForgedToken.hs256(Self.good, header: header)
        #expect(try JWTVerifier.ofSecret().judge(secret) == .notGood)
        guard algorithm != "RS256" else { return }
        #expect(try JWTVerifier.ofRSA().judge(ForgedToken.rs256(Self.good, header: header)) == .notGood)
        guard algorithm != "ES256" else { return }
        #expect(try JWTVerifier.ofP256().judge(ForgedToken.es256(Self.good, header: header)) == .notGood)
    }

    @Test func `a token of one family of keys is refused by a key of another`() throws {
        #expect(try JWTVerifier.ofP256().judge(ForgedToken.rs256(Self.good)) == .notGood)
        #expect(try JWTVerifier.ofRSA().judge(ForgedToken.es256(Self.good)) == .notGood)
        #expect(try JWTVerifier.ofSecret().judge(ForgedToken.rs256(Self.good)) == .notGood)
    }

    @Test func `fields of the header that are not known have any value`() throws {
        for field in ["1e300", "-1", "null", #"[{"a":[1.5,true]}]"#, #""text""#] {
            let token = ForgedToken.hs256(Self.good, header: #"{"typ":\#(field),"alg":"HS256","x":\#(field)}"#)
            #expect(try JWTVerifier.ofSecret().judge(token) == .holds(.read), "\(field)")
        }
    }

    @Test func `no signature at all is refused`() throws {
        for header in [#"{"alg":"none"}"#, #"{"alg":"HS256"}"#, #"{}"#, #"{"alg":null}"#, #"{"alg":["HS256"]}"#] {
            let token = ForgedToken.make(header: header, claims: Self.good) { _ in [UInt8]() }
            for form in [token, String(token.dropLast()), token + "AA", token + "."] {
                #expect(try JWTVerifier.ofSecret().judge(form) == .notGood, "\(form)")
                #expect(try JWTVerifier.ofRSA().judge(form) == .notGood, "\(form)")
            }
        }
    }

    /// The attack that gave "algorithm confusion" its name: what everybody has as the key of an HMAC.
    @Test func `a token that is signed with the public key as a secret is refused`() throws {
        let (rsa, p256) = (ForgedToken.rsa, ForgedToken.p256)
        let forms: [[UInt8]] = [
            Array(rsa.publicPEM.utf8), Array(rsa.publicPEM.dropLast().utf8), rsa.publicDER,
            // As PKCS#1 has it.
            Array(rsa.publicDER.dropFirst(24)), Array(p256.publicPEM.utf8), p256.publicDER, p256.point,
            Array(p256.point.dropFirst()), [],
        ]
        for secret in forms {
            for algorithm in ["HS256", "RS256", "ES256"] {
                let token = ForgedToken.hs256(Self.good, header: #"{"alg":"\#(algorithm)"}"#, secret: secret)
                #expect(try JWTVerifier.ofRSA().judge(token) == .notGood)
                #expect(try JWTVerifier.ofP256().judge(token) == .notGood)
            }
        }
    }

    @Test func `a token brings no key along`() throws {
        let other = OracleKey.curve()
        let (x, y) = (other.point[1...32], other.point.suffix(32))
        let jwk = #""kty":"EC","crv":"P-256","x":"\#(ForgedToken.base64URL(x))","y":"\#(ForgedToken.base64URL(y))""#
        for field in [#""jwk":{\#(jwk)}"#, #""jku":"http://127.0.0.1:1/""#, #""kid":"../../dev/null""#] {
            let token = ForgedToken.make(header: #"{"alg":"ES256",\#(field)}"#, claims: Self.good) {
                other.signature(of: $0)
            }
            #expect(try JWTVerifier.ofP256().judge(token) == .notGood)
        }
        // Naming a key is no fault: there is one alone.
        let named = ForgedToken.hs256(Self.good, header: #"{"alg":"HS256","kid":"7"}"#)
        #expect(try JWTVerifier.ofSecret().judge(named) == .holds(.read))
    }

    @Test func `refuses a token with a changed payload or signature`() throws {
        let verifier = try JWTVerifier.ofSecret()
        let parts = ForgedToken.hs256(Self.good).split(separator: ".").map(String.init)
        let more = ForgedToken.base64URL(#"{"exp":1000600,"scope":"write"}"#.utf8)
        #expect(verifier.judge("\(parts[0]).\(more).\(parts[2])") == .notGood)
        let wrong = ForgedToken.hs256(Self.good, secret: ForgedToken.secret.reversed())
        #expect(verifier.judge(wrong) == .notGood)
        var signature = ForgedToken.decoded(parts[2])
        #expect(signature.count == 32)
        signature[31] ^= 1
        #expect(verifier.judge("\(parts[0]).\(parts[1]).\(ForgedToken.base64URL(signature))") == .notGood)
        #expect(
            verifier.judge("\(parts[0]).\(parts[1]).\(ForgedToken.base64URL(signature.dropLast()))") == .notGood)
        // An ECDSA signature of zeros held in some libraries.
        let zeros = ForgedToken.make(header: #"{"alg":"ES256"}"#, claims: Self.good) { _ in
            [UInt8](repeating: 0, count: 64)
        }
        #expect(try JWTVerifier.ofP256().judge(zeros) == .notGood)
    }

    @Test func `a token has one form`() throws {
        let verifier = try JWTVerifier.ofSecret()
        let token = ForgedToken.hs256(Self.good)
        for form in [
            token + "=", token + ".", "." + token, token + ".e30", token.replacing(".", with: ".."), "a.b", "x",
        ] {
            #expect(verifier.judge(form) == .notGood, "\(form)")
        }
        let plain = token.replacing("-", with: "+").replacing("_", with: "/")
        #expect(verifier.judge(plain) == (plain == token ? .holds(.read) : .notGood))
        // 32 bytes take 43 digits, and of the last one two bits belong to none of them.
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let last = try #require(token.last.flatMap(digits.firstIndex))
        for other in 1...3 {
            #expect(verifier.judge("\(token.dropLast())\(digits[last ^ other])") == .notGood)
        }
    }

    @Test(
        arguments: [
            #"{"alg":"HS256","crit":["exp"]}"#, #"{"alg":"HS256","crit":["b64"],"b64":false}"#,
            #"{"alg":"HS256","crit":[]}"#, #"{"alg":"HS256","crit":null}"#,
        ])
    func `RFC 7515, 4.1.11: an extension that must be understood is refused`(header: String) throws {
        let token = ForgedToken.hs256(Self.good, header: header)
        #expect(try JWTVerifier.ofSecret().judge(token) == .notGood)
    }

    @Test(
        arguments: [
            "", "null", "[]", "7", #""read""#, "{", #"{"exp":"1000600"}"#, #"{"exp":1000600,"scope":["write"]}"#,
            #"{"exp":1000600,"nbf":"0"}"#, #"{"exp":1000600,"aud":7}"#, #"{"exp":true}"#, #"{"exp":1e999}"#,
            String(repeating: "[", count: 4_000), String(repeating: #"{"a":"#, count: 700),
            "{\"exp\":1000600,\"iss\":\"\u{0}",
        ])
    func `claims that cannot be read are refused`(claims: String) throws {
        #expect(try JWTVerifier.ofSecret().judge(ForgedToken.hs256(claims)) == .notGood)
        let header = ForgedToken.hs256(Self.good, header: claims)
        #expect(try JWTVerifier.ofSecret().judge(header) == .notGood)
    }

    /// Not every issuer calls it `scope`, and some have a list there.
    @Test(
        arguments: [
            (#""scp":"read""#, AccessScope.read), (#""scp":"openid write""#, .write), (#""scp":["write"]"#, .write),
            (#""scp":["read","mail"]"#, .read), (#""scp":["no write"]"#, .none), (#""scp":7"#, .none),
            (#""scope":"write""#, .none), (#""scope":["write"],"scp":"read""#, .read),
        ])
    func `the scope is read from the claim that is named`(claim: String, scope: AccessScope) throws {
        let verifier = try JWTVerifier(
            .secret(ForgedToken.secret), issuer: nil, audience: nil, scopeClaim: "scp")
        #expect(verifier.judge(ForgedToken.hs256("{\"exp\":1000600,\(claim)}")) == .holds(scope))
    }

    // Asked at 1000000 seconds, with clocks that may differ by 30.
    @Test(
        arguments: [
            (#"{"scope":"read"}"#, "The token never expires."), (#"{"exp":null}"#, "The token never expires."),
            (#"{"exp":999970}"#, "The token has expired."), (#"{"exp":-1e300}"#, "The token has expired."),
            (#"{"exp":999970.5}"#, nil), (#"{"exp":999971}"#, nil), (#"{"exp":1e300}"#, nil),
            (#"{"exp":1000600,"nbf":1000030}"#, nil),
            (#"{"exp":1000600,"nbf":1000031}"#, "The token does not hold yet."),
            (#"{"exp":1000600,"nbf":1e300}"#, "The token does not hold yet."),
            (#"{"exp":1000600,"nbf":-1e300,"iat":2000000}"#, nil),
        ] as [(String, String?)])
    func `a token is valid from its beginning to its end, with the leeway`(claims: String, reason: String?) throws {
        let verdict = try JWTVerifier.ofSecret().judge(ForgedToken.hs256(claims))
        #expect(verdict == (reason.map { .refused($0) } ?? .holds(.none)))
    }

    @Test func `an issuer that is asked for has to be there`() throws {
        let verifier = try JWTVerifier.ofSecret(issuer: "https://login.example")
        for (issuer, isGood) in [
            (#""iss":"https://login.example","#, true), ("", false), (#""iss":"https://login.example/","#, false),
            (#""iss":"","#, false),
        ] {
            let verdict = verifier.judge(ForgedToken.hs256("{\(issuer)\"exp\":1000600}"))
            #expect(verdict == (isGood ? .holds(.none) : .refused("The token is of another issuer.")))
        }
    }

    /// RFC 7519, 4.1.3: a server that is not in the list of audiences must refuse the token, also if it has no
    /// audience configured.
    @Test(
        arguments: [
            (nil, "", true), (nil, #""aud":"mosaic","#, false), (nil, #""aud":[],"#, false),
            (nil, #""aud":null,"#, true),
            ("mosaic", "", false), ("mosaic", #""aud":"mosaic","#, true), ("mosaic", #""aud":["a","mosaic"],"#, true),
            ("mosaic", #""aud":"Mosaic","#, false), ("mosaic", #""aud":[],"#, false),
            ("mosaic", #""aud":["a"],"#, false),
        ] as [(String?, String, Bool)])
    func `a token for an audience is good for that one alone`(audience: String?, claim: String, isGood: Bool) throws {
        let verifier = try JWTVerifier.ofSecret(audience: audience)
        let verdict = verifier.judge(ForgedToken.hs256("{\(claim)\"exp\":1000600}"))
        #expect(verdict == (isGood ? .holds(.none) : .refused("The token is for another audience.")))
    }

    private func fault(_ key: JWTKey) -> String? {
        do {
            _ = try JWTVerifier(key, issuer: nil, audience: nil)
            return nil
        } catch {
            return error.code == .invalidSettings && error.subject == "JWT key" ? error.reason : "?"
        }
    }

    @Test func `a secret has 32 bytes at least`() {
        #expect(fault(.secret([UInt8](repeating: 7, count: 31)))?.contains("It has 31 bytes; ") == true)
        #expect(fault(.secret([UInt8](repeating: 7, count: 32))) == nil)
    }

    @Test func `refuses a public key as a secret`() {
        let pem = ForgedToken.rsa.publicPEM
        #expect(fault(.secret(Array(pem.utf8)))?.contains("not a secret") == true)
        #expect(fault(.secret(Array("\n\(pem)".utf8)))?.contains("not a secret") == true)
    }

    @Test func `public keys are of RSA with 2048 bits at least, or of P-256`() {
        #expect(fault(.publicKey(pem: ForgedToken.rsa.publicPEM)) == nil)
        #expect(fault(.publicKey(pem: ForgedToken.p256.publicPEM)) == nil)
        let others = [
            OracleKey.rsa(bits: 1_024).publicPEM, OracleKey.curve("P-384").publicPEM, "", "secret",
            "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
        ]
        for pem in others { #expect(fault(.publicKey(pem: pem))?.contains("2048 bits") == true, "\(pem)") }
    }

    @Test func `refuses a private key, and descriptions never show the key`() {
        for pem in [ForgedToken.rsa.privatePEM, ForgedToken.p256.privatePEM] {
            let reason = fault(.publicKey(pem: pem))
            #expect(reason?.contains("private one") == true && reason?.contains("BEGIN") == false)
        }
        for key in [JWTKey.secret(ForgedToken.secret), .publicKey(pem: "s3cret")] {
            var dumped = ""
            dump(key, to: &dumped)
            for text in ["\(key)", String(reflecting: key), dumped] {
                #expect(!text.contains("s3cret") && !text.contains("97"))
            }
        }
    }
}
