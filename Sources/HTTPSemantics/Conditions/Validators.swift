/// What conditions are held against: how one version of a representation is told from the next.
///
/// See [RFC 9110, section 8.8](https://www.rfc-editor.org/rfc/rfc9110#section-8.8).
package struct Validators: Hashable, Sendable {
    /// The version's name.
    package let entityTag: EntityTag?
    /// When it became what it is.
    let lastModified: HTTPDate?
    /// Whether it is sure that there were no two versions within one second, so that a date tells versions apart.
    let hasStrongDate: Bool

    /// Takes what is known; a date is strong only for what never changes.
    package init(entityTag: EntityTag?, lastModified: HTTPDate? = nil, hasStrongDate: Bool = false) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.hasStrongDate = hasStrongDate
    }
}
