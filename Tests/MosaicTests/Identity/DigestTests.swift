import CDigest
import CryptoOracle
import Mosaic
import Seeded
import Testing

/// The hashes in C beside those of OpenSSL, at every length around a block and at long ones.
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

    @Test func `SHA-256 equals that of OpenSSL, with and without the processor's instructions`() {
        for content in Self.contents {
            let expected = CryptoOracle.sha256(content)
            #expect(Self.digest(content, 32) { cdigest_sha256($0, $1, $2) } == expected, "\(content.count) bytes")
            #expect(Self.digest(content, 32) { cdigest_sha256_plain($0, $1, $2) } == expected, "\(content.count) bytes")
        }
    }

    @Test func `SHA-1 equals that of OpenSSL`() {
        for content in Self.contents {
            #expect(WeakDigest.sha1(content) == CryptoOracle.sha1(content), "\(content.count) bytes")
        }
    }

    @Test func `MD5 equals that of OpenSSL`() {
        for content in Self.contents {
            #expect(WeakDigest.md5(content) == CryptoOracle.md5(content), "\(content.count) bytes")
        }
    }

    @Test func `GMAC is the tag of OpenSSL, with and without the processor's instructions`() {
        for content in Self.contents {
            let expected = CryptoOracle.gmac(content)
            #expect(Self.digest(content, 16) { cdigest_gmac($0, $1, $2) } == expected, "\(content.count) bytes")
            #expect(Self.digest(content, 16) { cdigest_gmac_plain($0, $1, $2) } == expected, "\(content.count) bytes")
        }
    }
}
