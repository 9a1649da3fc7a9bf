import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import NIOCore
import Testing
import TiledJPEG

@testable import MosaicLibrary
@testable import MosaicServer

struct ScreenshotRoutesTests {
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    @Test func `stores an uploaded screenshot, describes it, and serves its bytes`() async throws {
        let picture = ServedWork.picture(1)
        try await work.ask(works: false) { client async throws in
            let answer = try await client.upload("ch1_4s.jpg", picture)
            #expect(answer.status == .created)
            #expect(answer.headers[.location] == "/storyboards/film/screenshots/ch1_4s.jpg")
            let facts = try #require(answer.json)
            #expect(facts["name"] as? String == "ch1_4s.jpg" && facts["bytes"] as? Int == picture.count)
            #expect(facts["width"] as? Int == 96 && facts["height"] as? Int == 54)
            #expect((facts["job"] as? [String: Any])?["state"] as? String == "pending")
            for uri in ["/storyboards/film/screenshots/ch1_4s.jpg", "/chapter-screenshots/film/ch1_4s.jpg"] {
                let read = try await client.get(uri)
                #expect(read.status == .ok && read.bytes == picture)
                #expect(read.headers[.contentType] == "image/jpeg" && read.headers[.cacheControl] == "no-cache")
                let tag = try #require(read.headers[.eTag])
                #expect(try await client.get(uri, [.ifNoneMatch: tag]).status == .notModified)
                let part = try await client.get(uri, [.range: "bytes=2-5", .ifRange: tag])
                #expect(part.status == .partialContent && part.bytes == Array(picture[2...5]))
                #expect(try await client.get(uri, [.range: "bytes=-3"]).bytes == picture.suffix(3))
                let past = try await client.get(uri, [.range: "bytes=\(picture.count)-"])
                #expect(past.status == .rangeNotSatisfiable && past.errorCode == "range_not_satisfiable")
                let head = try await client.execute(uri: uri, method: .head) { $0 }
                #expect(head.status == .ok && head.bytes.isEmpty)
                #expect(head.headers[.contentLength] == "\(picture.count)")
            }
        }
        #expect(work.uploads() == ["ch1_4s.jpg"] && work.incoming.isEmpty)
    }

    @Test func `the file name of a screenshot follows its format, and its uploaded name finds it`() async throws {
        let picture = ServedWork.picture(1, .png)
        try await work.ask(works: false) { client async throws in
            #expect(try await client.upload("ch01_004s.jpg", picture).status == .created)
            for name in ["ch1_4s.jpg", "ch1_4s.png", "ch01_004s.jpeg"] {
                let read = try await client.get("/chapter-screenshots/film/\(name)")
                #expect(read.bytes == picture && read.headers[.contentType] == "image/png", "\(name)")
            }
        }
        #expect(work.uploads() == ["ch1_4s.png"])
    }

