import Crypto
import CryptoExtras
import Foundation
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Tokens that neither this project's code nor the library behind it has made.
struct JWTExamplesTests {
    /// Joe's claims, which end at 1300819380.
    private static let claims =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    private func check(_ token: String, _ key: JWTKey) async throws {
        let verifier = try JWTVerifier(key, issuer: "joe", audience: nil)
        let bearer = try #require(BearerToken(token))
        #expect(try await verifier.scope(of: bearer, now: HTTPDate(secondsSince1970: 1_300_819_379)) == .none)
        await #expect(throws: RequestError.self) {
            try await verifier.scope(of: bearer, now: HTTPDate(secondsSince1970: 1_300_819_410))
        }
        let changed = try #require(BearerToken(token.replacing(".eyJpc3Mi", with: ".eyJpc3Mj")))
        await #expect(throws: RequestError.self) {
            try await verifier.scope(of: changed, now: HTTPDate(secondsSince1970: 1_300_819_379))
        }
    }

    @Test func `RFC 7515, A.1: HS256`() async throws {
        let key = ForgedToken.decoded(
            "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
        let token =
            "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(Self.claims).dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        try await check(token, .secret(key))
    }

    @Test func `RFC 7515, A.2: RS256`() async throws {
        let modulus = ForgedToken.decoded(
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2"
                + "lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo"
                + "7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethF"
                + "kMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ")
        let key = try _RSA.Signing.PublicKey(n: modulus, e: [1, 0, 1])
        let token =
            "eyJhbGciOiJSUzI1NiJ9.\(Self.claims)."
            + "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9"
            + "CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOL"
            + "n6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtV"
            + "rBp0igcN_IoypGlUPQGe77Rw"
        try await check(token, .publicKey(pem: key.pemRepresentation))
    }

    @Test func `RFC 7515, A.3: ES256`() async throws {
        let point =
            ForgedToken.decoded("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
            + ForgedToken.decoded("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
        let key = try P256.Signing.PublicKey(rawRepresentation: point)
        let token =
            "eyJhbGciOiJFUzI1NiJ9.\(Self.claims)."
            + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        try await check(token, .publicKey(pem: key.pemRepresentation))
    }

    @Test(.enabled(if: InstalledTool.openssl.path != nil, "openssl, which makes keys and tokens, is not installed"))
    func `accepts tokens that openssl signs with generated keys`() async throws {
        let folder = try TemporaryFolder()
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
                return Array(try P256.Signing.ECDSASignature(derRepresentation: signature).rawRepresentation)
            }
            let pem = String(decoding: try folder.read("public"), as: UTF8.self)
            let verifier = try JWTVerifier(.publicKey(pem: pem), issuer: nil, audience: nil)
            #expect(await verifier.judge(token) == .holds(.write))
        }
    }

    private func openssl(_ arguments: [String]) throws {
        #expect(try InstalledTool.openssl.run(arguments).status == 0)
    }
}
