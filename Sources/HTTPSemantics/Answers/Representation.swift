package import HTTPTypes

/// One version of a body, told apart from its bytes: what is known before the first one is read.
package struct Representation: Hashable, Sendable {
    /// The body's length in bytes.
    let count: Int
    /// How its versions are told apart.
    package let validators: Validators
    /// What goes with the whole body; made once, so that an answer from memory copies no text.
    package let fields: HTTPFields
    /// What goes with 304: what a cache needs to bring its copy up to date.
    ///
    /// See [RFC 9110, section 15.4.5](https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5).
    let notModifiedFields: HTTPFields

    /// Describes a body of `count` bytes, 0 or more.
    ///
    /// - Parameters:
    ///   - contentLocation: The URL of this very version, where the request's own is not.
    ///   - readers: Who may read it; links that carry a right to read are not passed on in `Referer`.
    package init(
        count: Int, type: ContentType, entityTag: EntityTag?, lastModified: HTTPDate? = nil, caching: Caching,
        readers: ReadAccess = .anyone, contentLocation: String? = nil
    ) {
        self.count = count
        validators = Validators(
            entityTag: entityTag, lastModified: lastModified, hasStrongDate: caching == .immutable)
        var kept = HTTPFields()
        kept[.eTag] = entityTag?.fieldValue
        kept[.cacheControl] = caching.fieldValue(for: readers)
        kept[.contentLocation] = contentLocation
        var whole = kept
        whole[.contentType] = type.rawValue
        whole[.contentLength] = String(count)
        whole[.lastModified] = lastModified?.fieldValue
        whole[.acceptRanges] = "bytes"
        whole[.xContentTypeOptions] = "nosniff"
        if readers == .tokenHolders { whole[.referrerPolicy] = "no-referrer" }
        fields = whole
        // A date tells a cache nothing that the tag does not tell better.
        if entityTag == nil { kept[.lastModified] = lastModified?.fieldValue }
        notModifiedFields = kept
    }
}

extension HTTPField.Name {
    /// What a page tells others about where it was.
    static let referrerPolicy = constant("Referrer-Policy")

    /// A name that is one for certain, because it stands in this code.
    package static func constant(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field's name.") }
        return name
    }
}
