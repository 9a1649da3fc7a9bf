package import WebVTT

/// How much work the films of a batch are, estimated from a sample of them.
package struct FilmEstimate: Hashable, Sendable {
    /// The films.
    package let films: Int
    /// Their length in bytes.
    package let bytes: Int
    /// Their playing time.
    package let duration: Timestamp
    /// Tiles of their storyboards.
    package let tiles: Int
    /// Bytes of their sheets; nil where no frame could be measured.
    package let sheetBytes: Int?
    /// Seconds to compose all of them; nil where no frame could be measured.
    package let seconds: Double?
    /// Maximum number of films composed at a time.
    package let filmsAtATime: Int
    /// Where the numbers come from.
    package let basis: Basis

    /// The examined sample.
    package struct Basis: Hashable, Sendable, Encodable {
        /// Films whose headers were read.
        package let opened: Int
        /// Films among the sample that could not be read.
        package let unreadable: Int
        /// Films of which frames were read and encoded.
        package let measured: Int
        /// Those frames.
        package let frames: Int

        private enum CodingKeys: String, CodingKey {
            case unreadable, frames
            case opened = "films_opened"
            case measured = "films_measured"
        }
    }
}

extension FilmEstimate: Encodable {
    private enum CodingKeys: String, CodingKey {
        case films, bytes, tiles, basis
        case duration = "film_ms"
        case sheetBytes = "sheet_bytes"
        case seconds = "expected_s"
        case filmsAtATime = "films_at_a_time"
    }
}
