import Foundation
import Seeded
public import Testing

/// The quick tier samples each sweep; the thorough tier (`MOSAIC_THOROUGH=1`, which `Tests/run --thorough` sets) runs it
/// whole.
public enum Tier {
    /// Whether this run is of the thorough tier.
    public static let isThorough = ProcessInfo.processInfo.environment["MOSAIC_THOROUGH"] == "1"

    /// Seeds what the quick tier draws: `MOSAIC_SEED`, by default 1, so that two runs of one commit test the same.
    public static let seed = ProcessInfo.processInfo.environment["MOSAIC_SEED"].flatMap { UInt64($0) } ?? 1

    /// Rounds of a loop over seeded random input: `whole` in the thorough tier, the first `quick` of them otherwise.
    public static func rounds(_ whole: Int, quick: Int) -> Range<Int> {
        0..<(isThorough ? whole : min(quick, whole))
    }

    /// `cases` in the thorough tier, otherwise `count` of them by ``seed``, in their order.
    ///
    /// A quick test prints the seed, so that a failure can be run again.
    public static func sample<Cases: Collection>(_ cases: Cases, _ count: Int) -> [Cases.Element] {
        guard !isThorough, count < cases.count else { return Array(cases) }
        var random = SeededGenerator(seed: seed)
        let chosen = Set(Array(0..<cases.count).shuffled(using: &random).prefix(count))
        print("\(count) of \(cases.count) cases, MOSAIC_SEED=\(seed)")
        return cases.enumerated().filter { chosen.contains($0.offset) }.map(\.element)
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs in the thorough tier alone.
    public static var thorough: Self { .enabled(if: Tier.isThorough, "thorough") }
}
