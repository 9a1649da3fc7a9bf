import CJPEGOracle
import ScaledJPEG
import TiledJPEG

/// Invariants of the decoder for every input.
enum DecodingCheck {
    /// Ends the process where something does not hold.
    ///
    /// - Parameter hasNeighbours: Whether the file is decoded once more, between others and with thorough tables.
    static func check(_ file: [UInt8], _ scale: JPEGScale, hasNeighbours: Bool) {
        let decoder = ScaledJPEGDecoder()
        let alone = decoder.decode([file], at: scale)[0]
        if hasNeighbours {
            // None of the three must notice the others.
            let three = decoder.decode([healthy, file, healthy], at: scale)
            precondition(three[1] == alone, "neighbours change a file")
            let neighbour = decoder.decode([healthy], at: scale)[0]
            precondition(three[0] == neighbour && three[2] == neighbour, "a file changes its neighbours")
        }
        guard case .success(let picture) = alone else { return }
        let samples = picture.planes.reduce(0) { $0 + $1.samples.count }
        // 64 samples a byte, and less than one MCU row and column of padding.
        precondition(samples <= 64 * file.count + 3 * 32 * (picture.size.width + picture.size.height + 64))
        let theirs = LibJPEGView(file, scale)
        precondition(theirs?.warnings == 0, "libjpeg would have had something to say")
    }

    private static let healthy = HealthyFile.bytes
}

/// How libjpeg sees a file.
struct LibJPEGView {
    let warnings: Int

    /// Nil where libjpeg gives up.
    init?(_ file: [UInt8], _ scale: JPEGScale) {
        var planes = CJPEGScaledPlanes()
        defer { cjpegscaled_free(&planes) }
        guard cjpegscaled_decode(file, file.count, Int32(scale.rawValue), &planes) == 1 else { return nil }
        warnings = planes.warnings
    }
}

/// A file in order, to be decoded beside the others.
enum HealthyFile {
    static let bytes: [UInt8] = {
        var recipe = CJPEGOracleRecipe()
        recipe.width = 40
        recipe.height = 24
        recipe.components = 3
        recipe.horizontal = (2, 1, 1, 1)
        recipe.vertical = (2, 1, 1, 1)
        recipe.quality = 70
        let samples = (0..<40 * 24 * 3).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        precondition(cjpegoracle_encode(&recipe, samples, &bytes, &count) == 1)
        defer { cjpegoracle_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }()
}
