import Foundation
import Mosaic
import MosaicFixtures
import Testing

/// A film whose screenshots another program puts into a bucket of radosgw one by one, while an app polls `mosaic serve`.
@Suite(
    .enabled(if: RealServer.gateway != nil && Botocore.python != nil && BuiltTool.path != nil, RealServer.hint),
    .serialized)
struct SeedStoryTests {
    private static let id = "xlumX1Wtzrg"
    private static let seconds = [4, 397, 721, 1161, 1320, 1503, 1689, 1904, 2076, 2248, 2431, 2668]
    private static let files = seconds.enumerated().map { "ch\($0 + 1)_\($1)s.jpg" }

    private let gateway: RealServer

    init() throws { gateway = try #require(RealServer.gateway) }

    private static func sample(_ file: String, _ path: String = #filePath) -> String {
        URL(filePath: path).deletingLastPathComponent().path + "/../../samples/\(id)/\(file)"
    }

    /// A list of the first chapters, as it is submitted.
    private static func chapters(_ count: Int) -> String {
        let chapters = seconds.prefix(count).enumerated().map { number, second in
            #"{"index": \#(number + 1), "time": \#(second), "title": "Chapter \#(number + 1)"}"#
        }
        return #"{"chapters": [\#(chapters.joined(separator: ","))]}"#
    }

    /// The notification of a new object, as Amazon S3 or as MinIO writes it.
    private static func event(_ key: String, in bucket: String, isMinIO: Bool) -> String {
        let encoded = isMinIO ? key.replacing("/", with: "%2F") : key
        let name = (isMinIO ? "s3:" : "") + "ObjectCreated:Put"
        let record = """
            {"eventVersion": "2.1", "eventSource": "\(isMinIO ? "minio" : "aws"):s3", "eventName": "\(name)", "s3": {
            "bucket": {"name": "\(bucket)", "arn": "arn:aws:s3:::\(bucket)"}, "object": {"key": "\(encoded)"}}}
            """
        let more = isMinIO ? #""EventName": "\#(name)", "Key": "\#(bucket)/\#(key)", "# : ""
        return #"{\#(more)"Records": [\#(record)]}"#
    }

    private func expectNoCredential(in server: BucketServer) {
        #expect(server.stop() == 0)
        let written = server.written
        #expect(written["log"]?.contains("Stopped.") == true)
        for (name, text) in written {
            for credential in [gateway.secret, gateway.keyID, server.token] {
                #expect(!text.contains(credential), "\(name)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `twelve chapters put one by one are counted upwards, and the twelfth completes`(hasEvents: Bool) async throws {
        let bucket = try gateway.makeBucket()
        // Both layouts that are in use.
        let folder = hasEvents ? "chapter-screenshots/" : ""
        let server = try await BucketServer(gateway, root: "s3://\(bucket)/\(folder)")
        let writer = try ObjectWriter(gateway, bucket, prefix: folder + Self.id + "/")
        let story = SeedStory(Self.id, on: server, of: 12)
        #expect(try await server.submit(Self.id, Self.chapters(12)) == 202)
        for (number, file) in Self.files.enumerated() {
            story.put += 1
            try writer.put(Self.sample(file))
            if hasEvents {
                let isMinIO = number.isMultiple(of: 2)
                let event = Self.event(folder + "\(Self.id)/\(file)", in: bucket.rawValue, isMinIO: isMinIO)
                #expect(
                    try await server.notify(event, authorization: (isMinIO ? "" : "Bearer ") + server.token) == 1)
            }
            let isLast = story.put == 12
            // Without events lists are some seconds old, so that the app waits for the last one alone.
            let isShown =
                hasEvents || isLast
                ? try await story.comesToShow(
                    Array(Self.files.prefix(story.put)), status: isLast ? "COMPLETED" : "PROCESSING")
                : try await story.comes { try await story.look().completedChapters == story.put }
            try #require(isShown, "\(file)")
        }
        let chapters = try #require(try await story.look().chapters)
        #expect(chapters.map(\.index) == Array(1...12))
        #expect(chapters.map(\.time) == Self.seconds.map(Double.init))
        #expect(chapters.map(\.title) == (1...12).map { "Chapter \($0)" })
        expectNoCredential(in: server)
    }

    @Test func `a set of unknown size is complete only when nothing comes any more`() async throws {
        let bucket = try gateway.makeBucket()
        let server = try await BucketServer(gateway, root: "s3://\(bucket)")
        let writer = try ObjectWriter(gateway, bucket, prefix: "unknown/")
        let story = SeedStory("unknown", on: server, of: nil)
        #expect(try await server.submit("unknown", #"{"settle_s": 86400}"#) == 202)
        for file in Self.files.prefix(3) {
            story.put += 1
            try writer.put(Self.sample(file))
            let isCounted = try await story.comes {
                let now = try await story.look()
                #expect(now.status != "COMPLETED", "\(now)")
                return now.completedChapters == story.put && now.totalChapters == story.put
            }
            try #require(isCounted, "\(file)")
        }
        #expect(try await server.submit("unknown", #"{"settle_s": 1}"#) == 202)
        #expect(try await story.comesToShow(Array(Self.files.prefix(3)), status: "COMPLETED"))
        expectNoCredential(in: server)
    }

    @Test func `a list of chapters next to the objects sets the expected count`() async throws {
        let bucket = try gateway.makeBucket()
        let server = try await BucketServer(gateway, root: "s3://\(bucket)")
        let writer = try ObjectWriter(gateway, bucket, prefix: "listed/")
        let folder = TemporaryFolder()
        try writer.put(folder.write(Array(Self.chapters(3).utf8), to: "chapters.json"))
        let story = SeedStory("listed", on: server, of: 3)
        // A set of unknown size would be complete, or fail, at the first look.
        #expect(try await server.submit("listed", #"{"settle_s": 0}"#) == 202)
        let isExpected = try await story.comes { try await story.look().chapters?.count == 3 }
        #expect(isExpected)
        for file in Self.files.prefix(3) {
            story.put += 1
            try writer.put(Self.sample(file))
            let isLast = story.put == 3
            let isShown =
                isLast
                ? try await story.comesToShow(Array(Self.files.prefix(3)), status: "COMPLETED")
                : try await story.comes {
                    let now = try await story.look()
                    return now.completedChapters == story.put && now.totalChapters == 3
                        && now.urls.count == story.put
                }
            try #require(isShown, "\(file)")
        }
        #expect(try await story.look().chapters?.map(\.title) == ["Chapter 1", "Chapter 2", "Chapter 3"])
        expectNoCredential(in: server)
    }

    @Test func `a server with a wrong secret reports it without showing it`() async throws {
        let bucket = try gateway.makeBucket()
        let server = try await BucketServer(gateway, secret: "wrong" + gateway.secret, root: "s3://\(bucket)")
        #expect(try await server.submit("film", #"{"chapters": 3}"#) == 202)
        let story = SeedStory("film", on: server, of: 3)
        var said = ""
        let isRefused = try await story.comes {
            let answer = try await server.get("/geo/data/screenshot-status/film")
            said = String(decoding: answer.body, as: UTF8.self)
            return said.contains("FAILED")
        }
        #expect(isRefused && said.contains("The secret access key does not belong to the access key id."))
        let list = try await server.get("/geo/chapters/film/thumbnails")
        #expect(list.status == 503)
        said += String(decoding: list.body, as: UTF8.self)
        #expect(!said.contains(gateway.secret) && !said.contains(gateway.keyID) && !said.contains(server.token))
        expectNoCredential(in: server)
    }
}
