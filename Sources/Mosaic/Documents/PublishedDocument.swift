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

extension PublishedDocument {
    /// All documents in the order of publication. Players read the track, so it is last: the commit point.
    package static let all: [PublishedDocument] = [record, preview, track]

    /// The record, which all others are made of.
    package static let record = PublishedDocument("record", [.record], .always)

    /// A page to look at the storyboard.
    package static let preview = PublishedDocument(
        "preview", [.preview], .onRequest(summary: "a page with film strip and scrub bar"))

    /// The cue track.
    package static let track = PublishedDocument("track", [.track], .always)
}

extension DocumentFile {
    /// `mosaic.json`.
    package static let record = DocumentFile(Storyboard.recordName, .json, .published) { storyboard, _ in
        storyboard.record()
    }

    /// `preview.html`. A server makes a page that follows a growing storyboard.
    package static let preview = DocumentFile(
        "preview.html", .html, .made(as: "preview"), recognize: { PreviewPage($1).isShown(by: $0) },
        make: { storyboard, options in
            Array(PreviewPage(storyboard, film: options.film, exports: options.exports).html().utf8)
        })

    /// `thumbnails.vtt`.
    package static let track = DocumentFile(Storyboard.trackName, .vtt, .fitted) { storyboard, options in
        storyboard.trackDocument(options)
    }
}
