internal import TiledJPEG

/// The scale of decoding: the smallest one that still covers the visible part.
struct DecodingPlan: Hashable {
    /// The part that is shown, in stored pixels.
    let source: PixelSize
    /// The pixels that it fills on the tile, as stored.
    let target: PixelSize

    init(_ placement: StoredPlacement) {
        source = placement.source.size
        target = placement.storedTarget
    }

    /// The smallest DCT scale in eighths, 1, 2, 4 or 8, that leaves nothing to enlarge; 8 where everything has to be.
    var eighths: Int {
        [1, 2, 4].first { covers(source.width * $0 / 8, source.height * $0 / 8) } ?? 8
    }

    /// The largest power of two, 1...128, by which boxes of pixels can be averaged with nothing left to enlarge.
    var boxSide: Int {
        [128, 64, 32, 16, 8, 4, 2].first { covers(source.width / $0, source.height / $0) } ?? 1
    }

    private func covers(_ width: Int, _ height: Int) -> Bool { width >= target.width && height >= target.height }
}
