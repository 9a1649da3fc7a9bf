/// A document made from a storyboard and published next to its sheets, with one or more files.
///
/// Publishing, removal, routes, links and flags iterate over ``all``.
package struct PublishedDocument: Hashable, Sendable {
    /// When a publication writes a document.
    package enum Writing: Hashable, Sendable {
        /// Always. Files with its names belong to the storyboard.
        case always
        /// If a publication requests the document. A file with one of its names may be foreign, and is then kept.
        ///
        /// `summary` describes the document in help texts.
        case onRequest(summary: String)
    }

    /// The document's unique name, in flags and in the keys of links.
    package let name: String
    /// The files, in the order of publication; links refer to the first.
    package let files: [DocumentFile]
    package let writing: Writing

    package init(_ name: String, _ files: [DocumentFile], _ writing: Writing) {
        self.name = name
        self.files = files
        self.writing = writing
    }

    /// Whether a publication that requests some documents writes this one.
    package func isWritten(requesting requested: Set<PublishedDocument>) -> Bool {
        writing == .always || requested.contains(self)
    }

    package static func == (one: PublishedDocument, other: PublishedDocument) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension PublishedDocument {
    /// All documents in the order of publication. Players read the track, so it is last: the commit point.
    package static let all: [PublishedDocument] = [record, preview, track]

    /// The record, from which all other documents are made.
    package static let record = PublishedDocument("record", [.record], .always)

    /// The preview page.
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

    /// `preview.html`. A server makes another page, which follows a growing storyboard.
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

/// One file of a document: its name, and the function that makes its bytes from a storyboard.
package struct DocumentFile: Sendable {
    /// How a server responds to a request for the file.
    package enum Serving: Hashable, Sendable {
        /// With the published file.
        case published
        /// With the published file, or with one made from the record if a request needs other URLs or fewer cues
        /// (`?max=`).
        case fitted
        /// By a route under another name, which makes the file from the record and from unpublished facts.
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
    ///   - recognize: Whether bytes are the file of a storyboard, even from another version of this program. Nil
    ///     recognizes equal bytes only.
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

    /// The last part of the file's path on a server.
    package var servedName: String {
        switch serving {
        case .published, .fitted: name
        case .made(let other): other
        }
    }

    /// The file's bytes for a storyboard. O(tiles).
    package func bytes(of storyboard: Storyboard, _ options: DocumentOptions = DocumentOptions()) -> [UInt8] {
        make(storyboard, options)
    }

    /// Whether bytes are this file of a storyboard.
    func isRecognized(_ bytes: [UInt8], of storyboard: Storyboard) -> Bool { recognize(bytes, storyboard) }
}

/// Options of a document; the defaults give the published document.
package struct DocumentOptions: Sendable {
    /// The URLs of the storyboard's files; nil for the URLs of the recorded settings.
    package var urls: FileURLs?
    /// Maximum number of cues, 1 or more, in addition to the recorded limit; nil for no further limit.
    package var maximumCues: Int?
    /// The film's URL on a preview page; nil for a page without the film.
    package var film: String?
    /// The exports that a preview page links to.
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
    /// Maximum size of a foreign file that is read, in bytes.
    private static let longestPage = 64 << 20

    /// Refuses to replace foreign files by requested documents.
    ///
    /// - Parameter known: The files of an earlier call, which are not read again while they have the same version.
    /// - Returns: The metadata of the existing files that the documents replace.
    /// - Throws: `refused`, errors of the store.
    @discardableResult
    func refuseForeign(
        _ documents: Set<PublishedDocument>, except known: Set<ObjectStatus> = []
    ) async throws -> Set<ObjectStatus> {
        var found: Set<ObjectStatus> = []
        for file in documents.filter({ $0.writing != .always }).flatMap(\.files) {
            guard let status = try await store.status(of: key(file.name)) else { continue }
            found.insert(status)
            if status.version != nil, known.contains(status) { continue }
            let isShort = status.bytes <= Self.longestPage
            let bytes = isShort ? try await store.read(key(file.name), limit: Self.longestPage) : nil
            guard bytes.map(file.isReplaceable) ?? false else {
                throw MosaicError(.refused, file.name, "Another file has the name; move it, or leave out the page.")
            }
        }
        return found
    }
}
