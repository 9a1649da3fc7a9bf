import Foundation
import MosaicFixtures
import S3Fixtures
import Testing

/// `mosaic serve` over a bucket, as a process.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ServeBucketTests {
    private struct List: Decodable {
        let youtubeContentId: String
        let thumbnails: [String]
    }

    private struct Status: Decodable {
        let status: String
    }

    private static let base = "https://s3.travel-tube.com/chapter-screenshots/"

    private let folder = TemporaryFolder()

    private func serve(_ server: S3Server, _ arguments: String...) async throws -> ServeProcess {
        try await ServeProcess(
            [
                "--library", "library", "--screenshots", "s3://chapter-screenshots", "--screenshots-url", Self.base,
                "--endpoint-url", server.url, "--anonymous",
            ] + arguments, in: folder)
    }

    @Test func `chapters that lie in a bucket are listed, and composed when they are submitted`() async throws {
        let bucket = try await S3Server.start()
        for chapter in [10, 2, 1] {
            bucket.store(ServedLibrary.picture(chapter), at: "xlumX1Wtzrg/ch\(chapter)_\(60 * chapter)s.jpg")
        }
        let server = try await serve(bucket)
        let client = ServeClient(port: server.port)
        let path = "/geo/chapters/xlumX1Wtzrg/thumbnails"
        let list = try client.get(path).decoded(List.self)
        #expect(list.youtubeContentId == "xlumX1Wtzrg")
        #expect(
            list.thumbnails == ["ch1_60s.jpg", "ch2_120s.jpg", "ch10_600s.jpg"].map { Self.base + "xlumX1Wtzrg/" + $0 })
        #expect(try client.get("/geo/chapters/nothing/thumbnails").decoded(List.self).thumbnails == [])
        #expect(bucket.counts[.get] == 0)

        #expect(try client.submit("xlumX1Wtzrg", #"{"chapters": 3}"#).status == 202)
        var status = ""
        for _ in 0..<1_200 where status != "COMPLETED" {
            try await Task.sleep(for: .milliseconds(50))
            status = try client.get("/geo/data/screenshot-status/xlumX1Wtzrg").decoded(Status.self).status
        }
        #expect(status == "COMPLETED")
        #expect(try client.get("/storyboards/xlumX1Wtzrg/thumbnails.vtt").text.contains("#xywh="))
        // Each screenshot is downloaded once, and not for the list.
        #expect(bucket.counts[.get] == 3)
        #expect(server.stop() == 0)
    }

    @Test func `while the bucket is down the list is 503, and the server serves`() async throws {
        let bucket = try await S3Server.start()
        let server = try await serve(bucket)
        try await bucket.stop()
        let client = ServeClient(port: server.port)
        let answer = try client.get("/geo/chapters/film/thumbnails")
        #expect(answer.status == 503 && answer.fields["retry-after"] == "5")
        #expect(try client.get("/health").status == 200)
        #expect(server.said.contains("Screenshots in the bucket cannot be listed."))
        #expect(server.stop() == 0)
    }

    @Test func `a server without --screenshots ignores the S3 settings of the environment`() async throws {
        let run = try BuiltTool.run(
            ["serve", "--library", "library", "--print-config"], in: folder,
            environment: ["AWS_ENDPOINT_URL_S3": "no URL", "AWS_ACCESS_KEY_ID": "alone"])
        #expect(run.status == 0)
    }
}
