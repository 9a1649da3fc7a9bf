import CJPEGOracle

/// libjpeg's view of a JPEG.
enum LibJPEG {
    struct Plane: Equatable {
        let width: Int
        let height: Int
        let samples: [UInt8]
    }

    struct Planes: Equatable {
        let planes: [Plane]
        /// How often libjpeg found something to forgive.
        let warnings: Int
    }

    /// Planes at `eighths`/8; nil where libjpeg gives up.
    static func planes(of jpeg: [UInt8], eighths: Int) -> Planes? {
        var result = CJPEGScaledPlanes()
        defer { cjpegscaled_free(&result) }
        guard cjpegscaled_decode(jpeg, jpeg.count, Int32(eighths), &result) == 1 else { return nil }
        let all = [
            (result.width.0, result.height.0, result.stride.0, result.samples.0),
            (result.width.1, result.height.1, result.stride.1, result.samples.1),
            (result.width.2, result.height.2, result.stride.2, result.samples.2),
        ]
        let planes = all.prefix(Int(result.components)).map { width, height, stride, samples in
            let stored = UnsafeBufferPointer(start: samples, count: Int(stride) * Int(height))
            let rows = (0..<Int(height)).flatMap { stored[($0 * Int(stride))...].prefix(Int(width)) }
            return Plane(width: Int(width), height: Int(height), samples: rows)
        }
        return Planes(planes: planes, warnings: result.warnings)
    }

    struct Component {
        let across: Int
        let down: Int
        /// 64 numbers a block, row by row, in natural order.
        let coefficients: [Int16]
    }

    struct Coefficients {
        let width: Int
        let height: Int
        let components: [Component]
        let warnings: Int
    }

    /// Quantized coefficients; nil where libjpeg gives up.
    static func coefficients(of jpeg: [UInt8]) -> Coefficients? {
        var result = CJPEGOracleCoefficients()
        guard cjpegoracle_read_coefficients(jpeg, jpeg.count, &result) == 1 else { return nil }
        defer { cjpegoracle_free_coefficients(&result) }
        let all = [
            (result.blocks_across.0, result.blocks_down.0, result.blocks.0),
            (result.blocks_across.1, result.blocks_down.1, result.blocks.1),
            (result.blocks_across.2, result.blocks_down.2, result.blocks.2),
        ]
        let components = all.prefix(Int(min(result.components, 3))).map { across, down, blocks in
            Component(
                across: Int(across), down: Int(down),
                coefficients: Array(UnsafeBufferPointer(start: blocks, count: Int(across) * Int(down) * 64)))
        }
        return Coefficients(
            width: Int(result.width), height: Int(result.height), components: components, warnings: result.warnings)
    }

    /// The same coefficients in progressive scans.
    static func transcoded(_ jpeg: [UInt8], _ scans: [CJPEGScan]) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard cjpegscaled_transcode(jpeg, jpeg.count, scans, Int32(scans.count), &bytes, &count) == 1 else {
            return nil
        }
        defer { cjpegoracle_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
