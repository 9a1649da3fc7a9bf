package import HTTPTypes
import Mosaic
import PlayerFormats

/// Permission to read one storyboard, or one picture of a storyboard, until its expiry. It is written as a URL's query.
package struct SignedLink: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let expires: HTTPDate
    /// 43 characters: 32 bytes of HMAC-SHA256 in base64url.
    let signature: String

    /// Creates a link without verification; ``LinkSigner`` verifies the signature.
    init(expires: HTTPDate, signature: String) {
        self.expires = expires
        self.signature = signature
    }

    /// Parses `exp=SECONDS&sig=SIGNATURE` among other parameters. `nil` if one of the two is missing, occurs twice or
    /// has another spelling than in ``query``.
    package init?(query: String) {
        guard let seconds = QueryValues.only("exp", in: query), let signature = QueryValues.only("sig", in: query),
            let number = Int64(seconds), HTTPDate.range.contains(number), String(number) == seconds,
            signature.utf8.count == Self.signatureLength
        else { return nil }
        self.init(expires: HTTPDate(secondsSince1970: number), signature: signature)
    }

    /// `exp=SECONDS&sig=SIGNATURE`. No character needs percent-encoding.
    package var query: String { "exp=\(expires.secondsSince1970)&sig=\(signature)" }

    /// The expiry, without the signature.
    package var description: String { "(link until \(expires.fieldValue))" }

    /// Hides the signature.
    package var customMirror: Mirror { Mirror(self, children: ["expires": expires]) }

    private static let signatureLength = 43
}

/// Creates and verifies signed links.
package struct LinkSigner: Sendable {
    private let key: HMACKey

    /// Creates a signer with a secret of at least 32 bytes; `nil` for a shorter one.
    package init?(key: [UInt8]) {
        guard key.count >= 32 else { return nil }
        self.key = HMACKey(key)
    }

    /// The expiry of a new link with a lifetime of at least `lifetime` (1 second...1 year).
    ///
    /// The expiry is a multiple of `rounding` (1 second...1 year). So a document that is read twice within that time
    /// has the same URLs, and browsers find its sheets in their caches.
    package static func expiry(now: HTTPDate, lifetime: Duration, rounding: Duration = .seconds(3_600)) -> HTTPDate {
        let step = seconds(of: rounding)
        let end = now.secondsSince1970 + seconds(of: lifetime)
        return HTTPDate(secondsSince1970: end + (step - end % step) % step)
    }

    /// Creates a link to a storyboard, or to one of its pictures as `id/name`.
    package func link(to resource: String, expires: HTTPDate) -> SignedLink {
        SignedLink(expires: expires, signature: signature(of: resource, until: expires))
    }

    /// Whether a link allows a request to read this resource now. A link never allows a write, and is invalid from the
    /// second of its expiry on.
    package func allows(_ link: SignedLink, method: HTTPRequest.Method, resource: String, now: HTTPDate) -> Bool {
        // The signature is always computed, so that the response time reveals nothing about the other checks.
        let isOurs = ConstantTime.areEqual(
            Array(signature(of: resource, until: link.expires).utf8), Array(link.signature.utf8))
        return isOurs && now < link.expires && ReadMethod(method) != nil
    }

    private func signature(of resource: String, until expires: HTTPDate) -> String {
        // The message begins with its purpose, so that no other signature with this key is valid as a link. Links of
        // version 1 allowed all files of their storyboard.
        let message = "mosaic link 2 read\n\(expires.secondsSince1970)\n\(resource)"
        return Base64.url(key.code(of: Array(message.utf8)))
    }

    private static func seconds(of duration: Duration) -> Int64 { min(max(duration.components.seconds, 1), 31_536_000) }
}

/// Parses the query parameters that decide on access, so that all code reads them in the same way.
package enum QueryValues {
    /// The decoded value of the only parameter with this name; `nil` if it is missing, occurs twice or cannot be
    /// decoded.
    ///
    /// A plus sign stays a plus sign, because tokens contain it.
    package static func only(_ name: String, in query: String) -> String? {
        var found: String?
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            guard PercentEncoding.decoded(key) == name else { continue }
            guard found == nil, let value = PercentEncoding.decoded(pair[key.endIndex...].dropFirst()) else {
                return nil
            }
            found = value
        }
        return found
    }
}
