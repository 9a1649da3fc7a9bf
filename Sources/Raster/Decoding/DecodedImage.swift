internal import TiledJPEG

/// A decoded picture in its stored orientation.
///
/// The decoder reuses its planes for the next picture; it never writes to planes with other references.
struct DecodedImage {
    let header: ImageHeader
    let image: PlanarImage
    let findings: DecodingFindings
    let decoding: MadeTile.Decoding
}

/// Faults that a decoder tolerated.
struct DecodingFindings: Hashable {
    /// Whether parts of the picture are wrong or missing.
    var isDamaged = false
    /// One sentence each, damage first.
    var warnings: [String] = []

    mutating func damage(_ sentence: String) {
        isDamaged = true
        warnings.append(sentence)
    }
}
