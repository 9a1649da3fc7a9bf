internal import TiledJPEG

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Converts colors of an ICC profile to sRGB. Colors outside the sRGB gamut are clamped.
struct ColorConversion {
    /// Linear light of red, green and blue for each level, 0...1.
    private let light: [[Float]]
    /// Matrix from linear light of the profile's primaries to linear light of sRGB's primaries, row by row.
    private let matrix: [Float]

    /// Matrix from X, Y and Z for the white point D50 to linear light of sRGB's primaries, row by row.
    ///
    /// The inverse of the colorants in [the ICC's profile of sRGB](https://www.color.org/srgbprofiles.xalter).
    private static let primaries: [[Double]] = [
        [3.134_187, -1.617_209, -0.490_694], [-0.978_749, 1.916_130, 0.033_433], [0.071_964, -0.228_994, 1.405_754],
    ]
    /// Levels of sRGB at equal steps of linear light; a step is a fifth of a level where the curve is steepest.
    private static let levels: [UInt8] = (0...lastStep).map { step in
        let light = Double(step) / Double(lastStep)
        let level = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(level * 255 + 0.5)
    }
    private static let lastStep = 16_383

    init(_ profile: ICCProfile) {
        light = profile.curves.map { curve in (0...255).map { Float(curve.light(at: Double($0) / 255)) } }
        if let colorants = profile.colorants {
            matrix = Self.primaries.flatMap { row in
                colorants.map { color in Float(zip(row, color).reduce(0) { $0 + $1.0 * $1.1 }) }
            }
        } else {
            matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        }
    }

    /// Whether the profile is sRGB, apart from rounding.
    var isIdentity: Bool {
        let steps: [UInt8] = [0, 16, 48, 96, 128, 160, 208, 255]
        return steps.allSatisfy { red in
            steps.allSatisfy { green in
                steps.allSatisfy { blue in
                    let result = converted(red: red, green: green, blue: blue)
                    return [(result.red, red), (result.green, green), (result.blue, blue)].allSatisfy { pair in
                        abs(Int(pair.0) - Int(pair.1)) <= 1
                    }
                }
            }
        }
    }

    func converted(_ color: YCbCrColor) -> YCbCrColor {
        let (red, green, blue) = color.rgb
        let result = converted(red: red, green: green, blue: blue)
        return YCbCrColor(red: Int32(result.red), green: Int32(result.green), blue: Int32(result.blue))
    }

    private func converted(red: UInt8, green: UInt8, blue: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
        let (r, g, b) = (light[0][Int(red)], light[1][Int(green)], light[2][Int(blue)])
        func level(_ row: Int) -> UInt8 {
            let light = matrix[row] * r + matrix[row + 1] * g + matrix[row + 2] * b
            return Self.levels[Int(min(max(light, 0), 1) * Float(Self.lastStep) + 0.5)]
        }
        return (level(0), level(3), level(6))
    }
}

extension ICCProfile.Curve {
    /// The linear light of a level, both 0...1.
    fileprivate func light(at level: Double) -> Double {
        let light: Double
        switch self {
        case .table(let levels):
            let position = level * Double(levels.count - 1)
            let index = min(Int(position), levels.count - 2)
            let (low, high) = (Double(levels[index]), Double(levels[index + 1]))
            light = (low + (high - low) * (position - Double(index))) / 65_535
        case .function(let g, let a, let b, let c, let d, let e, let f):
            light = level >= d ? pow(a * level + b, g) + c : e * level + f
        }
        return light.isNaN ? 0 : min(max(light, 0), 1)
    }
}
