import Foundation
import Seeded

/// Cues and the times that are looked up among them.
struct LookupCase {
    /// How the cues lie in time.
    enum Spread: String, CaseIterable {
        /// Every four seconds.
        case even
        /// Distances like those of chance events, four seconds on average.
        case uneven
    }

    /// How the times come.
    enum Order: String, CaseIterable {
        case random, sequential
    }

    let cues: Int
    let spread: Spread
    let order: Order
    let starts: [Int64]
    let ends: [Int64]
    let times: [Int64]

    init(cues: Int, spread: Spread, order: Order, lookups: Int) {
        (self.cues, self.spread, self.order) = (cues, spread, order)
        var random = SeededGenerator(seed: UInt64(cues))
        var starts: [Int64] = [0]
        while starts.count <= cues {
            starts.append(starts[starts.count - 1] + Self.distance(spread, &random))
        }
        self.starts = Array(starts.dropLast())
        ends = Array(starts.dropFirst())
        let length = starts[cues]
        times = (0..<lookups).map { number in
            switch order {
            case .random: Int64.random(in: 0..<length, using: &random)
            case .sequential: Int64(Double(number) / Double(lookups) * Double(length))
            }
        }
    }

    var name: String { "\(cues) cues, \(spread), \(order)" }

    private static func distance(_ spread: Spread, _ random: inout SeededGenerator) -> Int64 {
        switch spread {
        case .even: 4_000
        case .uneven: 1 + Int64(4_000 * -log(Double(1 + random.next() >> 11) / 0x1p53))
        }
    }
}
