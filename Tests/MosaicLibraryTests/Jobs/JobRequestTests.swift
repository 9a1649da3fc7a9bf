import Foundation
import MosaicFixtures
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

struct JobRequestTests {
    private var bare: JobRequest {
        JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: "/films/film"))
    }

    private var full: JobRequest {
        var request = bare
        request.title = "\"Ünïcode\"\n\u{1} 🎬 </script>"
        request.source = Mosaic.ScreenshotSource(
            folder: "/films/a b", interval: Timestamp(milliseconds: 1), start: .latest, list: "times.csv")
        request.duration = Timestamp(milliseconds: 7_200_001)
        request.settings.encoding.format = .png
        request.settings.geometry.tile = PixelSize(width: 100, height: 50)
        request.settings.track.baseURL = "https://example.com/"
        request.expected = .list([
            .init(index: 1, time: .zero, title: "One"), .init(index: 9, time: Timestamp(milliseconds: 5)),
        ])
        request.missing = .placeholder
        (request.arrivalTimeout, request.settle, request.keepingOld) = (1, 0, 3)
        return request
    }

    @Test func `a request is read back from its text`() throws {
        for request in [bare, full] {
            #expect(try JobRequest(parsing: request.encoded()) == request)
            #expect(try request.encoded() == request.encoded())
        }
        #expect(try bare.encoded() != full.encoded())
    }

    /// A text is assembled from its members; it equals an encoder's text of the whole for any members.
    @Test func `a request is stored as JSON with sorted keys`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var requests = [bare, full, bare]
        requests[2].settings.encoding.quality = 33
        for expected in [nil, ExpectedChapters.count(12)] {
            for var request in requests {
                request.expected = expected
                #expect(try request.encoded() == String(decoding: try encoder.encode(request), as: UTF8.self))
                request.settings.workers += 1
                #expect(try request.encoded() == String(decoding: try encoder.encode(request), as: UTF8.self))
            }
        }
    }

    /// A server tells them apart, and comparing strings does not.
    @Test func `URLs are stored as they are spelled`() throws {
        let spellings = ["https://cdn.example/\u{E9}/", "https://cdn.example/e\u{301}/"]
        let texts = try spellings.map { spelling in
            var request = bare
            request.settings.track.baseURL = spelling
            return try request.encoded()
        }
        for (text, spelling) in zip(texts, spellings) {
            let read = try JobRequest(parsing: text).settings.track.baseURL
            #expect(read.map { Array($0.utf8) } == Array(spelling.utf8))
        }
    }

    @Test func `a long list of chapters is stored and read like a short one`() throws {
        var request = full
        request.expected = .list(
            (1...1_234).map {
                .init(
                    index: $0, time: Timestamp(milliseconds: Int64($0)),
                    title: $0 % 2 == 0 ? "\($0) \"expected\":[" : nil)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = try request.encoded()
        #expect(text == String(decoding: try encoder.encode(request), as: UTF8.self))
        #expect(try JobRequest(parsing: text) == request)
        // A list is checked whichever way it is read.
        let doubled = text.replacing(#"{"index":1233,"#, with: #"{"index":1232,"#)
        #expect(throws: MosaicError.self) { try JobRequest(parsing: doubled) }
    }

    @Test func `a request is stored in one form`() throws {
        let text = try bare.encoded()
        #expect(
            text.hasPrefix(#"{"arrival_timeout_s":600,"id":"film","keep_old_s":86400,"missing":"absent","settings":{"#))
        #expect(text.hasSuffix(#"},"settle_s":20,"source":{"folder":"/films/film","start_ms":0}}"#))
        let full = try full.encoded()
        #expect(full.contains(#""duration_ms":7200001,"expected":[{"index":1,"time_ms":0,"title":"One"},"#))
        #expect(
            full.contains(
                #""source":{"folder":"/films/a b","interval_ms":1,"start_ms":9007199254740992,"times":"times.csv"}"#))
    }

    @Test(
        arguments: [
            ("", ""), (#""id":"film""#, #""id":"../film""#), (#""id":"film","#, ""), (#""absent""#, #""gone""#),
            (#""start_ms":0"#, #""start_ms":-1"#), (#""settle_s":20"#, #""settle_s":"20""#), ("600", "6e99"),
            (#""folder":"/films/film","#, ""), ("}", ""),
        ])
    func `an invalid request is malformed`(part: String, other: String) throws {
        let text = part.isEmpty ? "" : try bare.encoded().replacing(part, with: other)
        let error = failure { try JobRequest(parsing: text) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "job")
    }
}
