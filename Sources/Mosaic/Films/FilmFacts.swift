package import FilmProtocol
import Foundation
package import WebVTT

/// The facts about a film that media servers need.
package struct FilmFacts: Hashable, Sendable {
    /// Width of a coded picture, in samples.
    package let codedWidth: Int
    /// The film's length; nil if it is not known.
    package let length: Timestamp?

    package init(codedWidth: Int, length: Timestamp?) {
        self.codedWidth = codedWidth
        self.length = length
    }

    private init(of header: FilmHeader) { self.init(codedWidth: header.codedWidth, length: header.length) }

    /// Opens a film and reads its facts.
    ///
    /// - Throws: errors of ``FilmReader/opened()``.
    package init(of path: String) async throws {
        let reader = FilmReader(ScreenshotSource(folder: path), of: path)
        self = try await reader.close(after: { FilmFacts(of: try await reader.opened().header) })
    }

    /// Reads the facts about the film of a listing from its reader; nil if the source is not a film.
    package init?(of listing: ScreenshotListing) async throws {
        guard let reader = listing.reader as? FilmReader else { return nil }
        self.init(of: try await reader.opened().header)
    }
}

extension FilmHeader {
    /// Maximum time in a film, in microseconds.
    static let latest = Timestamp.latest.milliseconds * 1_000
    /// Maximum length of a text, such as a title, in bytes.
    private static let longestLine = 10_000
    /// Maximum number of remarks on a film.
    private static let mostRemarks = 100

    /// Reads the header's JSON and checks all numbers and lengths.
    ///
    /// - Throws: `FilmFailure` with `records`.
    init(checking json: [UInt8]) throws {
        do {
            self = try JSONDecoder().decode(FilmHeader.self, from: Data(json))
        } catch {
            throw FilmFailure(.records, "The header is not the JSON of one.")
        }
        if let fault { throw FilmFailure(.records, fault) }
    }

    /// A sentence on the first invalid value; nil if all values are valid.
    private var fault: String? {
        let sides = 1...FilmRequest.longestSide
        for side in [codedWidth, codedHeight, width, height] where !sides.contains(side) {
            return "A picture of \(width)x\(height) is not within 1...\(FilmRequest.longestSide)."
        }
        guard sampleAspect.count == 2, sampleAspect.allSatisfy({ $0 > 0 }) else { return "A sample has no aspect." }
        guard [0, 90, 180, 270].contains(rotation) else { return "A picture is turned by \(rotation) degrees." }
        if let duration, !(0...Self.latest).contains(duration) { return "A film of \(duration) us is too long." }
        guard chapters.count <= Self.mostChapters else { return "\(chapters.count) chapters are too many." }
        guard chapters.allSatisfy({ (0...Self.latest).contains($0.start) }),
            zip(chapters, chapters.dropFirst()).allSatisfy({ $0.start <= $1.start })
        else { return "The chapters are not in order." }
        let titles = chapters.compactMap(\.titles)
        guard titles.allSatisfy({ $0.count <= Self.mostTitles }) else { return "A chapter has too many titles." }
        guard remarks.count <= Self.mostRemarks else { return "\(remarks.count) remarks are too many." }
        let named = titles.joined().flatMap { [$0.language, $0.text] }
        let texts = [container, codec] + remarks + chapters.compactMap(\.title) + named
        guard texts.allSatisfy({ $0.utf8.count <= Self.longestLine }) else { return "A text is too long." }
        return nil
    }

    /// The film's length; nil if it is not known.
    package var length: Timestamp? { duration.map { Timestamp(microseconds: $0) } }
}

extension Timestamp {
    /// Rounds to the nearest millisecond.
    init(microseconds: Int64) {
        self.init(milliseconds: microseconds / 1_000 + (microseconds % 1_000 >= 500 ? 1 : 0))
    }

    /// Microseconds from media start.
    var microseconds: Int64 { milliseconds * 1_000 }
}
