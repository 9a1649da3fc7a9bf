import ArgumentParser
import Foundation
import SeededCorpus
import TiledJPEG

/// A number of seeded screenshots of one kind.
struct CorpusRecipe: ParsableArguments {
    /// How chroma is sampled.
    enum Sampling: String, ExpressibleByArgument, CaseIterable {
        case yuv420 = "420"
        case yuv422 = "422"
        case yuv444 = "444"
        case gray
    }

    @Option(help: "How many screenshots.")
    var count = 150

    @Option(help: "Their size, WxH.")
    var size = BenchSize(width: 1280, height: 720)

    @Option(help: "JPEG quality, 1 to 100.")
    var quality = 85

    @Option(help: "Chroma: 420, 422, 444 or gray.")
    var sampling = Sampling.yuv420

    @Option(help: "Draw only this many pictures and repeat them, to save time.")
    var pictures: Int?

    var description: String {
        let repeated = pictures.map { " of \(min($0, count)) different pictures" } ?? ""
        return "\(count) seeded screenshots\(repeated), \(size) q\(quality) \(sampling.rawValue)"
    }

    func validate() throws {
        guard count >= 1, (pictures ?? 1) >= 1, (1...100).contains(quality), size.width >= 16, size.height >= 16 else {
            throw ValidationError("There is no such corpus.")
        }
    }

    private var encoder: SeededCorpus {
        SeededCorpus(
            count: count, width: size.width, height: size.height, quality: quality,
            sampling: (sampling == .yuv444 ? 1 : 2, sampling == .yuv420 ? 2 : 1),
            components: sampling == .gray ? 1 : 3)
    }

    /// Writes `ch{index}_{seconds}s.jpg`, ten seconds apart, with one thread for each core.
    ///
    /// - Returns: How many bytes were written.
    func write(to folder: String) async throws -> Int {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let drawn = min(pictures ?? count, count)
        let workers = min(ProcessInfo.processInfo.activeProcessorCount, drawn)
        let recipe = WritingPlan(encoder: encoder, folder: folder, count: count, drawn: drawn)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    try stride(from: worker, to: drawn, by: workers).reduce(0) { try $0 + recipe.write(picture: $1) }
                }
            }
            return try await group.reduce(0, +)
        }
    }

    /// Writes the corpus by a separate process, so that this one stays small.
    func temporaryFolder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        var arguments = [
            ChildProcess.ownPath, "corpus", folder.path, "--count", String(count), "--size", size.description,
            "--quality", String(quality), "--sampling", sampling.rawValue,
        ]
        if let pictures { arguments += ["--pictures", String(pictures)] }
        _ = try ChildProcess.run(arguments, isSilent: false)
        return folder
    }
}

/// Values shared by the workers of a corpus.
private struct WritingPlan: @unchecked Sendable {
    let encoder: SeededCorpus
    let folder: String
    let count: Int
    let drawn: Int

    /// Draws a picture and writes every file that shows it.
    func write(picture: Int) throws -> Int {
        let drawing = SeededPicture(
            width: encoder.width, height: encoder.height, seed: encoder.seed &+ UInt64(picture))
        let bytes = Data(encoder.encoded(drawing.samples()))
        let positions = stride(from: picture, to: count, by: drawn)
        for position in positions {
            try bytes.write(to: URL(fileURLWithPath: "\(folder)/ch\(position + 1)_\(position * 10)s.jpg"))
        }
        return bytes.count * Array(positions).count
    }
}

/// A size on the command line.
struct BenchSize: ExpressibleByArgument, CustomStringConvertible {
    let width: Int
    let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init?(argument: String) {
        let sides = argument.split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }

    var description: String { "\(width)x\(height)" }
}
