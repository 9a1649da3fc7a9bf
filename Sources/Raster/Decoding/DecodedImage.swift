internal import ImageHeaders

/// A picture as far as it could be decoded, still lying as it is stored.
///
/// Its planes are the decoder's own until the next picture; a decoder never writes to planes that somebody still holds.
struct DecodedImage {
    let header: ImageHeader
    let image: PlanarImage
    let findings: DecodingFindings
    let decoding: MadeTile.Decoding
}

/// What a decoder forgave.
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
