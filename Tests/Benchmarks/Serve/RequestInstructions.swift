import Foundation

/// Instructions that `mosaic serve` takes for one request of a kept connection, the same on every machine.
///
/// Files are looked at again after a time, so that a slower machine counts some more.
struct RequestInstructions {
    private let site: ServedSite

    init(_ site: ServedSite) { self.site = site }

    /// Answers from memory, and the same through the router; nothing where valgrind is missing.
    func section() throws -> BenchReport.Section {
        let title = "instructions of a request on one connection, counted by callgrind"
        guard ChildProcess.find("callgrind_control") != nil, ChildProcess.find("strip") != nil else {
            return BenchReport.Section(title: title, rows: [], notes: ["Skipped: it takes valgrind and strip."])
        }
        let counter = try InstructionCount(of: Contestant.mosaicPath)
        var rows: [Measurement] = []
        for (name, options, most) in [("hot", [], 25_000.0), ("router", ["--no-hot-answers"], 120_000)] {
            let server = try CountedServer(counter, library: site.library, options: options)
            for target in try site.targets(asServedBy: server.port) {
                let isWanted = target.name.hasPrefix("short track")
                rows.append(
                    Measurement(
                        name: "\(target.name), \(name)",
                        value: try server.costs(of: target.path, requests: 500, rounds: 4)[.instructions] ?? 0,
                        unit: "instructions", wanted: isWanted ? .atMost(most) : nil))
            }
        }
        return BenchReport.Section(title: title, rows: rows)
    }
}
