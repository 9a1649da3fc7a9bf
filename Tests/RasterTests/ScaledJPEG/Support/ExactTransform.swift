import Foundation
import Raster
import TiledJPEG

/// The reduced transform of libjpeg's coefficients in double precision: what a scaled plane should be.
struct ExactTransform {
    let width: Int
    let height: Int
    private let planes: [(across: Int, samples: [Double])]
    private let factors: [(Int, Int)]
    /// Samples of each eight, for each component.
    private let sides: [Int]
    private let scale: JPEGScale

    init?(_ jpeg: [UInt8], _ scale: JPEGScale) {
        guard let coefficients = LibJPEG.coefficients(of: jpeg), coefficients.warnings == 0,
            let header = try? JPEGHeader(parsing: jpeg)
        else { return nil }
        self.scale = scale
        width = coefficients.width
        height = coefficients.height
        let isAlone = header.frame.components.count == 1
        factors = header.frame.components.map { isAlone ? (1, 1) : ($0.horizontal, $0.vertical) }
        let most = Self.most(factors)
        let sides = factors.map { factors in
            // Chroma of 4:2:0 is no coarser than luma at 1/8.
            scale == .eighth && 2 * factors.0 == most.0 && 2 * factors.1 == most.1 ? 2 : scale.rawValue
        }
        self.sides = sides
        planes = header.frame.components.indices.map { index in
            let component = coefficients.components[index]
            let values = header.quantizers[header.frame.components[index].quantizer]?.values ?? []
            return (component.across * sides[index], Self.samples(component, values, sides[index]))
        }
    }

    private static func most(_ factors: [(Int, Int)]) -> (Int, Int) {
        factors.reduce((1, 1)) { (max($0.0, $1.0), max($0.1, $1.1)) }
    }

    /// Samples of all blocks, row by row.
    private static func samples(_ component: LibJPEG.Component, _ divisors: [UInt16], _ side: Int) -> [Double] {
        // For each sample of a row what each coefficient adds to it.
        let waves: [[Double]] = (0..<side).map { x in
            (0..<side).map { u in
                let angle = Double((2 * x + 1) * u) * Double.pi / Double(2 * side)
                return u == 0 ? 1 : 2.0.squareRoot() * cos(angle)
            }
        }
        let stride = component.across * side
        var samples = [Double](repeating: 0, count: stride * component.down * side)
        var frequencies = [Double](repeating: 0, count: side * side)
        for block in 0..<component.across * component.down {
            for v in 0..<side {
                for u in 0..<side {
                    let divisor = Double(divisors[naturalToZigZag[v * 8 + u]])
                    frequencies[v * side + u] = Double(component.coefficients[block * 64 + v * 8 + u]) * divisor / 8
                }
            }
            let first = block / component.across * side * stride + block % component.across * side
            for y in 0..<side {
                for x in 0..<side {
                    var sum = 128.0
                    for v in 0..<side {
                        for u in 0..<side { sum += frequencies[v * side + u] * waves[x][u] * waves[y][v] }
                    }
                    samples[first + y * stride + x] = min(max(sum, 0), 255)
                }
            }
        }
        return samples
    }

    /// The table of T.81, figure A.6, written down.
    private static let naturalToZigZag = [
        0, 1, 5, 6, 14, 15, 27, 28, 2, 4, 7, 13, 16, 26, 29, 42, 3, 8, 12, 17, 25, 30, 41, 43, 9, 11, 18, 24, 31, 40,
        44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38, 46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36,
        48, 49, 57, 58, 62, 63,
    ]

    /// The first thing that is wrong with `picture`; nil where every sample is within one level.
    func firstFault(in picture: ScaledPicture) -> String? {
        guard picture.planes.count == planes.count else { return "\(picture.planes.count) planes" }
        let most = Self.most(factors)
        for (index, plane) in picture.planes.enumerated() {
            let exact = planes[index]
            let across = Double(width * factors[index].0 * sides[index]) / Double(8 * most.0)
            let down = Double(height * factors[index].1 * sides[index]) / Double(8 * most.1)
            guard plane.width == Int(across.rounded(.up)), plane.height == Int(down.rounded(.up)) else {
                return "plane \(index) has \(plane.width)x\(plane.height), not \(across)x\(down)"
            }
            guard plane.horizontalSpan * factors[index].0 * sides[index] == most.0 * scale.rawValue,
                plane.verticalSpan * factors[index].1 * sides[index] == most.1 * scale.rawValue
            else { return "plane \(index) has spans \(plane.horizontalSpan)x\(plane.verticalSpan)" }
            guard plane.samples.count >= (plane.height - 1) * plane.stride + plane.width else {
                return "plane \(index) is too short"
            }
            for y in 0..<plane.height {
                for x in 0..<plane.width {
                    let own = Double(plane.samples[y * plane.stride + x])
                    if abs(own - exact.samples[y * exact.across + x]) > 1 {
                        return "plane \(index) at \(x),\(y): \(own), not \(exact.samples[y * exact.across + x])"
                    }
                }
            }
        }
        return nil
    }
}
