import Foundation
import ScaledJPEG
import Testing

/// How close scaled pictures are to a full decode that is reduced by a Lanczos filter of three lobes.
struct QualityTests {
    /// A plane as it would be if it were decoded in full and then reduced.
    private static func reduced(_ plane: LibJPEG.Plane, by factor: Int) -> (width: Int, height: Int, samples: [Double])
    {
        let rows = lines(plane.samples.map(Double.init), plane.width, plane.height, factor)
        let width = rows.count / plane.height
        // Turned over, the columns are lines.
        let turned = (0..<width * plane.height).map { rows[$0 % plane.height * width + $0 / plane.height] }
        let columns = lines(turned, plane.height, width, factor)
        let height = columns.count / width
        return (width, height, (0..<width * height).map { columns[$0 % width * height + $0 / width] })
    }

    /// Reduces each line of `length` samples.
    private static func lines(_ samples: [Double], _ length: Int, _ count: Int, _ factor: Int) -> [Double] {
        let reach = 3 * factor
        let short = length / factor
        // The same for every sample, because the factor is whole.
        let weights: [Double] = (0..<2 * reach).map { tap in
            let distance = (Double(tap - reach) + 0.5) / Double(factor) * .pi
            return sin(distance) / distance * sin(distance / 3) / (distance / 3)
        }
        let sum = weights.reduce(0, +)
        return (0..<count * short).map { index in
            let line = index / short
            let first = index % short * factor + factor / 2 - reach
            var value = 0.0
            for tap in weights.indices {
                value += weights[tap] * samples[line * length + min(max(first + tap, 0), length - 1)]
            }
            return value / sum
        }
    }

    private static func psnr(_ errors: (sum: Double, count: Double)) -> Double {
        10 * log10(255 * 255 * errors.count / max(errors.sum, 1e-9))
    }

    @Test(arguments: [JPEGScale.quarter, .half])
    func `planes are closer to a full decode and Lanczos than libjpeg's own scaled ones`(_ scale: JPEGScale) throws {
        var own = (sum: 0.0, count: 0.0)
        var theirs = (sum: 0.0, count: 0.0)
        for seed in 0..<4 as Range<UInt64> {
            // Shapes, gradients and film grain, 4:4:4 so that libjpeg's chroma has the same size.
            let jpeg = DrawnJPEG(
                width: 320, height: 192, sampling: [(1, 1), (1, 1), (1, 1)], noise: Int(seed) * 12
            ).encoded(seed: seed)
            let picture = try ScaledJPEGDecoder().decode([jpeg], at: scale)[0].get()
            let full = try #require(LibJPEG.planes(of: jpeg, eighths: 8))
            let scaled = try #require(LibJPEG.planes(of: jpeg, eighths: scale.rawValue))
            for (index, plane) in picture.planes.enumerated() {
                let ideal = Self.reduced(full.planes[index], by: 8 / scale.rawValue)
                #expect((ideal.width, ideal.height) == (plane.width, plane.height))
                for y in 0..<plane.height {
                    for x in 0..<plane.width {
                        let wanted = ideal.samples[y * ideal.width + x]
                        own.sum += pow(Double(plane.samples[y * plane.stride + x]) - wanted, 2)
                        theirs.sum += pow(Double(scaled.planes[index].samples[y * ideal.width + x]) - wanted, 2)
                        own.count += 1
                        theirs.count += 1
                    }
                }
            }
        }
        #expect(Self.psnr(own) >= Self.psnr(theirs), "\(Self.psnr(own)) dB, libjpeg \(Self.psnr(theirs)) dB")
    }
}
