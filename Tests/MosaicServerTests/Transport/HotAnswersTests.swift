import HTTPTypes
import Hummingbird
import Mosaic
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MosaicServer

/// Which requests are answered in front of the router. That the answers are the router's, ``HotAnswersLiveTests`` shows.
struct HotAnswersTests {
    @Test func `answers simple requests from memory, and forwards all others unchanged`() async throws {
        let bench = try await HotBench()
        for row in HotAnswersCase.all {
            let path = row.path(in: bench.storyboard, tile: bench.tile)
            let text = row.text(path, tag: try await bench.tag(of: path))
            let outcome = try bench.outcome(of: [text])
            #expect(outcome.passed.isEmpty == row.isHot, "\(row)")
            #expect(outcome.sent.isEmpty != row.isHot, "\(row)")
            if let passed = outcome.passed.first {
                #expect(passed.uri == path && passed.headers.count == row.fields.count + (row.host.isEmpty ? 0 : 1))
            }
        }
    }

    @Test func `the cases ask every route that is answered from memory`() async throws {
        let bench = try await HotBench()
        let asked = HotAnswersCase.all.filter(\.isHot).compactMap { row in
            let path = ByteBuffer(string: row.path(in: bench.storyboard, tile: bench.tile))
            return bench.routes.body(at: 0..<path.readableBytes, in: path)?.route.path
        }
        #expect(Set(asked) == Set(bench.paths))
        #expect(asked.count == HotAnswersCase.all.filter(\.isHot).count)
    }

    @Test func `answers nothing before it is cached, and nothing after an invalidation`() async throws {
        let bench = try await HotBench(warm: false)
        let text = HotAnswersCase(target: .track, isHot: true).text("/storyboards/film/thumbnails.vtt", tag: "")
        #expect(try bench.outcome(of: [text]).sent.isEmpty)
        try await bench.warm()
        #expect(try !bench.outcome(of: [text]).sent.isEmpty)
        bench.cache.invalidate(bench.served.id)
        #expect(try bench.outcome(of: [text]).sent.isEmpty)
        try await bench.warm()
        _ = bench.cache.purge()
        #expect(try bench.outcome(of: [text]).sent.isEmpty)
    }

    @Test func `tiles and look-ups are those of the record that is served now`() async throws {
        let bench = try await HotBench()
        let texts = [bench.tile, "/storyboards/film/tile?t=400"].map {
            HotAnswersCase(target: .tile, isHot: true).text($0, tag: "")
        }
        for text in texts { #expect(try !bench.outcome(of: [text]).sent.isEmpty) }
        try await bench.served.compose(chapters: [1, 2, 3, 4, 5, 6])
        bench.cache.invalidate(bench.served.id)
        _ = try await bench.cache.snapshot(of: bench.served.id)
        for text in texts { #expect(try bench.outcome(of: [text]).sent.isEmpty) }
    }

    @Test func `behind a request that waits for its answer every other one waits, too`() async throws {
        let bench = try await HotBench()
        let hot = HotAnswersCase(target: .track, isHot: true).text("/storyboards/film/thumbnails.vtt", tag: "")
        let cold = HotAnswersCase(target: .list, isHot: false).text("/storyboards", tag: "")
        #expect(
            try bench.outcome(of: [hot, cold, hot]).passed.map(\.uri) == [
                "/storyboards", "/storyboards/film/thumbnails.vtt",
            ])
        #expect(try bench.outcome(of: [cold, hot], answering: true).passed.map(\.uri) == ["/storyboards"])
        #expect(try bench.outcome(of: [hot + hot + cold + hot]).passed.count == 2)
    }

    @Test func `checks the host of each request on a connection`() async throws {
        let bench = try await HotBench()
        func text(_ host: String) -> String {
            HotAnswersCase(target: .track, host: host, isHot: true).text("/storyboards/film/thumbnails.vtt", tag: "")
        }
        #expect(try bench.outcome(of: [text("localhost"), text("localhost")]).passed.isEmpty)
        for foreign in ["foreign.example", "localhost.example", "localhos", ""] {
            let outcome = try bench.outcome(of: [text("localhost"), text(foreign)])
            #expect(outcome.sent.count == 1 && outcome.passed.count == 1, "\(foreign)")
        }
        // The Kelvin sign and the letter are the same text, and other bytes.
        let outcome = try bench.outcome(of: [text("k.localhost"), text("\u{212A}.localhost")])
        #expect(outcome.sent.count == 1 && outcome.passed.count == 1)
    }

    @Test func `where answers depend on who asks, none are hot`() async throws {
        let served = try await ServedLibrary()
        let changes: [(inout ServerSettings) -> Void] = [
            {
                $0.token = "secret"; $0.reading = .token
            }, { $0.readingOrigins = ["https://films.example"] },
            { $0.hotAnswers = false },
        ]
        for change in changes {
            var settings = ServerSettings()
            change(&settings)
            #expect(try routedServer(served.library, settings, logger: .silent).hotAnswers == nil)
        }
        var settings = ServerSettings()
        settings.token = "secret"
        #expect(try routedServer(served.library, settings, logger: .silent).hotAnswers != nil)
    }

    @Test func `tracks with absolute URLs are the router's, and their sheets are not`() async throws {
        let bench = try await HotBench { $0.publicURL = "https://cdn.example" }
        for (target, isHot) in [(HotAnswersCase.Target.track, false), (.sheet, true), (.record, true), (.lookup, true)]
        {
            let row = HotAnswersCase(target: target, isHot: isHot)
            let path = row.path(in: bench.storyboard, tile: bench.tile)
            #expect(try bench.outcome(of: [row.text(path, tag: "")]).sent.isEmpty != isHot)
        }
    }

    @Test func `a prefix is part of every target`() async throws {
        let bench = try await HotBench { $0.urlPrefix = "/mosaic" }
        let row = HotAnswersCase(target: .sheet, isHot: true)
        let path = row.path(in: bench.storyboard, tile: "")
        #expect(try bench.outcome(of: [row.text(path, tag: "")]).sent.isEmpty)
        #expect(try !bench.outcome(of: [row.text("/mosaic" + path, tag: "")]).sent.isEmpty)
    }
}
