import CJPEGOracle

/// Contestants that alternate in one process, so that a noisy neighbour troubles all of them alike.
struct Rounds {
    /// Processor time of the calling thread for each contestant: medians, in nanoseconds.
    let medians: [Double]
    /// Medians of the ratios to the first contestant of the same round.
    let ratios: [Double]

    /// Runs every contestant once to warm up, then `count` times in turn.
    init(_ count: Int, _ contestants: [() -> Void]) {
        var times = [[Double]](repeating: [], count: contestants.count)
        for contestant in contestants { contestant() }
        for _ in 0..<count {
            for (index, contestant) in contestants.enumerated() {
                let start = cjpegscaled_thread_time()
                contestant()
                times[index].append(Double(cjpegscaled_thread_time() - start))
            }
        }
        medians = times.map(Self.median)
        ratios = times.map { own in Self.median(zip(own, times[0]).map { $0 / $1 }) }
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
