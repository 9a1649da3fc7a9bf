/// A whole body in memory with its metadata.
package struct StoredAnswer: Hashable, Sendable {
    /// The metadata of the body.
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
