import ArgumentParser
import CAllocationCount
import WebVTT

/// `mosaic-bench lookup`: playback time to tile, against binary search over the same numbers in plain memory.
struct LookupBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup", abstract: "TimeIndex against plain unsafe binary search, and its allocations.")

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    @OptionGroup
    var output: OutputOptions

    @Option(help: "Rounds of each contestant.")
    var rounds = 9

    @Option(help: "Look-ups in a round.")
    var lookups = 1_000_000

    @Option(help: "Look-ups in one track, in rounds of 1000, and no report; for counters.")
    var only: Int?

    /// Look-ups in a round of `--only`.
    static let countedLookups = 1_000

    func run() async throws {
        if let only {
            let item = LookupCase(cues: 1_000, spread: .uneven, order: .random, lookups: Self.countedLookups)
            let index = TimeIndex(starts: item.starts, ends: item.ends)
            for _ in 0..<only { _ = Self.sum(index, item.times, .hold) }
            return
        }
        let machine = Machine.current
        let sections = try [150, 1_000_000].flatMap { cues in
            try LookupCase.Spread.allCases.flatMap { spread in
                try LookupCase.Order.allCases.map { order in
                    try section(LookupCase(cues: cues, spread: spread, order: order, lookups: lookups))
                }
            }
        }
        let summary = "\(lookups) look-ups a round; binary search is over the same starts in plain memory"
        try BenchReport(corpus: summary, machine: machine, sections).deliver(output)
    }

    private func section(_ item: LookupCase) throws -> BenchReport.Section {
        let index = TimeIndex(starts: item.starts, ends: item.ends)
        let policies = LookupPolicy.allCases
        var sums = [Int](repeating: 0, count: policies.count + 1)
        var allocations: UInt64 = 0
        let result = item.starts.withUnsafeBufferPointer { starts in
            let plain = { sums[0] = PlainSearch.sum(starts, item.times) }
            let ours: [() -> Void] = policies.enumerated().map { number, policy in
                {
                    let before = callocationcount_of_thread()
                    sums[number + 1] = Self.sum(index, item.times, policy)
                    allocations += callocationcount_of_thread() - before
                }
            }
            return Rounds(max(rounds, 1), [plain] + ours)
        }
        // Without gaps and overlaps, and with nothing past the end, all but `next` find the same.
        guard Set(sums.dropLast()).count == 1 else {
            throw Failure(description: "\(item.name): the searches disagree.")
        }
        let scale = 1 / Double(lookups)
        var rows = [Measurement(name: "binary search", value: result.medians[0] * scale, unit: "ns")]
        rows += policies.enumerated().map { number, policy in
            Measurement(
                name: "\(policy)", value: result.medians[number + 1] * scale, unit: "ns", against: "binary search",
                ratio: result.ratios[number + 1], wanted: .atMost(1.1))
        }
        if callocationcount_is_available() == 1 {
            rows.append(
                Measurement(
                    name: "allocations in \(lookups * (rounds + 1) * policies.count) look-ups",
                    value: Double(allocations),
                    unit: "", wanted: .atMost(0), isExact: true))
        }
        return BenchReport.Section(title: item.name, rows: rows)
    }

    @inline(never)
    private static func sum(_ index: TimeIndex, _ times: [Int64], _ policy: LookupPolicy) -> Int {
        var sum = 0
        for time in times { sum &+= index.lookup(milliseconds: time, policy: policy) ?? -1 }
        return sum
    }
}
