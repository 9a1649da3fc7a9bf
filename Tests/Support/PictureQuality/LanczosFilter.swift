import Foundation

/// A Lanczos filter of three lobes that reduces lines of one length to lines of another.
///
/// Samples are boxes whose ends meet the line's. Beyond its ends, the line repeats its last sample.
struct LanczosFilter {
    /// The samples that make up one.
    struct Taps {
        var first: Int
        var weights: [Double]
    }

    let taps: [Taps]

    init(from length: Int, to reduced: Int) {
        precondition(reduced > 0 && reduced <= length, "Lines of \(length) are not reduced to \(reduced)")
        let factor = Double(length) / Double(reduced)
        taps = (0..<reduced).map { index in
            let center = (Double(index) + 0.5) * factor
            let reach = Int((center - 3 * factor).rounded(.down))...Int((center + 3 * factor).rounded(.up))
            let first = max(reach.lowerBound, 0)
            var weights = [Double](repeating: 0, count: min(reach.upperBound, length - 1) - first + 1)
            for position in reach {
                let inside = min(max(position, 0), length - 1) - first
                weights[inside] += Self.weight((Double(position) + 0.5 - center) / factor)
            }
            let sum = weights.reduce(0, +)
            return Taps(first: first, weights: weights.map { $0 / sum })
        }
    }

    private static func weight(_ distance: Double) -> Double {
        if distance == 0 { return 1 }
        guard abs(distance) < 3 else { return 0 }
        let angle = distance * .pi
        return sin(angle) / angle * sin(angle / 3) / (angle / 3)
    }
}
