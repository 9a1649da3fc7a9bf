import ArgumentParser
import CJPEGOracle
import Foundation
import Raster
import SeededCorpus

/// `mosaic-bench decode-counts`: instructions and misses of a first cache of 32 KiB, which are the same on every machine.
///
/// Build with --static-swift-stdlib: valgrind 3.19 gives up on the shared libraries.
struct DecodeCounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Counts what scaled decoding and libjpeg-turbo's take, by callgrind with a first cache of 32 KiB.",
        discussion: "The wanted lines are what was reached last, with a little room: they may only fall.")

    /// Decoder of a counted process.
    enum Contestant: String, ExpressibleByArgument { case libjpeg, ours }

    @Option(help: "A folder of JPEGs; by default 20 pictures of the seeded corpus, also with their own Huffman tables.")
    var corpus: String?

    @Option(help: .hidden)
    var contestant: Contestant?

    @Option(help: .hidden)
    var eighths = 2

    @Option(help: .hidden)
    var together = 3

    @Option(help: .hidden)
    var passes = 1

    func run() throws {
        guard let contestant, let corpus else { return try report() }
        decode(try Self.files(in: corpus), contestant)
    }

    private func report() throws {
        var sections: [BenchReport.Section] = []
        if let corpus {
            sections.append(try section(corpus, of: corpus, DecodeBounds.none))
        } else {
            for (name, bounds) in [("seeded", DecodeBounds.seeded), ("seeded, own Huffman tables", .custom)] {
                let folder = try ScratchFolder()
                var seeded = SeededCorpus(count: 20)
                seeded.optimizedTables = name != "seeded"
                for (index, file) in seeded.files().enumerated() {
                    try Data(file).write(to: URL(fileURLWithPath: "\(folder.path)/\(100 + index).jpg"))
                }
                sections.append(try section(name, of: folder.path, bounds))
            }
        }
        print(BenchReport(corpus: "each file in turn with two others", machine: Machine.current, sections).table)
    }

    private func section(_ name: String, of folder: String, _ bounds: DecodeBounds) throws -> BenchReport.Section {
        let files = try Self.files(in: folder)
        var rows: [Measurement] = []
        for (scale, bound) in bounds.scales {
            guard let theirs = try count(.libjpeg, scale, of: folder, files.count),
                let ours = try count(.ours, scale, of: folder, files.count)
            else { return BenchReport.Section(title: "\(name): valgrind does not count here", rows: []) }
            rows.append(
                Measurement(
                    name: "\(scale)/8", value: ours.instructions / 1e6, unit: "million instructions",
                    against: "libjpeg-turbo", ratio: ours.instructions / theirs.instructions,
                    wanted: bound.map { .atMost($0.instructions) }))
            rows.append(
                Measurement(
                    name: "\(scale)/8 misses of the first cache", value: ours.misses / 1e3, unit: "thousand",
                    wanted: bound.map { .atMost($0.misses) }))
        }
        let bytes = files.reduce(0) { $0 + $1.count } / max(files.count, 1)
        return BenchReport.Section(
            title: "\(name): \(files.count) files, \(bytes) bytes each, for one file", rows: rows)
    }

    /// The counts of a file once all tables are made.
    private func count(_ contestant: Contestant, _ eighths: Int, of folder: String, _ files: Int) throws -> CacheCount?
    {
        let arguments = [
            "decode-counts", "--corpus", folder, "--contestant", contestant.rawValue, "--eighths", String(eighths),
        ]
        guard let few = try CacheCount(of: arguments + ["--passes", "2"]),
            let many = try CacheCount(of: arguments + ["--passes", "4"])
        else { return nil }
        return CacheCount(
            instructions: (many.instructions - few.instructions) / Double(2 * files),
            misses: (many.misses - few.misses) / Double(2 * files))
    }

    private static func files(in folder: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jpg") }.sorted()
            .map { Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))) }
    }

    private func decode(_ files: [[UInt8]], _ contestant: Contestant) {
        let decoder = ScaledJPEGDecoder()
        var planes = CJPEGScaledPlanes()
        defer { cjpegscaled_free(&planes) }
        for _ in 0..<passes {
            switch contestant {
            case .libjpeg:
                for file in files {
                    precondition(cjpegscaled_decode(file, file.count, Int32(eighths), &planes) == 1)
                }
            case .ours:
                guard let scale = JPEGScale(rawValue: eighths) else { return }
                for first in stride(from: 0, to: files.count, by: together) {
                    let group = Array(files[first..<min(first + together, files.count)])
                    for result in decoder.decode(group, at: scale) { _ = try? result.get() }
                }
            }
        }
    }
}

/// Bounds of a corpus for each scale: a ratio of instructions, and thousands of misses.
struct DecodeBounds {
    let scales: [(eighths: Int, bound: (instructions: Double, misses: Double)?)]

    static var none: DecodeBounds { DecodeBounds(scales: [(1, nil), (2, nil), (4, nil)]) }
    static var seeded: DecodeBounds { DecodeBounds(scales: [(1, (0.41, 42)), (2, (0.30, 57)), (4, (0.475, 57))]) }
    static var custom: DecodeBounds { DecodeBounds(scales: [(2, (0.365, 95))]) }
}
