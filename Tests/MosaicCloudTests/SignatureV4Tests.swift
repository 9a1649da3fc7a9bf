import Foundation
import Mosaic
import MosaicCloud
import Seeded
import Testing

/// Signatures beside S3's documented ones and those of botocore.
struct SignatureV4Tests {
    private static let keyID = "AKIAIOSFODNN7EXAMPLE"
    private static let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
    private static let host = "examplebucket.s3.amazonaws.com"
    private static let ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private static func authorization(
        _ method: String, _ path: String, _ query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], payload: String = ofNothing
    ) -> String {
        // Friday, 24 May 2013, 00:00:00 GMT
        let date = AmazonDate(Date(timeIntervalSince1970: 1_369_353_600))
        let fields =
            headers + [("Host", host), ("x-amz-content-sha256", payload), ("x-amz-date", date.text)]
        return SignatureV4.authorization(
            of: SignatureV4.Request(
                method: method, path: path, query: CanonicalQuery(query), headers: fields, payload: payload),
            keyID: keyID, key: SigningKey(secret: secret, region: "us-east-1", date: date), region: "us-east-1",
            date: date)
    }

    // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
    @Test func `a read of a range has the signature of S3's documentation`() {
        #expect(
            Self.authorization("GET", "/test.txt", headers: [("Range", "bytes=0-9")])
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,"
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func `a write has the signature of S3's documentation`() {
        let text = Self.authorization(
            "PUT", "/test%24file.text",
            headers: [("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
            payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
        #expect(text.hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `a query without a value has the signature of S3's documentation`() {
        let text = Self.authorization("GET", "/", [("lifecycle", "")])
        #expect(text.hasSuffix("Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
    }

    @Test func `a listing has the signature of S3's documentation`() {
        let text = Self.authorization("GET", "/", [("prefix", "J"), ("max-keys", "2")])
        #expect(text.hasSuffix("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test func `the date is written as S3 reads it, in every year`() {
        #expect(AmazonDate(Date(timeIntervalSince1970: 0)).text == "19700101T000000Z")
        #expect(AmazonDate(Date(timeIntervalSince1970: 951_782_399.9)).text == "20000228T235959Z")
        #expect(AmazonDate(Date(timeIntervalSince1970: 951_782_400)).text == "20000229T000000Z")
        #expect(AmazonDate(Date(timeIntervalSince1970: 4_107_542_400)).text == "21000301T000000Z")
    }

    private struct Sample: Encodable {
        let method: String
        let host: String
        let path: String
        let query: [[String]]
        let headers: [[String]]
        let region: String
        let keyID: String
        let secret: String
        let token: String?
        let body: String
        let time: Int
    }

    private static func samples() -> [Sample] {
        var random = SeededGenerator(seed: 17)
        let parts = [
            "a", "Z", "0", " ", "/", "//", "..", ".", "+", "%", "%2F", "ü", "日本", "😀", "~", "-", "_", "*", "'", "(",
            "&",
            "=", "?", "#", ":", "@", "\"", "<", "\\", "ch1_0s.jpg", "e\u{301}",
        ]
        func text(_ counts: ClosedRange<Int>) -> String {
            (0..<Int.random(in: counts, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/+")
        func word(_ count: Int) -> String {
            String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
        }
        return (0..<1_000).map { _ in
            let method = ["GET", "HEAD", "PUT"].randomElement(using: &random) ?? "GET"
            let query = (0..<Int.random(in: 0...5, using: &random)).map { [text(1...3) + "\($0)", text(0...4)] }
            let fields = [
                ["Range", "bytes=0-\(Int.random(in: 0...9, using: &random))"], ["x-amz-checksum-mode", "ENABLED"],
                ["Content-Type", "image/jpeg;  a =  b "],
            ].filter { _ in Bool.random(using: &random) }
            return Sample(
                method: method, host: Bool.random(using: &random) ? "s3.example:9000" : "bucket.s3.amazonaws.com",
                path: "/" + PercentEncoding.encoded(text(1...12), keeping: "/"), query: query, headers: fields,
                region: ["us-east-1", "eu-central-1", "x"].randomElement(using: &random) ?? "x", keyID: word(20),
                secret: word(40), token: Bool.random(using: &random) ? word(100) : nil,
                body: method == "PUT" ? text(0...20) : "", time: Int.random(in: 0...4_000_000_000, using: &random))
        }
    }

    @Test(.enabled(if: Botocore.python != nil, "needs Python with botocore; MOSAIC_PYTHON names one"))
    func `a thousand random requests have the signatures of botocore`() throws {
        let samples = Self.samples()
        let expected = try Botocore.run("signatures.py", input: JSONEncoder().encode(samples))
            .split(separator: "\n").map(String.init)
        try #require(expected.count == 1_000)
        for (sample, signature) in zip(samples, expected) {
            let date = AmazonDate(Date(timeIntervalSince1970: TimeInterval(sample.time)))
            let payload = signature.prefix(64)
            var fields = sample.headers.map { (name: $0[0], value: $0[1]) }
            fields += [("Host", sample.host), ("X-Amz-Date", date.text), ("X-Amz-Content-SHA256", String(payload))]
            if let token = sample.token { fields.append(("X-Amz-Security-Token", token)) }
            let ours = SignatureV4.authorization(
                of: SignatureV4.Request(
                    method: sample.method, path: sample.path,
                    query: CanonicalQuery(sample.query.map { ($0[0], $0[1]) }), headers: fields,
                    payload: String(payload)),
                keyID: sample.keyID, key: SigningKey(secret: sample.secret, region: sample.region, date: date),
                region: sample.region, date: date)
            #expect(ours.suffix(64) == signature.suffix(64), "\(sample)")
        }
    }
}
