/// The validators that conditions are compared with: they identify a version of a representation.
///
/// See [RFC 9110, section 8.8](https://www.rfc-editor.org/rfc/rfc9110#section-8.8).
package struct Validators: Hashable, Sendable {
    /// The version's name.
    package let entityTag: EntityTag?
    /// When this version was made.
    let lastModified: HTTPDate?
    /// Whether there were certainly no two versions within one second, so that a date identifies a version.
    let hasStrongDate: Bool

    /// Joins validators; a date is strong only for resources that never change.
    package init(entityTag: EntityTag?, lastModified: HTTPDate? = nil, hasStrongDate: Bool = false) {
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.hasStrongDate = hasStrongDate
    }
}
