/// A whole body in memory with everything that is said about it.
package struct StoredAnswer: Hashable, Sendable {
    /// What is said about it.
    package let representation: Representation
    /// The body.
    package let body: [UInt8]

    /// Describes and keeps `body`.
    package init(
        body: [UInt8], type: ContentType, entityTag: EntityTag?, lastModified: HTTPDate? = nil, caching: Caching,
        readers: ReadAccess = .anyone, contentLocation: String? = nil
    ) {
        self.body = body
        representation = Representation(
            count: body.count, type: type, entityTag: entityTag, lastModified: lastModified, caching: caching,
            readers: readers, contentLocation: contentLocation)
    }
}
