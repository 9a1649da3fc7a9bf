package import HTTPTypes
import Mosaic
import PlayerFormats

/// Permission to read one storyboard, or one picture of it, until an expiry, as the query of a URL.
package struct SignedLink: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The end of the right.
    package let expires: HTTPDate
    /// 43 characters: 32 bytes of HMAC-SHA256 in base64url.
    let signature: String

    /// Joins both; the signer checks whether they belong together.
    init(expires: HTTPDate, signature: String) {
        self.expires = expires
        self.signature = signature
    }

    /// Parses `exp=SECONDS&sig=SIGNATURE` among other parameters; nil where one is missing, occurs twice, or is not
    /// spelled as ``query`` spells it.
    package init?(query: String) {
        guard let seconds = QueryValues.only("exp", in: query), let signature = QueryValues.only("sig", in: query),
            let number = Int64(seconds), HTTPDate.range.contains(number), String(number) == seconds,
            signature.utf8.count == Self.signatureLength
        else { return nil }
        self.init(expires: HTTPDate(secondsSince1970: number), signature: signature)
    }

    /// `exp=SECONDS&sig=SIGNATURE`, without characters that a URL would have to escape.
    package var query: String { "exp=\(expires.secondsSince1970)&sig=\(signature)" }

    /// The time, and nothing of the signature.
    package var description: String { "(link until \(expires.fieldValue))" }

    /// Hides the signature.
    package var customMirror: Mirror { Mirror(self, children: ["expires": expires]) }

    private static let signatureLength = 43
}

/// Mints and checks signed links.
package struct LinkSigner: Sendable {
    private let key: HMACKey

    /// Takes a secret of at least 32 bytes; nil for a shorter one.
    package init?(key: [UInt8]) {
        guard key.count >= 32 else { return nil }
        self.key = HMACKey(key)
    }

    /// The expiry of a link that is issued now with a lifetime of at least `lifetime` (1 second...1 year).
    ///
    /// It is a multiple of `rounding` (1 second...1 year), so that a document that is read twice within that time has
    /// the same URLs, and browsers find its sheets in their caches.
    package static func expiry(now: HTTPDate, lifetime: Duration, rounding: Duration = .seconds(3_600)) -> HTTPDate {
        let step = seconds(of: rounding)
        let end = now.secondsSince1970 + seconds(of: lifetime)
        return HTTPDate(secondsSince1970: end + (step - end % step) % step)
    }

    /// Issues a link to a storyboard, or to one picture of it as `id/name`.
    package func link(to resource: String, expires: HTTPDate) -> SignedLink {
        SignedLink(expires: expires, signature: signature(of: resource, until: expires))
    }

    /// Whether a link allows a request to read this resource now; never a write, and not in the second of its expiry.
    package func allows(_ link: SignedLink, method: HTTPRequest.Method, resource: String, now: HTTPDate) -> Bool {
        // The signature is checked in any case, so that the time reveals nothing about the other checks.
        let isOurs = ConstantTime.areEqual(
            Array(signature(of: resource, until: link.expires).utf8), Array(link.signature.utf8))
        return isOurs && now < link.expires && ReadMethod(method) != nil
    }

    private func signature(of resource: String, until expires: HTTPDate) -> String {
        // The purpose comes first, so that no other signature of this key is taken for a link. Links of version 1
        // opened everything of their storyboard.
        let message = "mosaic link 2 read\n\(expires.secondsSince1970)\n\(resource)"
        return Base64.url(key.code(of: Array(message.utf8)))
    }

    private static func seconds(of duration: Duration) -> Int64 { min(max(duration.components.seconds, 1), 31_536_000) }
}

/// Parses the parameters of a query that decide about access, where two parsers must never differ.
package enum QueryValues {
    /// The decoded value of the only parameter with this name; nil without one, with several, or where it cannot be
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
