/// Contestants that may wait, throw and use several threads, alternating in one process.
///
/// Where one thread does it all without waiting, `Rounds` measures that thread alone.
struct Race {
    private struct Times {
        var wall: [Double] = []
        var processor: [Double] = []
    }

    /// A contestant; its result is released after the clocks were read.
    typealias Contestant = () async throws -> AnyObject?

    private let times: [Times]

    /// Runs every contestant once to warm up, then `rounds` times in turn.
    init(rounds: Int, _ contestants: [Contestant]) async throws {
        var times = [Times](repeating: Times(), count: contestants.count)
        for contestant in contestants { _ = try await contestant() }
        for _ in 0..<max(rounds, 1) {
            for (index, contestant) in contestants.enumerated() {
                let (wall, processor) = (Clock.wall.seconds, Clock.process.seconds)
                let leftover = try await contestant()
                times[index].processor.append(Clock.process.seconds - processor)
                times[index].wall.append(Clock.wall.seconds - wall)
                withExtendedLifetime(leftover) {}
            }
        }
        self.times = times
    }

    /// Median of wall-clock time, in seconds.
    func wall(_ contestant: Int) -> Double { Median.of(times[contestant].wall) }

    /// Median of processor time of all threads, in seconds.
    func processor(_ contestant: Int) -> Double { Median.of(times[contestant].processor) }

    /// Median of the ratios of wall-clock time in the same round.
    func wallRatio(_ contestant: Int, to other: Int) -> Double {
        Median.of(zip(times[contestant].wall, times[other].wall).map { $0 / $1 })
    }

    /// Median of the ratios of wall time to the processor time that another, which has one thread, took in the same round.
    func wallRatio(_ contestant: Int, toProcessorOf other: Int) -> Double {
        Median.of(zip(times[contestant].wall, times[other].processor).map { $0 / $1 })
    }

    /// Median of the ratios of processor time in the same round.
    func processorRatio(_ contestant: Int, to other: Int) -> Double {
        Median.of(zip(times[contestant].processor, times[other].processor).map { $0 / $1 })
    }
}

/// The middle of some numbers.
enum Median {
    /// The upper of the two middle ones where their number is even; 0 of none.
    static func of(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}
