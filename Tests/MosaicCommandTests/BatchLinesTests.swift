import Foundation
import MosaicFixtures
import Seeded
import Testing
import Tiers

/// The guide "Batch protocol" on `mosaic batch -`, with random manifests.
///
/// Each test runs with two seeds, one in the quick tier; `MOSAIC_BATCH_TRIALS=100` tries 100, from `MOSAIC_BATCH_SEED` on.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"), .serialized)
struct BatchLinesTests {
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["MOSAIC_BATCH_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["MOSAIC_BATCH_TRIALS"].flatMap(UInt64.init) ?? (Tier.isThorough ? 2 : 1)
        return Array(first..<first + max(1, count))
    }()

    @Test(arguments: seeds)
    func `input that comes slowly and cut anywhere gives each line one result`(seed: UInt64) async throws {
        let trial = try BatchTrial(seed: seed)
        var random = SeededGenerator(seed: seed)
        let tool = try trial.start()
        var rest = trial.manifest.bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...60, using: &random))
            rest.removeFirst(part.count)
            try tool.write(part)
            if Bool.random(using: &random) { usleep(.random(in: 0...3_000, using: &random)) }
        }
        trial.check(try tool.finish(), of: trial.manifest)
        try await trial.checkLibrary()
    }

    @Test(arguments: seeds)
    func `input that ends anywhere gives each line before it one result`(seed: UInt64) async throws {
        let trial = try BatchTrial(seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2 {
            let part = trial.manifest.cut(after: .random(in: 0..<trial.manifest.bytes.count, using: &random))
            let tool = try trial.start()
            try tool.write(part.bytes)
            trial.check(try tool.finish(), of: part)
        }
        try await trial.finish()
    }

    @Test(arguments: seeds)
    func `a kill after any byte is undone by the same lines again`(seed: UInt64) async throws {
        let trial = try BatchTrial(seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3 {
            let tool = try trial.start(resuming: .random(using: &random))
            let part = trial.manifest.cut(after: .random(in: 0...trial.manifest.bytes.count, using: &random))
            try tool.write(part.bytes)
            // The last line is not complete, so that it may have no result yet.
            let results = part.lines.dropLast().count { $0.fate != .blank }
            for _ in 0..<Int.random(in: 0...results, using: &random) { _ = try #require(tool.line()) }
            usleep(.random(in: 0...20_000, using: &random))
            tool.signal(SIGKILL)
            #expect(try tool.finish().status == nil)
        }
        try await trial.finish()
    }

    @Test(.thorough, arguments: seeds, [false, true])
    func `two processes on one library get all results, also when a third is killed`(
        seed: UInt64, hasCatalogs: Bool
    ) async throws {
        let trial = try BatchTrial(seed: seed)
        var random = SeededGenerator(seed: seed)
        // With a catalog for each process, as on several machines, only the folder's lock keeps them apart.
        let tools = try ["one", "two", "three"].map { name in
            let manifest = trial.manifest.shuffled(&random)
            let catalog = hasCatalogs ? ["--catalog", trial.films.folder.path("\(name).sqlite")] : []
            let tool = try trial.start(catalog, resuming: .random(using: &random))
            try tool.write(manifest.bytes)
            return (tool: tool, manifest: manifest)
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) { _ = try #require(tools[2].tool.line()) }
        tools[2].tool.signal(SIGKILL)
        for (tool, manifest) in tools.prefix(2) { trial.check(try tool.finish(), of: manifest) }
        _ = try tools[2].tool.finish()
        #expect(try trial.published() == trial.reference)
        try await trial.finish()
    }

    @Test(arguments: seeds)
    func `shards at the same time make the whole, and each line has a result in one of them`(
        seed: UInt64
    ) async throws {
        let trial = try BatchTrial(seed: seed)
        let tools = try (1...3).map { part in
            let tool = try trial.start(["--shard", "\(part)/3"])
            try tool.write(trial.manifest.bytes)
            return tool
        }
        let ends = try tools.map { try $0.finish() }
        for end in ends { #expect(end.status == 0 || end.status == 2, "\(end.errors)") }
        trial.check(ends.flatMap(\.lines), of: trial.manifest)
        try await trial.checkLibrary()
    }

    @Test(.thorough, arguments: seeds)
    func `a reader that leaves loses nothing that the same lines do not bring back`(seed: UInt64) async throws {
        let trial = try BatchTrial(seed: seed)
        var random = SeededGenerator(seed: seed)
        let tool = try trial.start()
        try tool.write(trial.manifest.bytes)
        for _ in 0..<Int.random(in: 0...2, using: &random) { _ = try #require(tool.line()) }
        try tool.closeOutput()
        // Everything may have been written before the reader left.
        #expect([0, 1, 2].contains(try tool.finish().status))
        try await trial.finish()
    }
}
