package import HTTPTypes

/// The metadata of a body: all that is known before its first byte is read.
package struct Representation: Hashable, Sendable {
    /// The body's length in bytes.
    let count: Int
    /// The validators of this version.
    package let validators: Validators
    /// The fields of an answer with the whole body; made once, so that an answer from memory copies no text.
    package let fields: HTTPFields
    /// The fields of 304, with which a cache updates its copy.
    ///
    /// See [RFC 9110, section 15.4.5](https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5).
    let notModifiedFields: HTTPFields

    /// Describes a body of `count` bytes, 0 or more.
    ///
    /// - Parameters:
    ///   - type: The value of `Content-Type`.
    ///   - contentLocation: The URL of this version, where it is not the requested one.
    ///   - readers: Who may read it; for protected resources the links are not passed on in `Referer`.
    package init(
        count: Int, type: String, entityTag: EntityTag?, lastModified: HTTPDate? = nil, caching: Caching,
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
        whole[.contentType] = type
        whole[.contentLength] = String(count)
        whole[.lastModified] = lastModified?.fieldValue
        whole[.acceptRanges] = "bytes"
        whole[.xContentTypeOptions] = "nosniff"
        if readers == .tokenHolders { whole[.referrerPolicy] = "no-referrer" }
        fields = whole
        // A cache needs no date beside the tag.
        if entityTag == nil { kept[.lastModified] = lastModified?.fieldValue }
        notModifiedFields = kept
    }
}

extension HTTPField.Name {
    /// The part of a page's address that its requests carry.
    static let referrerPolicy = constant("Referrer-Policy")

    /// A name that is valid because it is a literal of this code.
    package static func constant(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field's name.") }
        return name
    }
}
