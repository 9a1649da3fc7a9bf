package import HTTPTypes
import Mosaic
import PlayerFormats

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
