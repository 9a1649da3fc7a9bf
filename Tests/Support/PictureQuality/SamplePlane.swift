import CJPEGOracle

/// One component of a picture, as numbers that need not be whole.
package struct SamplePlane: Equatable {
    package let width: Int
    package let height: Int
    /// `height` rows of `width`.
    package let samples: [Double]

    package init(width: Int, height: Int, samples: [Double]) {
        precondition(samples.count == width * height, "\(samples.count) samples are not \(width)x\(height)")
        self.width = width
        self.height = height
        self.samples = samples
    }

    /// Takes `height` rows of bytes that are `stride` apart.
    package init(width: Int, height: Int, stride: Int, bytes: some RandomAccessCollection<UInt8>) {
        let rows = (0..<height).flatMap { bytes.dropFirst($0 * stride).prefix(width) }
        self.init(width: width, height: height, samples: rows.map(Double.init))
    }

    /// Components decoded by libjpeg at `eighths`/8, each in libjpeg's size; `nil` if libjpeg fails.
    package static func decoded(_ jpeg: [UInt8], eighths: Int) -> [SamplePlane]? {
        var result = CJPEGScaledPlanes()
        defer { cjpegscaled_free(&result) }
        guard cjpegscaled_decode(jpeg, jpeg.count, Int32(eighths), &result) == 1 else { return nil }
        let all = [
            (result.width.0, result.height.0, result.stride.0, result.samples.0),
            (result.width.1, result.height.1, result.stride.1, result.samples.1),
            (result.width.2, result.height.2, result.stride.2, result.samples.2),
        ]
        return all.prefix(Int(result.components)).map { width, height, stride, samples in
            SamplePlane(
                width: Int(width), height: Int(height), stride: Int(stride),
                bytes: UnsafeBufferPointer(start: samples, count: Int(stride) * Int(height)))
        }
    }

    /// The plane reduced by Lanczos filters; itself where it has that size.
    package func reduced(toWidth reducedWidth: Int, height reducedHeight: Int) -> SamplePlane {
        let lower = reducedHeight == height ? self : reduced(toHeight: reducedHeight)
        return reducedWidth == width ? lower : lower.reduced(toWidth: reducedWidth)
    }

    private func reduced(toHeight reduced: Int) -> SamplePlane {
        var result: [Double] = []
        result.reserveCapacity(width * reduced)
        for taps in LanczosFilter(from: height, to: reduced).taps {
            var row = [Double](repeating: 0, count: width)
            for (number, weight) in taps.weights.enumerated() {
                let start = (taps.first + number) * width
                for x in 0..<width { row[x] += weight * samples[start + x] }
            }
            result += row
        }
        return SamplePlane(width: width, height: reduced, samples: result)
    }

    private func reduced(toWidth reduced: Int) -> SamplePlane {
        let filter = LanczosFilter(from: width, to: reduced)
        var result: [Double] = []
        result.reserveCapacity(reduced * height)
        for start in stride(from: 0, to: samples.count, by: width) {
            for taps in filter.taps {
                var value = 0.0
                for (number, weight) in taps.weights.enumerated() {
                    value += weight * samples[start + taps.first + number]
                }
                result.append(value)
            }
        }
        return SamplePlane(width: reduced, height: height, samples: result)
    }

    /// The plane as bytes hold it.
    var rounded: SamplePlane {
        SamplePlane(width: width, height: height, samples: samples.map { min(max($0.rounded(), 0), 255) })
    }
}
