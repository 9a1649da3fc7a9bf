import CryptoOracle
import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Tokens that neither this project's code nor the library behind it has made.
struct JWTExamplesTests {
    /// Joe's claims, which end at 1300819380.
    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    /// A public key as a set of keys has it.
    private func key(_ members: String) throws -> JWTVerificationKey {
        let key = try JSONDecoder().decode(JSONWebKey.self, from: Data("{\(members)}".utf8))
        return try #require(key.verificationKey)
    }

    /// Checks the signature of a token that need not have claims.
    private func check(_ token: String, signedBy key: JWTVerificationKey) throws {
        let parts = try #require(JWTParts(token))
        #expect(key.verifies(parts.signature, of: parts.signed))
        for index in [0, parts.signed.count - 1] {
            var changed = parts.signed
            changed[index] ^= 1
            #expect(!key.verifies(parts.signature, of: changed))
        }
        for index in parts.signature.indices {
            var changed = parts.signature
            changed[index] ^= 1
            #expect(!key.verifies(changed, of: parts.signed))
        }
    }

    private func check(_ token: String, _ key: JWTKey) throws {
        let verifier = try JWTVerifier(key, issuer: "joe", audience: nil)
        let bearer = try #require(BearerToken(token))
        #expect(try verifier.scope(of: bearer, now: HTTPDate(secondsSince1970: 1_300_819_379)) == .none)
        #expect(throws: RequestError.self) {
            try verifier.scope(of: bearer, now: HTTPDate(secondsSince1970: 1_300_819_410))
        }
        let changed = try #require(BearerToken(token.replacing(".eyJpc3Mi", with: ".eyJpc3Mj")))
        #expect(throws: RequestError.self) {
            try verifier.scope(of: changed, now: HTTPDate(secondsSince1970: 1_300_819_379))
        }
    }

    @Test func `RFC 7515, A.1: HS256`() throws {
        let key = ForgedToken.decoded(
            "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        try check(token, .secret(key))
        try check(token, signedBy: .secret(HMACKey(key)))
    }

    @Test func `RFC 7515, A.2: RS256`() throws {
        let modulus =
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2"
            + "lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo"
            + "7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethF"
            + "kMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ"
        let token =
            "eyJhbGciOiJSUzI1NiJ9.\(Self.claims)."
            + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9"
            + "CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOL"
            + "n6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtV"
            + "rBp0igcN_IoypGlUPQGe77Rw"
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAofgWCuLjybRlzo0tZWJj
            NiuSfb4p4fAkd/wWJcyQoTbji9k0l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEz
            P1Pt0Bm4d4QlL+yRT+SFd2lZS+pCgNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo
            9wGzjb/7OMg0LOL+bSf63kpaSHSXndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTB
            EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxX
            FvUK+DWNmoudF8NAco9/h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXp
            oQIDAQAB
            -----END PUBLIC KEY-----
            """
        try check(token, .publicKey(pem: pem))
        try check(token, signedBy: key(#""kty":"RSA","e":"AQAB","n":"\#(modulus)""#))
    }

    @Test func `RFC 7515, A.3: ES256`() throws {
        let token =
            "eyJhbGciOiJFUzI1NiJ9.\(Self.claims)."
            + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let point =
            #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
        let pem = """
            -----BEGIN PUBLIC KEY-----
            MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV7
            6e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ==
            -----END PUBLIC KEY-----
            """
        try check(token, .publicKey(pem: pem))
        try check(token, signedBy: key(#""kty":"EC","crv":"P-256",\#(point)"#))
    }

    // Its payload is a text; 4.2 and 4.3 are of algorithms that are not supported.
    private static let frodo =
        "SXTigJlzIGEgZGFuZ2Vyb3VzIGJ1c2luZXNzLCBGcm9kbywgZ29pbmcgb3V0IHlvdXIgZG9vci4gWW91IHN0ZXAgb250byB0aGUg"
        + "cm9hZCwgYW5kIGlmIHlvdSBkb24ndCBrZWVwIHlvdXIgZmVldCwgdGhlcmXigJlzIG5vIGtub3dpbmcgd2hlcmUgeW91IG1pZ2h0"
        + "IGJlIHN3ZXB0IG9mZiB0by4"

    @Test func `RFC 7520, 4.1: RS256`() throws {
        let modulus =
            "n4EPtAOCc9AlkeQHPzHStgAbgs7bTZLwUBZdR8_KuKPEHLd4rHVTeT-O-XV2jRojdNhxJWTDvNd7nqQ0VEiZQHz_AJmSCpMaJMRBSFKrKb2wqVwG"
            + "U_NsYOYL-QtiWN2lbzcEe6XC0dApr5ydQLrHqkHHig3RBordaZ6Aj-oBHqFEHYpPe7Tpe-OfVfHd1E6cS6M1FZcD1NNLYD5lFHpPI9bTwJlsde"
            + "3uhGqC0ZCuEHg8lhzwOHrtIQbS0FVbb9k3-tVTU4fg_3L_vniUFAKwuCLqKnS2BYwdq_mzSnbLY7h_qixoR7jig3__kRhuaxwUkRz5iaiQkqgc"
            + "5gHdrNP5zw"
        let signature =
            "MRjdkly7_-oTPTS3AXP41iQIGKa80A0ZmTuV5MEaHoxnW2e5CZ5NlKtainoFmKZopdHM1O2U4mwzJdQx996ivp83xuglII7PNDi84wnB-BDkoBwA"
            + "78185hX-Es4JIwmDLJK3lfWRa-XtL0RnltuYv746iYTh_qHRD68BNt1uSNCrUCTJDt5aAE6x8wW1Kt9eRo4QPocSadnHXFxnt8Is9UzpERV0eP"
            + "PQdLuW3IS_de3xyIrDaLGdjluPxUAhb6L2aXic1U12podGU0KLUQSE_oI-ZnmKJ3F4uOZDnd6QZWJushZ41Axf_fcIe8u9ipH84ogoree7vjbU"
            + "5y18kDquDg"
        let header = "eyJhbGciOiJSUzI1NiIsImtpZCI6ImJpbGJvLmJhZ2dpbnNAaG9iYml0b24uZXhhbXBsZSJ9"
        try check(
            "\(header).\(Self.frodo).\(signature)",
            signedBy: key(#""kty":"RSA","use":"sig","n":"\#(modulus)","e":"AQAB""#))
    }

    @Test func `RFC 7520, 4.4: HS256`() throws {
        let key = ForgedToken.decoded("hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg")
        let header = "eyJhbGciOiJIUzI1NiIsImtpZCI6IjAxOGMwYWU1LTRkOWItNDcxYi1iZmQ2LWVlZjMxNGJjNzAzNyJ9"
        try check(
            "\(header).\(Self.frodo).s0h6KThzkfBBBkLspW1h84VsJZFTsPPqMDA7g1Md7p0", signedBy: .secret(HMACKey(key)))
    }

    @Test(.enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes keys and tokens, is not installed"))
    func `accepts tokens that openssl signs with generated keys`() throws {
        let folder = TemporaryFolder()
        let claims = #"{"exp":1000600,"scope":"openid write"}"#
        for (algorithm, options) in [
            ("RS256", ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]),
            ("ES256", ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
        ] {
            try openssl(["genpkey", "-quiet", "-out", folder.path("key")] + options)
            try openssl(["pkey", "-in", folder.path("key"), "-pubout", "-out", folder.path("public")])
            let token = try ForgedToken.make(header: #"{"alg":"\#(algorithm)"}"#, claims: claims) { text in
                try folder.write(text, to: "text")
                try openssl([
                    "dgst", "-sha256", "-sign", folder.path("key"), "-out", folder.path("signature"),
                    folder.path("text"),
                ])
                let signature = try folder.read("signature")
                // openssl writes two numbers in ASN.1 where a token has 64 bytes.
                guard algorithm == "ES256" else { return signature }
                return OracleKey.numbers(of: signature)
            }
            let pem = String(decoding: try folder.read("public"), as: UTF8.self)
            let verifier = try JWTVerifier(.publicKey(pem: pem), issuer: nil, audience: nil)
            #expect(verifier.judge(token) == .holds(.write))
        }
    }

    private func openssl(_ arguments: [String]) throws {
        #expect(try InstalledTool.openssl.run(arguments).status == 0)
    }
}
