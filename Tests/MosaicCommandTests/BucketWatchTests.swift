import Foundation
import MosaicFixtures
import S3Fixtures
import Testing

/// `mosaic watch`, `submit` and `worker` with screenshots in a bucket.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BucketWatchTests {
    private func waitForTiles(_ count: Int, _ place: BucketPlace, in folder: String = "out") throws {
        try place.workplace.wait {
            let record = try? JSONReport(place.workplace.text(of: "\(folder)/mosaic.json"))
            return record?.objects("tiles").count == count
        }
    }

    @Test func `new, changed and removed objects are seen, and each is read once`() async throws {
        let place = try await BucketPlace()
        let watch = try place.start(
            "watch", place.address("shots"), "-o", "out", "--width", "40", "--poll-every", "0.1", "--json")
        try place.workplace.wait { try place.workplace.text(of: "tool.log").contains("Waiting for screenshots.") }
        #expect(!place.workplace.folder.holds("out"), "nothing is written for nothing")
        place.put("shots")
        try waitForTiles(3, place)
        place.put("shots", 4...4)
        try waitForTiles(4, place)
        place.server.store(DrawnScreenshot(number: 9).encoded, at: "shots/ch4_40s.jpg")
        try place.workplace.wait {
            place.server.requests.filter { $0.kind == .get && $0.key == "shots/ch4_40s.jpg" }.count >= 2
        }
        place.server.remove("shots/ch1_10s.jpg")
        try waitForTiles(3, place)
        let quiet = place.server.counts[.get]
        try await Task.sleep(for: .milliseconds(500))
        #expect(place.server.counts[.get] == quiet, "a listing that has not changed reads nothing")
        watch.send(SIGINT)
        #expect(watch.wait() == 0)
        let reports = try place.workplace.text(of: "tool.out").split(separator: "\n")
        #expect(reports.count >= 4 && reports.count <= 8, "an update for each change, and none without")
    }

    @Test func `a server that is down for a while is waited for`() async throws {
        let place = try await BucketPlace()
        place.put("shots")
        place.server.answer { _ in S3Reply.error(503, "SlowDown", "Reduce your rate.") }
        let watch = try place.start("watch", place.address("shots"), "-o", "out", "--poll-every", "0.1")
        try place.workplace.wait { try !place.workplace.text(of: "tool.log").isEmpty }
        place.server.answer(nil)
        try waitForTiles(3, place)
        watch.send(SIGTERM)
        #expect(watch.wait() == 0)
    }

    @Test func `a submitted prefix is composed by a worker`() async throws {
        let place = try await BucketPlace()
        place.put("films/seven")
        let submitted = try place.run(
            "submit", place.address("films/seven"), "--library", "library", "--expect", "3", "--width", "40")
        #expect(submitted.status == 0 && submitted.errors.isEmpty, "\(submitted.errors)")
        #expect(submitted.output == "seven: job 1, pending, 0/3 tiles\n")
        let worked = try place.run("worker", "--library", "library", "--once")
        #expect(worked.status == 0, "\(worked.errors)")
        try waitForTiles(3, place, in: "library/seven")
    }

    @Test func `wrong S3 settings matter only to commands with a bucket`() throws {
        let workplace = Workplace()
        try workplace.draw(1...1)
        let wrong = BucketPlace.nothing.merging(["AWS_ENDPOINT_URL_S3": "no url"]) { $1 }
        let local = try BuiltTool.run(
            ["compose", "shots", "-o", "out", "--width", "40"], in: workplace.folder, environment: wrong)
        #expect(local.status == 0 && local.errors.isEmpty, "\(local.errors)")
        let bucket = try BuiltTool.run(
            ["compose", "s3://shots/a/", "-o", "out2"], in: workplace.folder, environment: wrong)
        #expect(bucket.status == 64 || bucket.status == 1, "\(bucket.errors)")
        #expect(bucket.errors.contains("AWS_ENDPOINT_URL_S3"), "\(bucket.errors)")
    }
}
