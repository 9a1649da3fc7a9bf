import ArgumentParser
import FilmFixtures

/// `mosaic-bench counts`: instructions, allocations, system calls and bytes of the main paths beside recorded ones.
struct CountsBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "counts", abstract: "Counts of the main paths beside those of .ci/counts.tsv.",
        discussion: """
            Run it in the project's folder. It needs valgrind, strace, ffmpeg, and a mosaic-frames built with the trait \
            Film beside this program or in MOSAIC_FRAMES. A count that is more than 3 % above the recorded one fails.
            """)

    @Option(help: "The mosaic of compose and lookup; by default the one beside this program.")
    var composer: String?

    @Option(help: "The mosaic of serve; by default the one beside this program.")
    var server: String?

    @Option(help: "The file of recorded counts.")
    var table = ".ci/counts.tsv"

    @Option(help: "Only paths whose names begin so.")
    var only = ""

    @Flag(help: "Count twice, and record counts that differ by less than 1 %.")
    var record = false

    @OptionGroup
    var output: OutputOptions

    func run() throws {
        for program in ["valgrind", "callgrind_control", "strip", "strace", "awk"] {
            _ = try ChildProcess.required(program)
        }
        guard FramesTool.isReady else { throw ValidationError(FramesTool.missing) }
        var recorded = try CountsTable(path: table)
        let beside = try ChildProcess.mosaic()
        let groups = try CountedPaths(composer: composer ?? beside, server: server ?? beside).all
            .filter { $0.names.contains { $0.hasPrefix(only) } }
        if record, only.isEmpty { recorded.values = [:] }
        var (rows, notes): ([Measurement], [String]) = ([], [])
        for group in groups {
            let counts = try group.count()
            let again = try record ? group.count() : counts
            for (index, name) in group.names.enumerated() {
                for kind in ProgramCounts.Kind.allCases {
                    guard let value = counts[index][kind], let second = again[index][kind] else { continue }
                    let key = CountsTable.Key(path: name, kind: kind)
                    if let reason = group.unstable[kind] {
                        rows.append(Measurement(name: key.text, value: value, unit: ""))
                        notes.append("\(key.text) is not held: \(reason)")
                        continue
                    }
                    if abs(second - value) > max(value, second) / 100 {
                        notes.append("UNSTABLE  \(key.text): \(value) and \(second); not recorded")
                    } else if record {
                        recorded.values[key] = max(value, second)
                    }
                    rows.append(recorded.row(key, value))
                    if let remark = recorded.remark(key, value) { notes.append(remark) }
                }
            }
        }
        if record { try recorded.write(to: table) }
        try BenchReport(
            corpus: "the sample story; composing by \(composer ?? beside), serving by \(server ?? beside)",
            machine: Machine.current, [BenchReport.Section(title: "Counts", rows: rows, notes: notes)]
        ).deliver(output)
    }
}
