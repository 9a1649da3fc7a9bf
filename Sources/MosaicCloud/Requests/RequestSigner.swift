import Foundation
import Mosaic
import Synchronization

/// Makes requests complete: address, host, date, digest of the body, signature.
final class RequestSigner: Sendable {
    /// The digest of a request without a body.
    private static let noPayload = ContentHash(of: []).hexadecimal()

    private let configuration: S3Configuration
    /// The key of the day on which it was used last.
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
