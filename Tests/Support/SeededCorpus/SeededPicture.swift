import Foundation
import Seeded

/// One picture of the corpus.
package struct SeededPicture {
    private let width: Int
    private let height: Int
    private let seed: UInt64

    package init(width: Int, height: Int, seed: UInt64) {
        self.width = width
        self.height = height
        self.seed = seed
    }

    /// Y'CbCr, 3 bytes a pixel.
    package func samples() -> [UInt8] {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        let luma = plane(&random, amplitude: 0.5, finest: 2)
        let blue = plane(&random, amplitude: 0.16, finest: 16)
        let red = plane(&random, amplitude: 0.16, finest: 16)
        let shapes = (0..<10).map { _ in Shape(&random, width, height) }
        var samples = [UInt8](repeating: 0, count: width * height * 3)
        for y in 0..<height {
            var line: [(Float, Float, Float)] = (0..<width).map { x in
                (luma[y * width + x], blue[y * width + x], red[y * width + x])
            }
            for shape in shapes {
                guard let range = shape.range(y, width) else { continue }
                for x in range {
                    line[x].0 += shape.shift.0
                    line[x].1 += shape.shift.1
                    line[x].2 += shape.shift.2
                }
            }
            for (x, pixel) in line.enumerated() {
                let at = (y * width + x) * 3
                samples[at] = Self.byte(pixel.0)
                samples[at + 1] = Self.byte(pixel.1)
                samples[at + 2] = Self.byte(pixel.2)
            }
        }
        return samples
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, 128 + 127 * value))) }

    /// A gradient and octaves of noise; fine octaves are strong in some places and nearly absent in others.
    private func plane(_ random: inout SeededGenerator, amplitude: Float, finest: Int) -> [Float] {
        let slope = (random.signed() * amplitude, random.signed() * amplitude)
        var plane = [Float](repeating: 0, count: width * height)
        let detail = NoiseGrid(&random, cell: 200, width, height)
        var grids: [(NoiseGrid, Float)] = []
        var cell = 256
        while cell >= finest {
            grids.append((NoiseGrid(&random, cell: cell, width, height), amplitude * Float(cell) / 256))
            cell /= 2
        }
        for y in 0..<height {
            let down = Float(y) / Float(height) - 0.5
            var line = (0..<width).map { slope.0 * (Float($0) / Float(width) - 0.5) + slope.1 * down }
            let strength = detail.line(y, width)
            for (grid, amplitude) in grids {
                let noise = grid.line(y, width)
                let least = amplitude + 0.06
                for x in 0..<width {
                    let here = grid.cell > 32 ? amplitude : least * max(0, strength[x] + 0.35)
                    line[x] += noise[x] * here
                }
            }
            plane.replaceSubrange(y * width..<(y + 1) * width, with: line)
        }
        return plane
    }
}

/// An ellipse or rectangle with a hard edge.
private struct Shape {
    let center: (Float, Float)
    let extent: (Float, Float)
    let isEllipse: Bool
    let shift: (Float, Float, Float)

    init(_ random: inout SeededGenerator, _ width: Int, _ height: Int) {
        center = (random.unit() * Float(width), random.unit() * Float(height))
        extent = ((0.03 + 0.2 * random.unit()) * Float(width), (0.03 + 0.2 * random.unit()) * Float(height))
        isEllipse = random.unit() < 0.6
        shift = (random.signed() * 0.5, random.signed() * 0.15, random.signed() * 0.15)
    }

    /// The columns that it covers in row `y`.
    func range(_ y: Int, _ width: Int) -> Range<Int>? {
        let distance = abs(Float(y) - center.1) / extent.1
        guard distance < 1 else { return nil }
        let half = extent.0 * (isEllipse ? (1 - distance * distance).squareRoot() : 1)
        let first = max(0, Int(center.0 - half))
        let last = min(width, Int(center.0 + half))
        return first < last ? first..<last : nil
    }
}

/// Random numbers on a grid, interpolated between.
private struct NoiseGrid {
    let cell: Int
    private let across: Int
    private let values: [Float]

    init(_ random: inout SeededGenerator, cell: Int, _ width: Int, _ height: Int) {
        self.cell = cell
        across = width / cell + 2
        values = (0..<across * (height / cell + 2)).map { _ in random.signed() }
    }

    func line(_ y: Int, _ width: Int) -> [Float] {
        let row = y / cell
        let down = Float(y % cell) / Float(cell)
        let nodes = (0..<across).map { x in
            values[row * across + x] * (1 - down) + values[(row + 1) * across + x] * down
        }
        return (0..<width).map { x in
            let along = Float(x % cell) / Float(cell)
            return nodes[x / cell] * (1 - along) + nodes[x / cell + 1] * along
        }
    }
}

extension SeededGenerator {
    /// 0 up to 1.
    mutating func unit() -> Float { Float(next() >> 40) / Float(1 << 24) }
    /// -1 up to 1.
    mutating func signed() -> Float { 2 * unit() - 1 }
}
