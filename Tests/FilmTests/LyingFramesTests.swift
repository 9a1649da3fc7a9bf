import FilmProtocol
import Foundation
import Mosaic
import MosaicFixtures
import Testing

/// Children whose records contradict the request or each other.
struct LyingFramesTests {
    struct Lie: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let records: [FilmRecord]

        init(_ name: String, _ records: FilmRecord...) {
            testDescription = name
            self.records = records
        }
    }

    private let fake: FakeFrames

    init() throws { fake = try FakeFrames() }

    @Test(arguments: [
        Lie("wrong order", FakeFrames.picture(1), FakeFrames.picture(0), FakeFrames.picture(2), FakeFrames.end()),
        Lie("twice", FakeFrames.picture(0), FakeFrames.picture(0), FakeFrames.picture(1), FakeFrames.picture(2)),
        Lie("left out", FakeFrames.picture(0), FakeFrames.picture(2), FakeFrames.end(2)),
        Lie("too few", FakeFrames.picture(0), FakeFrames.end(3)),
        Lie("wrong count", FakeFrames.picture(0), FakeFrames.picture(1), FakeFrames.picture(2), FakeFrames.end(4)),
        Lie("other size", FakeFrames.picture(0, width: 8, height: 16)),
        Lie("other time", FakeFrames.picture(0, wanted: 1)),
        Lie("a time before the film", FakeFrames.picture(0, time: -1)),
        Lie("a time after all films", FakeFrames.picture(0, time: .max)),
        Lie("the first as the one before", FakeFrames.picture(0, outcome: .same)),
        Lie("second header", .header(json: Array("{}".utf8))),
    ]) func `a lie about pictures is refused, and the film named`(_ lie: Lie) async throws {
        let program = try fake.program("send header; request; send lie; wait_for_end", files: ["lie": lie.records])
        let error = await failure { try await fake.read(program) }
        #expect(error?.code == .malformed && error?.subject == "film.mp4", "\(String(describing: error))")
    }

    @Test(arguments: [
        "{", "[]", "{}", #"{"container":"mp4"}"#, #""\u{0}""#, String(repeating: "[", count: 100_000),
    ]) func `an invalid header is refused`(_ json: String) async throws {
        let program = try fake.program(
            "send header; wait_for_end", files: ["header": [.header(json: Array(json.utf8))]])
        let error = await failure { try await fake.read(program) }
        #expect(error?.code == .malformed && error?.subject == "film.mp4", "\(String(describing: error))")
    }

    private static let title = FilmHeader.Title(language: "en", text: "One")

    @Test func `numbers of a header have their limits`() async throws {
        let changes: [@Sendable (inout FilmHeader) -> Void] = [
            { $0.width = 0 }, { $0.height = -1 }, { $0.width = .max }, { $0.codedWidth = 0 }, { $0.rotation = 45 },
            { $0.duration = -1 }, { $0.duration = .max }, { $0.sampleAspect = [] }, { $0.sampleAspect = [0, 1] },
            { $0.chapters = [FilmHeader.Chapter(start: -1, title: nil)] },
            { $0.chapters = [.init(start: 0, title: nil, titles: Array(repeating: Self.title, count: 51))] },
            { $0.chapters = Array(repeating: .init(start: 0, title: nil), count: FilmHeader.mostChapters + 1) },
        ]
        for (index, change) in changes.enumerated() {
            var header = FakeFrames.header
            change(&header)
            let program = try fake.program(
                "send header; wait_for_end", files: ["header": [try FakeFrames.record(header)]])
            let error = await failure { try await fake.read(program) }
            #expect(error?.code == .malformed, "change \(index): \(String(describing: error))")
        }
    }

    @Test func `truncated records and bytes that are not records are refused`() async throws {
        let picture = FakeFrames.picture(0).bytes
        for bytes in [Array(picture.dropLast()), Array(picture.prefix(20)), Array("Segmentation fault\n".utf8)] {
            try fake.folder.write(bytes, to: "rest")
            let program = try fake.program("send header; request; send rest")
            let error = await failure { try await fake.read(program) }
            #expect(error?.subject == "film.mp4", "\(String(describing: error))")
        }
    }
}
