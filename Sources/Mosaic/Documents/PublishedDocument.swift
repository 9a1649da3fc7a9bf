/// A document that is made of a storyboard and published beside its sheets: one file, or several that belong together.
///
/// Publishing, removal, routes, links and flags iterate over ``all``.
package struct PublishedDocument: Hashable, Sendable {
    /// When a publication writes a document.
    package enum Writing: Hashable, Sendable {
        /// Always. A file of its names belongs to the storyboard.
        case always
        /// Where a publication asks for it. A file of its names may also be foreign, and then stays.
        ///
        /// The summary says in help texts what the document is.
        case onRequest(summary: String)
    }

    /// Its name in flags and in the keys of links, different from that of every other document.
    package let name: String
    /// The files, in the order of publication; links name the first.
    package let files: [DocumentFile]
    package let writing: Writing

    package init(_ name: String, _ files: [DocumentFile], _ writing: Writing) {
        self.name = name
        self.files = files
        self.writing = writing
    }

    /// Whether a publication that asks for some documents writes this one.
    package func isWritten(requesting requested: Set<PublishedDocument>) -> Bool {
        writing == .always || requested.contains(self)
    }

    package static func == (one: PublishedDocument, other: PublishedDocument) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
