import CDigest
import Crypto
import Seeded
import Testing

/// The hashes in C beside those of swift-crypto, at every length around a block and at long ones.
struct DigestTests {
    private typealias Route = @Sendable (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> Void

    private static let contents: [[UInt8]] = {
        var random = SeededGenerator(seed: 16)
        return (Array(0...300) + [1_000, 4_095, 4_096, 65_537, 1_000_003]).map { count in
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
    }()

    private static func digest(_ content: [UInt8], _ length: Int, by route: Route) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: length)
        route(content, content.count, &digest)
        return digest
    }

    @Test func `SHA-256 equals that in swift-crypto, with and without the processor's instructions`() {
        for content in Self.contents {
            let expected = Array(SHA256.hash(data: content))
            #expect(Self.digest(content, 32) { cdigest_sha256($0, $1, $2) } == expected, "\(content.count) bytes")
            #expect(Self.digest(content, 32) { cdigest_sha256_plain($0, $1, $2) } == expected, "\(content.count) bytes")
        }
    }

    @Test func `SHA-1 equals that in swift-crypto`() {
        for content in Self.contents {
            let expected = Array(Insecure.SHA1.hash(data: content))
            #expect(Self.digest(content, 20) { cdigest_sha1($0, $1, $2) } == expected, "\(content.count) bytes")
        }
    }

    @Test func `GMAC is the tag of swift-crypto, with and without the processor's instructions`() throws {
        let key = SymmetricKey(data: [UInt8](repeating: 0, count: 16))
        let nonce = try AES.GCM.Nonce(data: [UInt8](repeating: 0, count: 12))
        for content in Self.contents {
            let expected = Array(try AES.GCM.seal([UInt8](), using: key, nonce: nonce, authenticating: content).tag)
            #expect(Self.digest(content, 16) { cdigest_gmac($0, $1, $2) } == expected, "\(content.count) bytes")
            #expect(Self.digest(content, 16) { cdigest_gmac_plain($0, $1, $2) } == expected, "\(content.count) bytes")
        }
    }
}
