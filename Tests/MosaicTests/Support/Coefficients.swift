import CJPEGOracle

/// The quantized coefficients of a JPEG, as libjpeg reads them: one list for each component.
struct Coefficients: Equatable {
    private let components: [[Int16]]

    /// Nil where libjpeg gives up, or finds something to forgive.
    init?(of jpeg: [UInt8]) {
        var result = CJPEGOracleCoefficients()
        guard cjpegoracle_read_coefficients(jpeg, jpeg.count, &result) == 1 else { return nil }
        defer { cjpegoracle_free_coefficients(&result) }
        guard result.warnings == 0, result.components == 3 else { return nil }
        let (across, down, blocks) = (result.blocks_across, result.blocks_down, result.blocks)
        let planes = [(across.0, down.0, blocks.0), (across.1, down.1, blocks.1), (across.2, down.2, blocks.2)]
        components = planes.map { Array(UnsafeBufferPointer(start: $2, count: 64 * Int($0) * Int($1))) }
    }
}