    @Test func `a later screenshot of a chapter replaces the earlier one, under any name`() async throws {
        try await work.ask(works: false) { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            #expect(try await client.upload("ch2_9s.jpg", ServedWork.picture(2)).status == .created)
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(3), method: .post).status == .ok)
            #expect(work.uploads() == ["ch1_4s.jpg", "ch2_9s.jpg"])
            #expect(try await client.upload("ch1_5s.jpg", ServedWork.picture(4, .png)).status == .ok)
            #expect(work.uploads() == ["ch1_5s.png", "ch2_9s.jpg"])
        }
    }

    @Test func `a screenshot can be removed once`() async throws {
        try await work.ask(works: false) { client async throws in
            _ = try await client.upload("ch1_4s.jpg", ServedWork.picture(1))
            let uri = "/storyboards/film/screenshots/ch1_4s.jpg"
            #expect(try await client.execute(uri: uri, method: .delete) { $0 }.status == .noContent)
            #expect(try await client.execute(uri: uri, method: .delete) { $0 }.status == .notFound)
            #expect(try await client.get(uri).status == .notFound)
        }
        #expect(work.uploads().isEmpty)
    }

    @Test func `refuses uploads for a cancelled job until a retry`() async throws {
        try await work.ask(works: false) { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            _ = try await work.library.catalog.update(JobNumber(rawValue: 1)) { $0.cancel(now: $1) }
            let refused = try await client.upload("ch2_9s.jpg", ServedWork.picture(2))
            #expect(refused.status == .conflict && refused.errorCode == "conflict")
            #expect(work.uploads() == ["ch1_4s.jpg"] && work.incoming.isEmpty)
            let uri = "/storyboards/film/screenshots/ch1_4s.jpg"
            #expect(try await client.execute(uri: uri, method: .delete) { $0 }.status == .noContent)
            #expect(try await client.execute(uri: "/jobs/1/retry", method: .post) { $0 }.status == .accepted)
            #expect(try await client.upload("ch2_9s.jpg", ServedWork.picture(2)).status == .created)
        }
    }

    @Test func `a screenshot is replaced and removed in the named version, or stored if there is none`() async throws {
        let uri = "/storyboards/film/screenshots/ch1_4s.jpg"
        try await work.ask(works: false) { client async throws in
            func put(_ chapter: Int, _ fields: HTTPFields) async throws -> Int {
                try await client.upload("ch1_4s.jpg", ServedWork.picture(chapter), fields).status.code
            }
            func delete(_ fields: HTTPFields) async throws -> Int {
                try await client.execute(uri: uri, method: .delete, headers: fields) { $0 }.status.code
            }
            #expect(try await put(1, [.ifMatch: "*"]) == 412)
            #expect(try await delete([.ifMatch: "\"x\""]) == 404)
            #expect(try await put(1, [.ifNoneMatch: "*"]) == 201)
            #expect(try await put(2, [.ifNoneMatch: "*"]) == 412)
            #expect(work.incoming.isEmpty)
            let first = try #require(try await client.get(uri).headers[.eTag])
            #expect(try await put(2, [.ifMatch: first]) == 200)
            let second = try #require(try await client.get(uri).headers[.eTag])
            #expect(first != second)
            #expect(try await put(3, [.ifMatch: first]) == 412)
            #expect(try await delete([.ifMatch: first]) == 412)
            #expect(try await client.get(uri).bytes == ServedWork.picture(2))
            let failure = try await client.upload("ch1_4s.jpg", ServedWork.picture(3), [.ifMatch: first])
            #expect(failure.errorCode == "precondition_failed")
            #expect(try await delete([.ifMatch: second]) == 204)
            // What was removed is no version any more, also while it can be had still.
            #expect(try await put(1, [.ifNoneMatch: "*"]) == 201)
            #expect(try await client.execute(uri: "/storyboards/film", method: .delete) { $0 }.status == .noContent)
            #expect(try await put(1, [.ifNoneMatch: "*"]) == 201)
        }
    }

    @Test(arguments: [DrawnScreenshot.Kind.yuv420, .png])
    func `a picture that was cut off on its way is refused, and its job goes on waiting`(
        kind: DrawnScreenshot.Kind
    ) async throws {
        let whole = ServedWork.picture(1, kind)
        try await work.ask(works: false) { client async throws in
            #expect(try await client.submit("film", #"{"chapters": 1, "settle_s": 0}"#).status == .accepted)
            for count in [whole.count / 2, whole.count - 12, whole.count - 1] {
                let cut = try await client.upload("ch1_4s.jpg", Array(whole.prefix(count)))
                #expect(cut.status == .unprocessableContent && cut.errorCode == "damaged", "\(count)")
            }
        }
        #expect(work.uploads().isEmpty && work.incoming.isEmpty)
        try await JobWorker(library: work.library, name: "w").step()
        #expect(try await work.library.catalog.job(of: StoryboardID(naming: "film"))?.state == .pending)
    }

    @Test func `a chapter that is not in the submitted list is refused, and nothing of it is stored`() async throws {
        try await work.ask(works: false) { client async throws in
            let chapters = #"{"chapters": [{"index": 1, "time": 4}, {"index": 3, "time": 9}]}"#
            #expect(try await client.submit("film", chapters).status == .accepted)
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .created)
            let other = try await client.upload("ch2_6s.jpg", ServedWork.picture(2))
            #expect(other.status == .conflict && other.errorCode == "conflict")
            #expect(other.text.contains("Chapter 2"))
            #expect(try await client.submit("count", #"{"chapters": 1}"#).status == .accepted)
            #expect(try await client.upload("ch7_6s.jpg", ServedWork.picture(2), id: "count").status == .created)
        }
        #expect(work.uploads() == ["ch1_4s.jpg"] && work.incoming.isEmpty)
    }
}
