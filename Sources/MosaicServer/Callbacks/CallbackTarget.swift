import Foundation
import Mosaic
import WebOrigins

/// The URL and the secret of callbacks, checked once.
struct CallbackTarget: Sendable {
    /// An `http` or `https` URL.
    let url: String
    /// Whether it may lead to addresses that are not public.
    let allowsPrivateAddresses: Bool
    private let key: HMACKey

    /// The shortest secret, in bytes: the length of the hash.
    private static let shortestSecret = 32

    /// Checks the settings; nil where no callbacks are sent.
    ///
    /// - Throws: `invalidSettings`.
    init?(_ settings: CallbackSettings) throws(MosaicError) {
        guard let url = settings.url else { return nil }
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
        else { throw Self.invalid("on-complete", "It has to be an http:// or https:// URL with a host, not '\(url)'.") }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw Self.invalid("on-complete", "The URL has neither a user nor a fragment: the signature is the proof.")
        }
        guard settings.allowsPrivateAddresses || !HostName(ofURL: host).isPrivate else {
            throw Self.invalid("on-complete", "\(host) is a private address: that takes --on-complete-private.")
        }
        guard let secret = settings.secret?.text, secret.utf8.count >= Self.shortestSecret else {
            let count = settings.secret?.text.utf8.count ?? 0
            let fault =
                count > 0
                ? Secret.tooShort(count, minimum: Self.shortestSecret)
                : "It is not set, and callbacks are signed with it: MOSAIC_ON_COMPLETE_SECRET takes "
                    + "\(Self.shortestSecret) bytes or more, and \(Secret.advice)."
            throw Self.invalid("on_complete_secret", fault)
        }
        self.url = url
        allowsPrivateAddresses = settings.allowsPrivateAddresses
        key = HMACKey(Array(secret.utf8))
    }

    /// The value of `X-Mosaic-Signature`: the time and the signature of time, a dot and the body.
    ///
    /// - Parameter seconds: Since 1970.
    func signature(of body: [UInt8], at seconds: Int64) -> String {
        "t=\(seconds),v1=\(Hexadecimal.text(of: key.code(of: Array("\(seconds).".utf8) + body)))"
    }

    private static func invalid(_ setting: String, _ reason: String) -> MosaicError {
        MosaicError(.invalidSettings, setting, reason)
    }
}
