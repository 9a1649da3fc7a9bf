import Foundation
import Mosaic
import Synchronization

/// Completes requests with URL, host, date, hash of the body and signature.
final class RequestSigner: Sendable {
    /// Hash of an empty body.
    private static let noPayload = ContentHash(of: []).hexadecimal()

    private let configuration: S3Configuration
    /// The signing key of the last used day.
    private let key = Mutex<(day: String, key: SigningKey)?>(nil)

    init(_ configuration: S3Configuration) { self.configuration = configuration }

    func signed(_ request: S3Request, at time: Date) -> SignedRequest {
        let endpoint = configuration.endpoint
        let place = endpoint.place(of: request.bucket)
        let query = CanonicalQuery(request.query)
        let path = place.path + "/" + PercentEncoding.encoded(request.key, keeping: "/")
        var headers = request.headers
        headers.append(("Host", place.host))
        if let credentials = configuration.credentials {
            let date = AmazonDate(time)
            let payload = request.body.isEmpty ? Self.noPayload : ContentHash(of: request.body).hexadecimal()
            headers.append(("x-amz-content-sha256", payload))
            headers.append(("x-amz-date", date.text))
            if let token = credentials.sessionToken { headers.append(("x-amz-security-token", token)) }
            let signed = SignatureV4.Request(
                method: request.method.rawValue, path: path, query: query, headers: headers, payload: payload)
            let value = SignatureV4.authorization(
                of: signed, keyID: credentials.keyID, key: signingKey(of: credentials, date),
                region: configuration.region, date: date)
            headers.append(("Authorization", value))
        }
        headers.append(("User-Agent", "mosaic"))
        let url =
            (endpoint.isSecure ? "https://" : "http://") + place.host + path + (query.text.isEmpty ? "" : "?")
            + query.text
        return SignedRequest(
            method: request.method, url: url, host: place.host, headers: headers, body: request.body)
    }

    private func signingKey(of credentials: S3Credentials, _ date: AmazonDate) -> SigningKey {
        key.withLock { cached in
            let day = date.day
            if let cached, cached.day == day { return cached.key }
            let key = SigningKey(secret: credentials.secret, region: configuration.region, date: date)
            cached = (day, key)
            return key
        }
    }
}

/// Signature Version 4 of S3: header fields that authenticate the sender of a request.
///
/// S3's own variant, in which the path is neither normalized nor encoded twice. See [Authenticating
/// Requests](https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
package enum SignatureV4 {
    /// The signed parts of a request.
    package struct Request: Sendable {
        /// The method, in upper case.
        package var method: String
        /// The path as sent, percent-encoded once.
        package var path: String
        /// The encoded query as sent.
        package var query: CanonicalQuery
        /// All signed header fields, including `Host`; names in any case.
        package var headers: [(name: String, value: String)]
        /// SHA-256 of the body in hexadecimal, or `UNSIGNED-PAYLOAD`.
        package var payload: String

        package init(
            method: String, path: String, query: CanonicalQuery = CanonicalQuery([]),
            headers: [(name: String, value: String)], payload: String
        ) {
            self.method = method
            self.path = path
            self.query = query
            self.headers = headers
            self.payload = payload
        }
    }

    /// The value of the header field `Authorization`. The request's `headers` must contain `x-amz-date` with the same
    /// date.
    package static func authorization(
        of request: Request, keyID: String, key: SigningKey, region: String, date: AmazonDate
    ) -> String {
        let (canonical, names) = canonicalRequest(request)
        let scope = "\(date.day)/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(date.text)\n\(scope)\n\(ContentHash(of: canonical).hexadecimal())"
        let signature = Hexadecimal.text(of: key.hmac.code(of: Array(text.utf8)))
        return "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
    }

    private static func canonicalRequest(_ request: Request) -> (bytes: [UInt8], names: String) {
        let fields = request.headers.map { (name: $0.name.lowercased(), value: trimmed($0.value)) }.sorted {
            $0.name < $1.name
        }
        let names = fields.map(\.name).joined(separator: ";")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        func add(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
        add(request.method)
        add(request.path)
        add(request.query.text)
        for field in fields {
            bytes.append(contentsOf: field.name.utf8)
            bytes.append(UInt8(ascii: ":"))
            add(field.value)
        }
        add("")
        add(names)
        bytes.append(contentsOf: request.payload.utf8)
        return (bytes, names)
    }

    /// The value without leading and trailing spaces, with single spaces inside.
    private static func trimmed(_ value: String) -> String {
        let space = UInt8(ascii: " ")
        var bytes: [UInt8] = []
        for byte in value.utf8 where byte != space || (bytes.last ?? space) != space { bytes.append(byte) }
        if bytes.last == space { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The key of one day, region and service, derived from the secret.
package struct SigningKey: Sendable {
    let hmac: HMACKey

    /// Derives the key by four HMACs.
    package init(secret: String, region: String, date: AmazonDate) {
        hmac = [date.day, region, "s3", "aws4_request"].reduce(HMACKey(Array("AWS4\(secret)".utf8))) { key, part in
            HMACKey(key.code(of: Array(part.utf8)))
        }
    }
}

/// A query with encoded and sorted pairs, as signed and sent.
package struct CanonicalQuery: Sendable {
    /// The encoded pairs joined with `&`; empty without pairs.
    package let text: String

    /// Encodes and sorts the pairs.
    package init(_ pairs: [(name: String, value: String)]) {
        let encoded: [(name: String, value: String)] = pairs.map {
            (PercentEncoding.encoded($0.name), PercentEncoding.encoded($0.value))
        }
        text = encoded.sorted(by: <).map { $0.name + "=" + $0.value }.joined(separator: "&")
    }
}
