import Foundation
import MosaicFixtures
import S3Fixtures
import Testing
import TestSupport

/// `mosaic batch s3://bucket/`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BucketTreeCommandTests {
    private func batch(_ place: BucketPlace, _ options: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(
            ["batch", place.address(), "-o", "library", "--width", "40"] + options, in: place.workplace.folder,
            environment: place.environment)
    }

    private func storyboards(_ place: BucketPlace) throws -> [String] {
        try place.workplace.folder.names(in: "library").filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test func `every prefix with screenshots becomes a storyboard`() async throws {
        let place = try await BucketPlace()
        for prefix in ["one", "two", "crime/three"] { place.put(prefix) }
        place.server.store([1], at: "notes/readme.txt")
        let run = try batch(place, "--report", "results.jsonl")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try storyboards(place).count == 3)
        let results = try place.workplace.text(of: "results.jsonl").split(separator: "\n").map {
            try JSONReport(String($0)).text("source") ?? ""
        }
        #expect(
            results.sorted() == [
                "s3://chapter-screenshots/crime/three/", "s3://chapter-screenshots/one/",
                "s3://chapter-screenshots/two/",
            ])
        let shown = try JSONReport(place.run("show", "one", "--library", "library", "--json").output)
        #expect(shown.number("tiles") == 3)
    }

    @Test func `--resume composes the new prefixes, and downloads nothing of the others`() async throws {
        let place = try await BucketPlace()
        for prefix in ["one", "two"] { place.put(prefix) }
        #expect(try batch(place).status == 0)
        place.put("three")
        place.server.resetCounts()
        let run = try batch(place, "--resume", "--json")
        let report = try JSONReport(run.output)
        #expect(report.number("composed") == 1 && report.number("unchanged") == 2, "\(run.output)")
        #expect(place.server.requests.allSatisfy { $0.kind == .list || $0.key.hasPrefix("three/") })
    }

    @Test func `shards and prefixes are those of folders`() async throws {
        let place = try await BucketPlace()
        for number in 0..<8 { place.put("film\(number)", 1...1) }
        #expect(try batch(place, "--shard", "1/2").status == 0)
        let first = try storyboards(place)
        #expect(try batch(place, "--shard", "2/2").status == 0)
        #expect(try storyboards(place).count == 8 && first.count < 8)
        #expect(try batch(place, "--prefix", "s3").status == 0)
        #expect(try storyboards(place).count == 8, "A source keeps its id.")
        #expect(try batch(place, "--prefix", "s3", "--id", "path").status == 0)
        #expect(try storyboards(place).count == 16)
    }

    @Test func `--prune removes storyboards of prefixes missing in the bucket`() async throws {
        let place = try await BucketPlace()
        for prefix in ["one", "two"] { place.put(prefix) }
        #expect(try batch(place).status == 0)
        place.remove("two")
        let listed = try batch(place, "--prune", "--json")
        let orphans = try JSONReport(listed.output).objects("storyboards")
        #expect(orphans.map { $0["source"] as? String } == ["s3://chapter-screenshots/two/"], "\(listed.errors)")
        #expect(try batch(place, "--prune", "--yes").status == 0)
        #expect(try place.run("list", "--library", "library").output.contains("two") == false)
    }

    @Test func `lines of a manifest name prefixes`() async throws {
        let place = try await BucketPlace()
        place.put("one")
        let lines = #"{"id": "film", "source": "s3://chapter-screenshots/one"}"# + "\n"
        try place.workplace.folder.write(Array(lines.utf8), to: "manifest.jsonl")
        let path = try #require(BuiltTool.path)
        let shell = try FinishedProgram(
            "/bin/sh", ["-c", "'\(path)' batch - -o library --width 40 < manifest.jsonl > results.jsonl"],
            in: place.workplace.folder.path, environment: place.environment)
        #expect(shell.status == 0, "\(shell.errors)")
        let result = try JSONReport(place.workplace.text(of: "results.jsonl"))
        #expect(
            result.text("source") == "s3://chapter-screenshots/one/" && result.text("result") == "composed", "\(result)"
        )
    }

    @Test func `a bucket without screenshots, and one that is not there, make no library`() async throws {
        let place = try await BucketPlace()
        let empty = try batch(place)
        #expect(empty.status == 66 && empty.errors.contains("No prefix in it holds screenshots"), "\(empty.errors)")
        let missing = try place.run("batch", "s3://no-such-bucket/", "-o", "library")
        #expect(missing.status == 66 && missing.errors.contains("no-such-bucket"), "\(missing.errors)")
        #expect(!place.workplace.folder.holds("library"))
    }
}
