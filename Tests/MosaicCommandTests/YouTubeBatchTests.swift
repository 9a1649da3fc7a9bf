import Foundation
import MosaicFixtures
import S3Fixtures
import Testing
import TestSupport

/// `mosaic youtube uploads | mosaic batch - --screenshots`: both tools as processes, with servers that play YouTube and S3.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct YouTubeBatchTests {
    private static let description = "0:00 Intro\n0:10 The beach\n0:20 [מגדל] The tower\n0:40 End"

    /// Runs a line of a shell in which `mosaic` is the tool.
    private func shell(_ line: String, in place: BucketPlace, youtube: YouTubeServer) throws -> (
        status: Int32?, errors: String
    ) {
        let path = try #require(BuiltTool.path)
        let own = ["MOSAIC_YOUTUBE_TOKEN": YouTubeServer.token, "MOSAIC_YOUTUBE_ENDPOINT": youtube.url]
        let run = try FinishedProgram(
            "/bin/sh", ["-c", line.replacing("mosaic ", with: "'\(path)' ")], in: place.workplace.folder.path,
            environment: place.environment.merging(own) { $1 })
        return (run.status, run.errors)
    }

    private func titles(_ id: String, _ place: BucketPlace) throws -> [String?] {
        try JSONReport(place.workplace.text(of: "library/\(id)/mosaic.json")).objects("tiles").map {
            $0["title"] as? String
        }
    }

    @Test func `uploads become storyboards of their screenshots in a bucket, with the chapters' titles`() async throws {
        let place = try await BucketPlace()
        for id in ["xlumX1Wtzrg", "-dash_id-01"] { place.put(id, 1...4) }
        let youtube = try await YouTubeServer.start(videos: [
            YouTubeVideo(id: "xlumX1Wtzrg", title: "Walk", description: Self.description),
            YouTubeVideo(id: "nothing-yet", title: "No screenshots"),
            YouTubeVideo(id: "-dash_id-01", title: "No chapters"),
        ])
        let line =
            "mosaic youtube uploads | mosaic batch - -o library --width 40 --screenshots s3://chapter-screenshots > results"
        let run = try shell(line, in: place, youtube: youtube)
        #expect(run.status == 2, "one has no screenshots: \(run.errors)")
        let results = try FilmFolder.results(place.workplace.text(of: "results").split(separator: "\n"))
        #expect(results["xlumX1Wtzrg"]?["source"] as? String == "s3://chapter-screenshots/xlumX1Wtzrg/")
        #expect(
            results["-dash_id-01"]?["result"] as? String == "composed"
                && results["nothing-yet"]?["result"] as? String == "failed")
        // Screenshots at 10, 20, 30 and 40 seconds.
        #expect(try titles("xlumX1Wtzrg", place) == ["The beach", "[מגדל] The tower", "[מגדל] The tower", "End"])
        #expect(try titles("-dash_id-01", place) == [nil, nil, nil, nil])
        let shown = try JSONReport(place.run("show", "xlumX1Wtzrg", "--library", "library", "--json").output)
        #expect(shown.text("title") == "Walk")
    }

    @Test func `chapters that were edited are composed again, and others are not`() async throws {
        let place = try await BucketPlace()
        for id in ["one", "two"] { place.put(id, 1...2) }
        let videos = ["one", "two"].map { YouTubeVideo(id: $0, title: $0, description: Self.description) }
        let youtube = try await YouTubeServer.start(videos: videos)
        let line =
            "mosaic youtube uploads | mosaic batch - -o library --width 40 --resume --screenshots s3://chapter-screenshots > results"
        for expected in ["composed", "unchanged"] {
            #expect(try shell(line, in: place, youtube: youtube).status == 0)
            let results = try FilmFolder.results(place.workplace.text(of: "results").split(separator: "\n"))
            #expect(results.values.allSatisfy { $0["result"] as? String == expected })
        }
        var edited = videos
        edited[0].description = Self.description.replacing("beach", with: "lake")
        youtube.upload(edited)
        #expect(try shell(line, in: place, youtube: youtube).status == 0)
        let results = try FilmFolder.results(place.workplace.text(of: "results").split(separator: "\n"))
        #expect(
            results["one"]?["result"] as? String == "composed" && results["two"]?["result"] as? String == "unchanged")
        #expect(try titles("one", place).first == "The lake")
    }

    @Test func `screenshots may lie in folders`() async throws {
        let place = try await BucketPlace()
        try place.workplace.draw(1...2)
        try place.workplace.folder.makeFolder("root")
        try FileManager.default.moveItem(
            atPath: place.workplace.folder.path("shots"), toPath: place.workplace.folder.path("root/one"))
        let youtube = try await YouTubeServer.start(videos: [
            YouTubeVideo(id: "one", title: "One", description: Self.description)
        ])
        let run = try shell(
            "mosaic youtube uploads | mosaic batch - -o library --width 40 --screenshots root > results", in: place,
            youtube: youtube)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try titles("one", place) == ["The beach", "[מגדל] The tower"])
    }

    @Test(arguments: [
        ["batch", "shots", "-o", "l", "--screenshots", "r"], ["batch", "-", "-o", "l", "--screenshots", "s3://A/"],
    ])
    func `a root of screenshots goes with a manifest and is a folder or a bucket`(arguments: [String]) throws {
        let run = try Workplace().run(arguments)
        #expect(run.status == 64, "\(run.errors)")
    }
}
