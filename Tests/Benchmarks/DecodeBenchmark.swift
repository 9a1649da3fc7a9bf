import CJPEGOracle
import Raster
import SeededCorpus

/// `mosaic-bench decode`: scaled decoding against libjpeg-turbo at the same scale, one thread, planes out; and how good
/// those planes are.
enum DecodeBenchmark {
    /// One kind of file and the numbers that are wanted of it.
    private struct Case {
        let name: String
        let corpus: SeededCorpus
        let scales: [JPEGScale]
        /// Whether the planes are held against a full decode, too.
        var isJudged = false
    }

    /// Measures `count` pictures of the main corpus and a third as many of each other case whose name begins with
    /// `only`.
    static func run(count: Int, rounds: Int, only: String) throws {
        let machine = Machine.current
        var judged: [BenchReport.Section] = []
        for item in cases(count) where item.name.hasPrefix(only) {
            let files = item.corpus.files()
            let bytes = files.reduce(0) { $0 + $1.count }
            print("\(item.name): \(files.count) files, \(bytes / max(files.count, 1)) bytes each")
            for scale in item.scales {
                if item.corpus.process == CJPEGOracleProcessProgressive {
                    measureFilter(files, scale, rounds)
                } else {
                    measureDecoder(files, scale, rounds)
                }
            }
            if item.isJudged { judged.append(try DecodeQuality(files).section(item.name)) }
        }
        guard !judged.isEmpty else { return }
        print("", BenchReport(corpus: "PSNR of the pictures above", machine: machine, judged).table, separator: "\n")
    }

    private static func cases(_ count: Int) -> [Case] {
        let main = SeededCorpus(count: count)
        let small = SeededCorpus(count: (count + 2) / 3)
        func variant(_ change: (inout SeededCorpus) -> Void) -> SeededCorpus {
            var corpus = small
            change(&corpus)
            return corpus
        }
        return [
            Case(name: "420-q85", corpus: main, scales: [.quarter, .eighth, .half], isJudged: true),
            Case(
                name: "444-q95",
                corpus: variant {
                    $0.sampling = (1, 1)
                    $0.quality = 95
                }, scales: [.quarter], isJudged: true),
            Case(name: "custom-tables", corpus: variant { $0.optimizedTables = true }, scales: [.quarter]),
            Case(
                name: "progressive", corpus: variant { $0.process = CJPEGOracleProcessProgressive },
                scales: [.quarter, .eighth, .half]),
            // libjpeg's chroma planes are as large as ours in these.
            Case(name: "gray", corpus: variant { $0.components = 1 }, scales: [.quarter]),
            Case(name: "422-q85", corpus: variant { $0.sampling = (2, 1) }, scales: [.quarter], isJudged: true),
            Case(name: "restart-rows", corpus: variant { $0.restartInterval = 80 }, scales: [.quarter]),
        ]
    }

    private static func measureDecoder(_ files: [[UInt8]], _ scale: JPEGScale, _ rounds: Int) {
        let decoder = ScaledJPEGDecoder()
        let floor = Floor()
        var refused = 0
        func ours(_ together: Int) -> () -> Void {
            let groups = stride(from: 0, to: files.count, by: together).map {
                Array(files[$0..<min($0 + together, files.count)])
            }
            return {
                for group in groups {
                    for result in decoder.decode(group, at: scale) {
                        if case .failure = result { refused += 1 }
                    }
                }
            }
        }
        let result = Rounds(rounds, [{ files.forEach { floor.decode($0, scale) } }, ours(1), ours(2), ours(3)])
        for (index, name) in ["libjpeg-turbo", "1 file", "2 in turn", "3 in turn"].enumerated() {
            report(name, scale, result, index, files.count)
        }
        if refused > 0 { print("  \(refused) refusals") }
    }

    private static func measureFilter(_ files: [[UInt8]], _ scale: JPEGScale, _ rounds: Int) {
        let floor = Floor()
        var refused = 0
        let result = Rounds(
            rounds,
            [
                { files.forEach { floor.decode($0, scale) } },
                {
                    for file in files {
                        let filtered = ProgressiveFilter.filtered(file, scale: scale)
                        if filtered == nil { refused += 1 }
                        floor.decode(filtered ?? file, scale)
                    }
                },
            ])
        for (index, name) in ["libjpeg-turbo", "filtered"].enumerated() {
            report(name, scale, result, index, files.count)
        }
        if refused > 0 { print("  \(refused) refusals") }
    }

    private static func report(_ name: String, _ scale: JPEGScale, _ result: Rounds, _ index: Int, _ files: Int) {
        let microseconds = result.medians[index] / 1000 / Double(max(files, 1))
        let padded = name + String(repeating: " ", count: max(0, 14 - name.count))
        let ratio = (result.ratios[index] * 1000).rounded() / 1000
        print("  \(scale.rawValue)/8  \(padded) \(Int(microseconds)) us a file, ratio \(ratio)")
    }

    /// libjpeg-turbo into planes that are used again.
    private final class Floor {
        private var planes = CJPEGScaledPlanes()

        deinit { cjpegscaled_free(&planes) }

        func decode(_ file: [UInt8], _ scale: JPEGScale) {
            precondition(cjpegscaled_decode(file, file.count, Int32(scale.rawValue), &planes) == 1)
        }
    }
}
