import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import NIOCore
import Testing
import WebVTT

@testable import MosaicLibrary
@testable import MosaicServer

struct SubmissionRoutesTests {
    private let film = StoryboardID(naming: "film")
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    @Test func `a submission makes one job, however often it comes`() async throws {
        try await work.ask(works: false) { client async throws in
            let first = try await client.submit("film", #"{"chapters": 5, "title": "A film"}"#)
            #expect(first.status == .accepted && first.headers[.location] == "/jobs/1")
            let again = try await client.submit("film", #"{"title": "A film", "chapters": 5}"#)
            #expect(again.status == .accepted && again.bytes == first.bytes)
            let facts = try #require(first.json)
            #expect(facts["id"] as? Int == 1 && facts["storyboard"] as? String == "film")
            #expect(facts["state"] as? String == "pending" && facts["total_chapters"] as? Int == 5)
        }
        let job = try #require(try await work.library.catalog.job(of: film))
        let request = try job.request()
        #expect(request.title == "A film" && request.expected == .count(5))
        #expect(request.source == ScreenshotSource(folder: work.folder.path("library/film/screenshots")))
    }

    @Test func `chapters are listed with times in seconds, as text or in milliseconds`() async throws {
        try await work.ask(works: false) { client async throws in
            let answer = try await client.submit(
                "film",
                #"{"chapters": [{"index": 1, "time": 4, "title": "One"}, {"index": 2, "time": 83.5}, "#
                    + #"{"index": 3, "time": "00:01:23.501"}, {"index": 4, "time_ms": 90000}], "missing": "placeholder", "#
                    + #""duration_ms": 120000, "arrival_timeout_s": 7, "settle_s": 3}"#)
            #expect(answer.status == .accepted)
        }
        let request = try #require(try await work.library.catalog.job(of: film)).request()
        #expect(request.expected?.chapters.map(\.time.milliseconds) == [4_000, 83_500, 83_501, 90_000])
        #expect(request.expected?.chapters.map(\.title) == ["One", nil, nil, nil])
        #expect(request.missing == .placeholder && request.duration == Timestamp(milliseconds: 120_000))
        #expect(request.arrivalTimeout == 7 && request.settle == 3)
    }

    @Test(arguments: [
        "", "[]", "5", "{", #"{"chapters": 0}"#, #"{"chapters": -1}"#, #"{"chapters": 100001}"#, #"{"chapters": "5"}"#,
        #"{"chapters": 5.5}"#, #"{"chapters": []}"#, #"{"chapters": [{"index": 1}]}"#, #"{"chapters": [{"time": 1}]}"#,
        #"{"chapters": [{"index": 1, "time": -1}]}"#, #"{"chapters": [{"index": 1, "time": "soon"}]}"#,
        #"{"chapters": [{"index": 1, "time": 1}, {"index": 1, "time": 2}]}"#, #"{"missing": "placeholder"}"#,
        #"{"missing": "gray"}"#, #"{"settle_s": -1}"#, #"{"settle_s": 99999999999}"#, #"{"interval_ms": 1000}"#,
        #"{"width": 15}"#, #"{"width": 1921}"#, #"{"widths": [64, 8]}"#, #"{"widths": [64, 64]}"#,
        #"{"widths": [256]}"#, #"{"width": 64, "widths": [64]}"#, #"{"widths": [20, 21, 22, 23, 24, 25, 26, 27]}"#,
        #"{"widths": 64}"#,
        #"{"duration_ms": -1}"#, #"{"chaptrs": 5}"#, #"{"chapters": 5, "Title": "A film"}"#,
    ])
    func `refuses invalid submissions with a message`(json: String) async throws {
        try await work.ask(works: false) { client async throws in
            let answer = try await client.submit("film", json)
            #expect(answer.status == .badRequest, "\(json)")
            #expect(["invalid_request", "invalid_settings"].contains(answer.errorCode), "\(json)")
        }
        #expect(try await work.library.catalog.job(of: film) == nil)
    }

    @Test(arguments: [
        (#"{"interval": 10}"#, "interval is not a member of a submission; the members are title, chapters, source,"),
        (#"{"width": "64"}"#, "width has to be a whole number."),
        (#"{"title": 5}"#, "title has to be text."), (#"{"avoid_blank": 1}"#, "avoid_blank has to be true or false."),
        (#"{"widths": 64}"#, "widths has to be a list."), ("[]", "The body has to be an object."),
        (#"{"chapters": "5"}"#, "chapters has to be a whole number, a list of chapters, or true for a film."),
        (#"{"interval_ms": "10s"}"#, "interval_ms has to be a whole number."),
    ])
    func `the message states the member, and the value that it takes`(json: String, beginning: String) async throws {
        try await work.ask(works: false) { client async throws in
            let message = try await client.submit("film", json).errorMessage
            #expect(message?.hasPrefix(beginning) == true, "\(message ?? "")")
        }
    }

    @Test func `refuses an id of another form with the form of ids`() async throws {
        try await work.ask(works: false) { client async throws in
            for answer in [
                try await client.submit("my%20film", "{}"),
                try await client.upload("ch1_4s.jpg", ServedWork.picture(1), id: "my%20film"),
            ] {
                #expect(answer.status == .badRequest)
                #expect(answer.errorMessage?.hasPrefix("An id has 1 to 128 of the characters ") == true)
            }
        }
    }

    @Test func `refuses a film as a body, and names the way to submit one`() async throws {
        try await work.ask(works: false) { client async throws in
            for answer in [
                try await client.submit("film", "{}", type: "video/mp4"),
                try await client.upload("ch1_4s.jpg", [0], type: "Video/MP4"),
            ] {
                #expect(answer.status == .unsupportedMediaType)
                #expect(answer.errorMessage?.contains("Films are not uploaded: source in a submission") == true)
            }
            let form = try await client.upload("ch1_4s.jpg", [0], type: "application/x-www-form-urlencoded")
            #expect(form.errorMessage == "A screenshot takes Content-Type: image/jpeg or image/png.")
            let parts = try await client.upload("ch1_4s.jpg", [0], type: "multipart/form-data; boundary=x")
            #expect(
                parts.errorMessage
                    == "A screenshot takes Content-Type: image/jpeg or image/png. The body is the picture "
                    + "itself, not a form: curl --data-binary @FILE")
            let text = try await client.submit("film", "{}", type: "text/plain")
            #expect(text.errorMessage == "The body takes Content-Type: application/json.")
        }
    }

    @Test func `several widths are composed, and their folders served`() async throws {
        try await work.ask(works: false) { client async throws in
            let answer = try await client.submit("film", #"{"chapters": 5, "width": 160, "widths": [480, 320]}"#)
            #expect(answer.status == .accepted)
        }
        let settings = try #require(try await work.library.catalog.job(of: film)).request().settings
        #expect(settings.geometry.width == 160 && settings.furtherWidths == [480, 320])
    }

    @Test func `only JSON is taken`() async throws {
        try await work.ask(works: false) { client async throws in
            for type in [nil, "text/plain", "application/x-www-form-urlencoded", "image/jpeg"] {
                let answer = try await client.submit("film", "{}", type: type)
                #expect(answer.status == .unsupportedMediaType)
            }
            #expect(try await client.submit("film", "{}", type: "Application/JSON; charset=utf-8").status == .accepted)
        }
    }

    @Test func `accepts only sources below a root, and the response hides the reason of a refusal`() async throws {
        let root = try work.folder.makeFolder("sources")
        try work.folder.makeFolder("sources/season/film")
        try work.folder.makeFolder("elsewhere")
        try work.folder.write(ServedWork.picture(1), to: "elsewhere/ch1_4s.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: root + "/out", withDestinationPath: work.folder.path("elsewhere"))
        try work.folder.makeFolder("sources/mixed")
        try FileManager.default.createSymbolicLink(
            atPath: root + "/mixed/ch1_4s.jpg", withDestinationPath: work.folder.path("elsewhere/ch1_4s.jpg"))
        try await work.ask(works: false) {
            $0.work.sourceRoots = [root]
        } _: { client async throws in
            var answers: Set<[UInt8]> = []
            for source in [
                "absent", "out", "mixed", "../elsewhere", "season/../../elsewhere", "/etc", "", ".", "season/film/",
                "season//film", "season\\u0000",
            ] {
                let answer = try await client.submit("film", #"{"source": "\#(source)"}"#)
                #expect(answer.status == .notFound, "\(source)")
                answers.insert(answer.bytes)
            }
            #expect(answers.count == 1)
            #expect(try await client.submit("film", #"{"source": "season/film"}"#).status == .accepted)
            // Whoever composes from elsewhere takes no uploads.
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .conflict)
        }
        let request = try #require(try await work.library.catalog.job(of: film)).request()
        #expect(request.source.folder == root + "/season/film")
        #expect(work.uploads().isEmpty && work.incoming.isEmpty)
    }

    @Test func `titles have a thousand scalars at most and no NUL`() async throws {
        // One character each to a reader.
        let marks = "e" + String(repeating: "\u{301}", count: 1_000)
        try await work.ask(works: false) { client async throws in
            for title in [marks, String(repeating: "x", count: 1_001), #"a\u0000b"#] {
                for json in [
                    #"{"title": "\#(title)"}"#, #"{"chapters": [{"index": 1, "time": 4, "title": "\#(title)"}]}"#,
                ] {
                    let answer = try await client.submit("film", json)
                    #expect(answer.status == .badRequest && answer.errorCode == "invalid_request")
                }
            }
            #expect(try await client.get("/storyboards?search=a%00b").status == .badRequest)
            #expect(try await client.submit("film", #"{"title": "\#(marks.dropLast())x"}"#).status == .accepted)
        }
    }

    @Test func `a storyboard is submitted and removed in the version that is named`() async throws {
        try work.folder.makeFolder("library/film/screenshots")
        try work.folder.write(
            ServedWork.picture(1), to: "library/film/screenshots/ch1_1s.jpg", modified: 1)
        try await work.ask { client async throws in
            func ask(_ method: HTTPRequest.Method, _ fields: HTTPFields) async throws -> Int {
                var fields = fields
                fields[.contentType] = "application/json"
                return try await client.execute(
                    uri: "/storyboards/film", method: method, headers: fields, body: ByteBuffer(string: "{}")
                ) { $0 }.status.code
            }
            #expect(try await ask(.put, [.ifMatch: "*"]) == 412)
            #expect(try await ask(.delete, [.ifMatch: "*"]) == 404)
            #expect(try await work.library.catalog.jobs(JobQuery()).isEmpty)
            #expect(try await ask(.put, [.ifNoneMatch: "*"]) == 202)
            #expect(try await ask(.put, [.ifNoneMatch: "*"]) == 412, "a job is something")
            #expect(try await work.comes { try await client.get("/storyboards/film/mosaic.json").status == .ok })
            let tag = try #require(try await client.get("/storyboards/film/mosaic.json").headers[.eTag])
            #expect(try await ask(.put, [.ifMatch: "\"x\""]) == 412)
            #expect(try await ask(.put, [.ifMatch: tag]) == 202)
            #expect(try await ask(.delete, [.ifMatch: "\"x\""]) == 412)
            #expect(try await ask(.delete, [.ifNoneMatch: tag]) == 412)
            #expect(try await client.get("/storyboards/film/mosaic.json").status == .ok)
            #expect(try await ask(.delete, [.ifMatch: tag]) == 204)
        }
    }

    @Test func `a submitted folder is complete with all expected files, usable or not`() async throws {
        let root = try work.folder.makeFolder("sources")
        try work.folder.makeFolder("sources/film")
        for chapter in 1...2 {
            try work.folder.write(
                ServedWork.picture(chapter), to: "sources/film/ch\(chapter)_\(chapter)s.jpg", modified: 1)
        }
        try work.folder.write(Array("no picture".utf8), to: "sources/film/ch3_3s.jpg", modified: 1)
        try await work.ask(works: false) {
            $0.work.sourceRoots = [root]
        } _: { client async throws in
            #expect(try await client.submit("film", #"{"source": "film", "chapters": 3}"#).status == .accepted)
        }
        try await JobWorker(library: work.library, name: "w").step()
        #expect(try await work.library.catalog.job(of: film)?.state == .completed)
    }

    @Test func `fails a submission without an upload with a sentence about uploads`() async throws {
        try await work.ask(works: false) { client async throws in
            #expect(try await client.submit("film", #"{"settle_s": 0}"#).status == .accepted)
        }
        try await JobWorker(library: work.library, name: "w").step()
        let job = try #require(try await work.library.catalog.job(of: film))
        #expect(job.state == .failed && job.errorMessage == "film: No screenshot was uploaded.")
    }

    @Test func `a storyboard of other screenshots is not replaced`() async throws {
        let root = try work.folder.makeFolder("sources")
        for (number, name) in ["one", "two"].enumerated() {
            try work.folder.makeFolder("sources/\(name)")
            try work.folder.write(ServedWork.picture(1 + number), to: "sources/\(name)/ch1_4s.jpg", modified: 1)
        }
        try await work.ask {
            $0.work.sourceRoots = [root]
        } _: { client async throws in
            let own = #"{"source": "one", "settle_s": 0}"#
            #expect(try await client.submit("film", own).status == .accepted)
            #expect(try await work.comes { try await work.library.catalog.job(of: film)?.state == .completed })
            for other in [#"{"source": "two"}"#, "{}"] {
                let answer = try await client.submit("film", other)
                #expect(answer.status == .conflict && answer.errorCode == "refused")
                #expect(String(decoding: answer.bytes, as: UTF8.self).contains("It is made of the folder one"))
            }
            #expect(try await client.submit("film", own).status == .accepted)
            // Without its job it is not replaced by what is uploaded, either.
            #expect(try await work.library.catalog.remove(film))
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(3)).status == .conflict)
        }
        #expect(work.uploads().isEmpty && work.incoming.isEmpty)
    }
}
