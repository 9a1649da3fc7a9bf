import CryptoOracle
import Mosaic
import Testing

@testable import MosaicServer

struct JWTKeyTests {
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
