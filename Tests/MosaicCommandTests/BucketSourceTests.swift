import Foundation
import MosaicFixtures
import S3Fixtures
import Testing

/// `mosaic compose s3://bucket/prefix/`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BucketSourceTests {
    private func compose(_ place: BucketPlace, _ prefix: String, _ options: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(
            ["compose", place.address(prefix), "-o", "out", "--width", "40"] + options, in: place.workplace.folder,
            environment: place.environment)
    }

    @Test func `a prefix becomes the sheets and the track that its folder becomes`() async throws {
        let place = try await BucketPlace()
        place.put("shots", 1...12)
        let run = try compose(place, "shots/")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        try place.workplace.draw(1...12)
        #expect(try place.workplace.run("compose", "shots", "-o", "local", "--width", "40").status == 0)
        for name in try place.workplace.sheets() + ["thumbnails.vtt"] {
            #expect(try place.workplace.folder.read("out/\(name)") == place.workplace.folder.read("local/\(name)"))
        }
        let record = try JSONReport(place.workplace.text(of: "out/mosaic.json"))
        #expect(record.text("id") == "shots")
    }

    @Test func `downloads only changed objects`() async throws {
        let place = try await BucketPlace()
        place.put("shots")
        #expect(try compose(place, "shots").status == 0)
        place.server.resetCounts()
        #expect(try compose(place, "shots").status == 0)
        #expect(place.server.counts[.list] == 1 && place.server.requests.count == 1)
        place.put("shots", 4...4)
        place.server.resetCounts()
        let report = try JSONReport(compose(place, "shots", "--json").output)
        #expect(report.number("tiles") == 4 && report.number("reused_tiles") == 3)
        #expect(place.server.requests.allSatisfy { $0.kind == .list || $0.key == "shots/ch4_40s.jpg" })
    }

    @Test func `orders numbered objects naturally, and reports skipped ones`() async throws {
        let place = try await BucketPlace()
        for number in [10, 9, 8, 2, 1] {
            place.server.store(DrawnScreenshot(number: number).encoded, at: "frames/\(number).jpg")
        }
        place.server.store(DrawnScreenshot(number: 1).encoded, at: "frames/cover.gif")
        let run = try compose(place, "frames", "--interval", "10", "--json")
        #expect(run.status == 0, "\(run.errors)")
        let names = try JSONReport(place.workplace.text(of: "out/mosaic.json")).objects("tiles").map {
            ($0["source"] as? [String: Any])?["name"] as? String
        }
        #expect(names == ["1.jpg", "2.jpg", "8.jpg", "9.jpg", "10.jpg"])
        #expect(try JSONReport(run.output).objects("skipped").map { $0["name"] as? String } == ["cover.gif"])
    }

    @Test func `a bucket that everybody may read needs no credentials`() async throws {
        let place = try await BucketPlace(access: .open)
        place.put("shots")
        let run = try place.run(
            "compose", place.address("shots"), "-o", "out", "--endpoint-url", place.server.url, "--anonymous",
            environment: BucketPlace.nothing)
        #expect(run.status == 0, "\(run.errors)")
        #expect(place.server.requests.allSatisfy { $0.header("authorization") == nil })
    }

    @Test func `reports a missing or forbidden bucket in one line without secrets`() async throws {
        let place = try await BucketPlace()
        place.put("shots")
        let prefix = try compose(place, "none/")
        #expect(prefix.status == 66 && prefix.errors.contains("/none/: It holds no files"), "\(prefix.errors)")
        let bucket = try place.run("compose", "s3://no-such-bucket/shots/", "-o", "out")
        #expect(bucket.status == 66 && bucket.errors.contains("no-such-bucket"), "\(bucket.errors)")
        let anonymous = try compose(place, "shots", "--anonymous")
        #expect(anonymous.status == 1, "\(anonymous.errors)")
        let elsewhere = try compose(place, "shots", "--endpoint-url", "http://127.0.0.1:1")
        #expect(elsewhere.status == 1, "\(elsewhere.errors)")
        for run in [prefix, bucket, anonymous, elsewhere] {
            #expect(run.errors.hasPrefix("mosaic: ") && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
            #expect(!run.errors.contains(BucketPlace.secret) && !run.errors.contains(BucketPlace.keyID))
        }
        #expect(!place.workplace.folder.holds("out"))
    }

    @Test(arguments: ["s3://", "s3://Films/a/", "s3://films//a", "s3://films/../a"])
    func `refuses a malformed bucket address before any work`(address: String) throws {
        let workplace = Workplace()
        for command in [["compose", address, "-o", "out"], ["batch", address, "-o", "out"]] {
            let run = try workplace.run(command)
            #expect(run.status == 64 && run.errors.contains("\(address) is not an address"), "\(run.errors)")
        }
        #expect(!workplace.folder.holds("out"))
    }

    @Test func `options of films are refused`() throws {
        let workplace = Workplace()
        let compose = try workplace.run("compose", "s3://films/seven.mp4", "-o", "out", "--count", "3")
        #expect(compose.status == 64 && compose.errors.contains("--count"), "\(compose.errors)")
        let estimate = try workplace.run("batch", "s3://films/", "-o", "out", "--estimate")
        #expect(estimate.status == 64 && estimate.errors.contains("buckets"), "\(estimate.errors)")
    }
}
