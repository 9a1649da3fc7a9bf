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
        isReplaceable: PreviewPage.isPage,
        make: { storyboard, options in
            Array(PreviewPage(storyboard, film: options.film, exports: options.exports).html().utf8)
        })

    /// `thumbnails.vtt`.
    package static let track = DocumentFile(Storyboard.trackName, .vtt, .fitted) { storyboard, options in
        storyboard.trackDocument(options)
    }
}

/// One file of a document: its name, and how its bytes are made of a storyboard.
package struct DocumentFile: Sendable {
    /// How a server answers requests for it.
    package enum Serving: Hashable, Sendable {
        /// As published.
        case published
        /// As published, or made of the record where a request needs other URLs or fewer cues (`?max=`).
        case fitted
        /// Under another name, by a route that makes it of the record and of facts that are not published.
        case made(as: String)
    }

    /// The file's name in the storyboard's folder.
    package let name: String
    package let type: ContentType
    package let serving: Serving
    private let recognize: @Sendable ([UInt8], Storyboard) -> Bool
    fileprivate let isReplaceable: @Sendable ([UInt8]) -> Bool
    private let make: @Sendable (Storyboard, DocumentOptions) -> [UInt8]

    /// - Parameters:
    ///   - recognize: Whether bytes are the file of a storyboard, also where another version wrote it; nil where only
    ///     equal bytes are.
    ///   - isReplaceable: Whether a publication may replace a file with such bytes.
    ///   - make: Makes the file; the same storyboard and options give the same bytes.
    package init(
        _ name: String, _ type: ContentType, _ serving: Serving,
        recognize: (@Sendable ([UInt8], Storyboard) -> Bool)? = nil,
        isReplaceable: @escaping @Sendable ([UInt8]) -> Bool = { _ in true },
        make: @escaping @Sendable (Storyboard, DocumentOptions) -> [UInt8]
    ) {
        self.name = name
        self.type = type
        self.serving = serving
        self.recognize = recognize ?? { $0 == make($1, DocumentOptions()) }
        self.isReplaceable = isReplaceable
        self.make = make
    }

    /// The last part of its path on a server.
    package var servedName: String {
        switch serving {
        case .published, .fitted: name
        case .made(let other): other
        }
    }

    /// The file of a storyboard. O(tiles).
    package func bytes(of storyboard: Storyboard, _ options: DocumentOptions = DocumentOptions()) -> [UInt8] {
        make(storyboard, options)
    }

    /// Whether bytes are the file of a storyboard.
    func isRecognized(_ bytes: [UInt8], of storyboard: Storyboard) -> Bool { recognize(bytes, storyboard) }
}

/// How a document differs from the published one; by default not at all.
package struct DocumentOptions: Sendable {
    /// The URLs of the storyboard's files; nil for those of the record's settings.
    package var urls: FileURLs?
    /// The most cues, 1 or more, besides the limit of the record's settings; nil for no other limit.
    package var maximumCues: Int?
    /// The film's URL on a preview page; nil for a page without it.
    package var film: String?
    /// Exports beside it, which a preview page names.
    package var exports: [Export]

    package init(
        urls: FileURLs? = nil, maximumCues: Int? = nil, film: String? = nil, exports: [Export] = []
    ) {
        self.urls = urls
        self.maximumCues = maximumCues
        self.film = film
        self.exports = exports
    }
}

extension StoryboardPublisher {
    /// The longest foreign file that is read, in bytes.
    private static let longestPage = 64 << 20

    /// Refuses to replace foreign files by requested documents.
    ///
    /// - Throws: `refused`; what the store throws.
    func refuseForeign(_ documents: Set<PublishedDocument>) async throws {
        for file in documents.filter({ $0.writing != .always }).flatMap(\.files) {
            guard let status = try await store.status(of: key(file.name)) else { continue }
            let isShort = status.bytes <= Self.longestPage
            let bytes = isShort ? try await store.read(key(file.name), limit: Self.longestPage) : nil
            guard bytes.map(file.isReplaceable) ?? false else {
                throw MosaicError(.refused, file.name, "Another file has the name; move it, or leave out the page.")
            }
        }
    }
}
