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
