import CryptoOracle
import Testing

@testable import MosaicServer

struct PublicKeyEncodingTests {
    @Test(arguments: [512, 1_024, 2_048] as [Int32])
    func `keys of RSA have the bytes that OpenSSL gives them`(bits: Int32) {
        let key = OracleKey.rsa(bits: bits)
        #expect(PublicKeyEncoding.rsa(modulus: key.modulus, exponent: key.exponent) == key.publicDER)
        #expect(PublicKeyEncoding.rsa(modulus: [0, 0] + key.modulus, exponent: [0] + key.exponent) == key.publicDER)
    }

    @Test func `keys of P-256 have the bytes that OpenSSL gives them`() {
        let point = ForgedToken.p256.point
        let (x, y) = (Array(point[1...32]), Array(point.suffix(32)))
        #expect(PublicKeyEncoding.p256(x: x, y: y) == ForgedToken.p256.publicDER)
        #expect(PublicKeyEncoding.p256(x: [0] + x, y: y) == nil && PublicKeyEncoding.p256(x: x, y: []) == nil)
    }
}
