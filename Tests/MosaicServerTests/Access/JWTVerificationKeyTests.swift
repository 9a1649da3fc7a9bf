import CryptoOracle
import Foundation
import Mosaic
import Testing

@testable import MosaicServer

/// Signatures and keys that other implementations accepted although they are not valid.
struct JWTVerificationKeyTests {
    private static let message = Array("header.claims".utf8)
    /// The order of P-256 (FIPS 186-4, D.1.2.3), big-endian.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
        0xFA,
        0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    private static let zero = [UInt8](repeating: 0, count: 32)
    /// DER of the hash function SHA-256 and the length of its hash (RFC 8017, 9.2).
    private static let sha256: [UInt8] = [
        0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04,
        0x20,
    ]

    private static func key(of signer: OracleKey) throws -> JWTVerificationKey {
        .publicKey(try #require(JWTPublicKey(der: signer.publicDER)))
    }

    private static func jwk(_ members: String) throws -> JWTVerificationKey? {
        try JSONDecoder().decode(JSONWebKey.self, from: Data("{\(members)}".utf8)).verificationKey
    }

    private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) throws -> JWTVerificationKey? {
        let (n, e) = (ForgedToken.base64URL(modulus), ForgedToken.base64URL(exponent))
        return try jwk(#""kty":"RSA","n":"\#(n)","e":"\#(e)""#)
    }

    private static func p256(_ x: some Collection<UInt8>, _ y: some Collection<UInt8>) throws -> JWTVerificationKey? {
        let (x, y) = (ForgedToken.base64URL(x), ForgedToken.base64URL(y))
        return try jwk(#""kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)""#)
    }

    @Test func `signatures of every kind of key are valid for their message alone`() throws {
        for signer in [ForgedToken.rsa, ForgedToken.p256] {
            let key = try Self.key(of: signer)
            for message in [[], Self.message, [UInt8](repeating: 7, count: 10_000)] {
                let signature = signer.signature(of: message)
                #expect(key.verifies(signature, of: message))
                #expect(!key.verifies(signature, of: message + [0]))
            }
        }
    }

    @Test func `ES256 refuses numbers outside of 1 to the order less 1`() throws {
        let key = try Self.key(of: ForgedToken.p256)
        let signature = ForgedToken.p256.signature(of: Self.message)
        let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
        let ones = [UInt8](repeating: 0xFF, count: 32)
        var above = Self.order
        above[31] += 1
        for other in [Self.zero, Self.order, above, ones] {
            #expect(!key.verifies(other + s, of: Self.message))
            #expect(!key.verifies(r + other, of: Self.message))
            #expect(!key.verifies(other + other, of: Self.message))
        }
        #expect(!key.verifies(s + r, of: Self.message))
    }

    @Test func `ES256 refuses lengths other than 64 bytes, and signatures in DER`() throws {
        let key = try Self.key(of: ForgedToken.p256)
        let signature = ForgedToken.p256.signature(of: Self.message)
        #expect(key.verifies(signature, of: Self.message))
        let others: [[UInt8]] = [
            [], Array(signature.dropLast()), Array(signature.dropFirst()), signature + [0], [0] + signature,
            signature + signature, [0] + Array(signature.prefix(32)) + [0] + Array(signature.suffix(32)),
            ForgedToken.p256.derSignature(of: Self.message),
        ]
        for other in others { #expect(!key.verifies(other, of: Self.message), "\(other.count) bytes") }
    }

    @Test func `RS256 refuses signatures that are not of the modulus's length, or not below it`() throws {
        let key = try Self.key(of: ForgedToken.rsa)
        let signature = ForgedToken.rsa.signature(of: Self.message)
        for other in [
            [], [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0xFF, count: 256),
            [UInt8](repeating: 0, count: 255) + [1], ForgedToken.rsa.modulus, Array(signature.dropLast()),
            Array(signature.dropFirst()), signature + [0], [0] + signature,
        ] { #expect(!key.verifies(other, of: Self.message), "\(other.count) bytes") }
    }

    /// The signer makes each of these blocks, so that the padding alone is wrong.
    @Test func `RS256 refuses every other padding, hash and place of the hash`() throws {
        let key = try Self.key(of: ForgedToken.rsa)
        let hash = CryptoOracle.sha256(Self.message)
        func block(type: UInt8 = 1, padding: Int? = nil, separator: [UInt8] = [0], _ content: [UInt8]) -> [UInt8] {
            let count = padding ?? 256 - 2 - separator.count - content.count
            let block = [0, type] + [UInt8](repeating: 0xFF, count: count) + separator + content
            return block + [UInt8](repeating: 0, count: 256 - block.count)
        }
        let good = Self.sha256 + hash
        #expect(key.verifies(ForgedToken.rsa.rawSignature(of: block(good)), of: Self.message))
        var longLength = Self.sha256
        longLength.replaceSubrange(17..<19, with: [0x04, 0x81, 0x20])
        longLength[1] += 1
        let withoutNull: [UInt8] = [0x30, 0x2F, 0x30, 0x0B] + Self.sha256[4..<15] + [0x04, 0x20]
        var otherHash = Self.sha256
        otherHash[14] = 3
        var damaged = block(good)
        damaged[9] = 0xFE
        for (name, block) in [
            ("short padding, hash before zeros", block(padding: 8, good)),
            (
                "short padding, hash before ones",
                block(padding: 8, good).prefix(62) + [UInt8](repeating: 0xFF, count: 194)
            ),
            ("no padding", block(padding: 0, good)), ("no separator", block(separator: [], good)),
            ("encryption's padding", block(type: 2, good)), ("padding of type 0", block(type: 0, good)),
            ("the hash alone", block(hash)), ("a length of two bytes", block(longLength + hash)),
            ("no parameters of the hash function", block(withoutNull + hash)),
            ("SHA-512's name", block(otherHash + hash)), ("a byte of the padding", damaged),
            ("another hash", block(Self.sha256 + CryptoOracle.sha256([]))), ("bytes after the hash", block(good + [0])),
        ] { #expect(!key.verifies(ForgedToken.rsa.rawSignature(of: block), of: Self.message), "\(name)") }
        for (hash, padding) in [(OracleKey.Hash.sha1, OracleKey.Padding.pkcs1), (.sha512, .pkcs1), (.sha256, .pss)] {
            let signature = ForgedToken.rsa.signature(of: Self.message, hash: hash, padding: padding)
            #expect(!key.verifies(signature, of: Self.message), "\(hash) \(padding)")
        }
    }
    @Test func `a key refuses signatures of the other family`() throws {
        let (rsa, p256) = (ForgedToken.rsa.signature(of: Self.message), ForgedToken.p256.signature(of: Self.message))
        #expect(try !Self.key(of: ForgedToken.rsa).verifies(p256, of: Self.message))
        #expect(try !Self.key(of: ForgedToken.p256).verifies(rsa, of: Self.message))
        #expect(try !Self.key(of: ForgedToken.p256).verifies(Array(rsa.prefix(64)), of: Self.message))
        let secret = JWTVerificationKey.secret(HMACKey(ForgedToken.secret))
        let code = CryptoOracle.hmacSHA256(Self.message, key: ForgedToken.secret)
        #expect(secret.verifies(code, of: Self.message))
        for other in [[], Array(code.dropLast()), code + [0], rsa, p256, [UInt8](repeating: 0, count: 32)] {
            #expect(!secret.verifies(other, of: Self.message))
        }
    }

    @Test func `RSA keys have 2048 to 16384 bits, and an odd exponent above 1`() throws {
        let modulus = ForgedToken.rsa.modulus
        func odd(_ first: UInt8, bytes: Int) -> [UInt8] { [first] + [UInt8](repeating: 0xA5, count: bytes - 1) }
        for (modulus, exponent, isGood) in [
            (modulus, [3], true), (modulus, [1, 0, 1], true), ([0, 0] + modulus, [0, 1, 0, 1], true),
            (odd(0x80, bytes: 256), [3], true), (odd(0xFF, bytes: 2_048), [3], true),
            (modulus, [UInt8](repeating: 0xFF, count: 8), true),
            (modulus, [], false), (modulus, [0], false), (modulus, [1], false), (modulus, [2], false),
            (modulus, [1, 0, 0], false), (modulus, [1] + [UInt8](repeating: 0xFF, count: 8), false),
            ([], [3], false), ([0], [3], false), (odd(0x7F, bytes: 256), [3], false),
            (odd(0xFF, bytes: 128), [3], false),
            (odd(1, bytes: 2_049), [3], false), (Array(modulus.dropLast()) + [2], [3], false),
        ] as [([UInt8], [UInt8], Bool)] {
            let key = try Self.rsa(modulus, exponent)
            #expect((key != nil) == isGood, "\(modulus.count) bytes, \(exponent)")
        }
        #expect(JWTPublicKey(der: OracleKey.rsa(bits: 1_024).publicDER) == nil)
    }

    @Test func `P-256 keys are points of the curve, of 32 bytes each`() throws {
        let (x, y) = (Array(ForgedToken.p256.point[1...32]), Array(ForgedToken.p256.point.suffix(32)))
        #expect(try Self.p256(x, y) != nil)
        var other = y
        other[31] ^= 1
        let ones = [UInt8](repeating: 0xFF, count: 32)
        for (x, y) in [
            (x, other), (y, x), (Self.zero, Self.zero), (x, Self.zero), (ones, ones), (x, ones), ([], []), (x, []),
            (Array(x.dropFirst()), y), (x, Array(y.dropLast())), ([0] + x, y), (x, y + [0]),
            ([0] + x, Array(y.dropFirst())),
        ] { #expect(try Self.p256(x, y) == nil, "\(x) \(y)") }
    }

    @Test func `other encodings of keys are refused`() throws {
        let (rsa, p256) = (ForgedToken.rsa.publicDER, ForgedToken.p256.publicDER)
        #expect(JWTPublicKey(der: rsa) != nil && JWTPublicKey(der: p256) != nil)
        // Its point as a sign and one number.
        let compressed: [UInt8] = [0x30, 0x39] + p256[2..<23] + [0x03, 0x22, 0, 2 + p256[90] & 1] + p256[27..<59]
        var pss = rsa
        pss[14] = 0x0A
        // openssl ecparam -name prime256v1 -param_enc explicit -genkey | openssl pkey -pubout -outform DER | base64 -w 0
        let explicit =
            "MIIBSzCCAQMGByqGSM49AgEwgfcCAQEwLAYHKoZIzj0BAQIhAP////8AAAABAAAAAAAAAAAAAAAA////////////////MFsE"
            + "IP////8AAAABAAAAAAAAAAAAAAAA///////////////8BCBaxjXYqjqT57PrvVV2mIa8ZR0GsMxTsPY7zjw+J9JgSwMVAMSd"
            + "NgiG5wSTamZ44ROdJreBn36QBEEEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84z"
            + "V2sxXs7LtkBoN79R9QIhAP////8AAAAA//////////+85vqtpxeehPO5ysL8YyVRAgEBA0IABLpYO37CC9o7QtZ9w8pA2vRo"
            + "vU4tCYCs/w/fFc3Jst6xQpTkUh9t4WQUpX7aj6rC/o+lEBp8VMssKW+dfLfkrZU="
        for der in [
            [], [0x30, 0], Array(rsa.dropLast()), rsa + [0], Array(p256.dropLast()), p256 + [0], compressed, pss,
            Array(rsa.dropFirst(24)), ForgedToken.p256.point, OracleKey.curve("P-384").publicDER,
            OracleKey.curve("secp256k1").publicDER, Array(try #require(Data(base64Encoded: explicit))),
        ] { #expect(JWTPublicKey(der: der) == nil, "\(der.count) bytes") }
    }

    @Test func `a PEM file has a public key between its two lines`() {
        let pem = ForgedToken.p256.publicPEM
        let body = pem.split(separator: "\n").dropFirst().dropLast().joined()
        for form in [
            pem, String(pem.dropLast()), "\n\(pem)\n", "Issuer's key\n\(pem)until 2030\n",
            pem + ForgedToken.rsa.publicPEM,
            pem.replacing("\n", with: "\r\n"), pem.replacing("\n", with: " \n"),
            "-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----",
        ] { #expect(JWTVerificationKey(pem: form)?.algorithm == "ES256", "\(form)") }
        for form in [
            body, pem.replacing("PUBLIC KEY", with: "RSA PUBLIC KEY"), pem.replacing("PUBLIC KEY", with: "CERTIFICATE"),
            pem.replacing("-----END PUBLIC KEY-----", with: ""), pem.replacing("-----BEGIN PUBLIC KEY-----", with: ""),
            pem.replacing("MFkw", with: "MFk*"), pem.replacing("MFkw", with: ""), pem.replacing("\n", with: ""),
            "-----END PUBLIC KEY-----\n-----BEGIN PUBLIC KEY-----\n",
        ] { #expect(JWTVerificationKey(pem: form) == nil, "\(form)") }
    }

    @Test func `one key verifies on many threads at once`() async throws {
        for signer in [ForgedToken.rsa, ForgedToken.p256] {
            let key = try Self.key(of: signer)
            let (good, bad) = (signer.signature(of: Self.message), signer.signature(of: []))
            let count = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<50 {
                    group.addTask { key.verifies(good, of: Self.message) && !key.verifies(bad, of: Self.message) }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(count == 50)
        }
    }
}
