import FilmProtocol
package import WebVTT

/// The facts about a film that media servers go by.
package struct FilmFacts: Hashable, Sendable {
    /// Samples of a coded picture from left to right.
    package let codedWidth: Int
    /// The film's length; nil if it is not known.
    package let length: Timestamp?

    package init(codedWidth: Int, length: Timestamp?) {
        self.codedWidth = codedWidth
        self.length = length
    }

    private init(of header: FilmHeader) { self.init(codedWidth: header.codedWidth, length: header.length) }

    /// Opens a film for its facts.
    ///
    /// - Throws: what ``FilmReader/opened()`` throws.
    package init(of path: String) async throws {
        let reader = FilmReader(ScreenshotSource(folder: path), of: path)
        self = try await reader.close(after: { FilmFacts(of: try await reader.opened().header) })
    }

    /// The facts about the film of a listing, whose program runs; nil for another source.
    package init?(of listing: ScreenshotListing) async throws {
        guard let reader = listing.reader as? FilmReader else { return nil }
        self.init(of: try await reader.opened().header)
    }
}
