import FilmProtocol
import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Frames of a film as screenshots: which are listed and requested, and what becomes of them.
struct FilmReaderTests {
    private static let tile = PixelSize(width: 32, height: 18)

    private var settings: CompositionSettings {
        var settings = CompositionSettings()
        settings.geometry.tile = Self.tile
        settings.geometry.grid = TileGrid(columns: 2, rows: 1)
        return settings
    }

    private func source(_ frames: ScriptedFrames, _ change: (inout Mosaic.ScreenshotSource) -> Void) -> FilmReader {
        var source = Mosaic.ScreenshotSource(folder: frames.film)
        change(&source)
        return frames.reader(source)
    }

    private func request(_ reader: FilmReader) async throws -> CompositionRequest {
        let listing = try await reader.list()
        return CompositionRequest(
            id: try #require(StoryboardID(rawValue: "film")), listing: listing, duration: listing.duration)
    }

    @Test func `a film is listed at an interval that suits its length`() async throws {
        let frames = try ScriptedFrames()
        let reader = frames.reader()
        let listing = try await reader.list()
        await reader.close()
        #expect(listing.screenshots.map(\.time.milliseconds) == (0..<60).map { $0 * 10_000 })
        #expect(listing.screenshots[8].name == "film.mp4#t=80")
        #expect(listing.screenshots[8].selection?.description == "key_once after 70000 within 5000 every 10000")
        #expect(listing.duration?.milliseconds == 600_000)
        #expect(listing.film?.spacing?.milliseconds == 10_000 && listing.film?.choice == .keyOnce)
        #expect(listing.remarks == ["The film is 00:10:00.000 long: 60 tiles, one every 10 s."])
        #expect(await reader.sizes(of: Array(listing.screenshots.prefix(2)), lanes: 1).count == 2)
    }

    @Test func `chapters of the film have titles and numbers, and those past the end are named`() async throws {
        var header = ScriptedFrames.header
        header.chapters = [
            FilmHeader.Chapter(start: 0, title: "One\u{0}\nof two"), FilmHeader.Chapter(start: 83_483_333, title: nil),
            FilmHeader.Chapter(start: 600_000_000, title: "Late"),
        ]
        let frames = try ScriptedFrames(header)
        let reader = source(frames) { $0.film.chapters = .container }
        let listing = try await reader.list()
        await reader.close()
        #expect(listing.screenshots.map(\.time.milliseconds) == [0, 83_484])
        #expect(listing.screenshots.map(\.chapter) == [1, 2])
        #expect(listing.screenshots.map(\.title) == ["One of two", nil])
        #expect(listing.screenshots.allSatisfy { $0.selection?.choice == .exact })
        #expect(listing.skipped.map(\.name) == ["film.mp4#t=600"])
    }

    @Test func `chapters of the film have titles in the asked language, else the default ones`() async throws {
        var header = ScriptedFrames.header
        header.chapters = [
            FilmHeader.Chapter(
                start: 0, title: "One",
                titles: [.init(language: "eng", text: "One"), .init(language: "ger", text: "Eins\n")]),
            FilmHeader.Chapter(start: 1_000_000, title: "Two"),
        ]
        let frames = try ScriptedFrames(header)
        for (language, titles) in [("de", ["Eins", "Two"]), ("fr", ["One", "Two"])] {
            let reader = source(frames) { source in
                source.film.chapters = .container
                source.film.chapterLanguage = ChapterLanguage(language)
            }
            #expect(try await reader.list().screenshots.map(\.title) == titles)
            await reader.close()
        }
    }

    @Test func `lists of times and of chapters are read from files`() async throws {
        let frames = try ScriptedFrames()
        let times = try frames.folder.write(Array("time,title\n83.5,\"One, two\"\n00:00:07,\n".utf8), to: "times.csv")
        let listed = source(frames) { $0.list = times }
        let listing = try await listed.list()
        await listed.close()
        #expect(listing.screenshots.map(\.time.milliseconds) == [7_000, 83_500])
        #expect(listing.screenshots.map(\.title) == [nil, "One, two"])
        try frames.folder.write(Array("0\n\n601\n".utf8), to: "times.csv")
        let late = source(frames) { $0.list = times }
        #expect(
            try await late.list().skipped.map(\.reason) == [
                "Its time, 00:10:01.000, in times.csv:3, is not before the film's end at 00:10:00.000."
            ])
        await late.close()
        let chapters = try frames.folder.write(Array("0:00 Start\n1:23 Rise\n".utf8), to: "chapters.txt")
        let named = source(frames) { $0.film.chapters = .file(chapters) }
        #expect(try await named.list().screenshots.map(\.title) == ["Start", "Rise"])
        await named.close()
    }

    @Test func `two ways to choose times are refused before the film is opened`() async throws {
        let frames = try ScriptedFrames()
        let reader = source(frames) { source in
            source.film.count = 3
            source.film.chapters = .container
        }
        await #expect(
            throws: MosaicError(
                .invalidSettings, "chapters", "count and chapters are two ways to choose times; use one.")
        ) { try await reader.list() }
        #expect(frames.started.isEmpty)
    }

    @Test func `each outcome is a tile or a placeholder with its reason`() async throws {
        let outcomes: [(Int64, FilmPicture.Outcome)] = [
            (0, .shown), (100, .same), (200, .damaged), (300, .undecodable), (400, .cutOff), (500, .afterEnd),
        ]
        let answer = ScriptedFrames.answer((Self.tile.width, Self.tile.height), outcomes)
        let frames = try ScriptedFrames(answers: [answer])
        let reader = source(frames) { $0.film.count = 6 }
        let request = try await request(reader)
        let storyboard = try await HeldPublication().compose(request, settings).storyboard
        await reader.close()
        #expect(storyboard.tiles.map(\.state) == [.ok, .ok] + Array(repeating: .placeholder, count: 4))
        #expect(storyboard.tiles.map(\.frameTime?.milliseconds) == [40, 100_040, nil, nil, nil, nil])
        #expect(
            storyboard.tiles.map(\.reason) == [
                nil, nil, "The film is damaged here.", "No frame can be decoded there.",
                "The file ends before this time although the film goes on.",
                "The film has no frame at this time or later.",
            ])
        #expect(storyboard.tiles.last?.end?.milliseconds == 600_000)
        #expect(try frames.size(ofRequest: 0) == [32, 18])
        let again = try Storyboard(parsing: storyboard.record())
        #expect(again == storyboard)
    }

    @Test func `frames for several widths are requested once, at the widest`() async throws {
        let answer = ScriptedFrames.answer((64, 36), [(0, .shown), (300, .shown)])
        let frames = try ScriptedFrames(answers: [answer])
        let reader = source(frames) { $0.film.count = 2 }
        var settings = settings
        settings.geometry.tile = nil
        settings.geometry.width = 32
        settings.furtherWidths = [16, 64]
        let composition = try await HeldPublication().compose(try await request(reader), settings).composition
        await reader.close()
        #expect(try frames.size(ofRequest: 0) == [64, 36] && frames.frames(ofRequest: 0).count == 2)
        #expect(!frames.folder.holds("request1"))
        #expect(composition.further.map(\.geometry.tile.width) == [16, 64])
        #expect(composition.further.allSatisfy { $0.tiles.map(\.frameTime?.milliseconds) == [40, 300_040] })
    }

    @Test func `damaged frames are tiles where the settings accept them`() async throws {
        let answer = ScriptedFrames.answer((Self.tile.width, Self.tile.height), [(0, .damaged)])
        let frames = try ScriptedFrames(answers: [answer])
        let reader = source(frames) { $0.film.count = 1 }
        var settings = settings
        settings.acceptsDamaged = true
        let storyboard = try await HeldPublication().compose(try await request(reader), settings).storyboard
        await reader.close()
        #expect(storyboard.tiles.map(\.state) == [.damaged])
    }

    @Test func `an unchanged film is not decoded again, and other frames of it are`() async throws {
        let answer = ScriptedFrames.answer((Self.tile.width, Self.tile.height), [(0, .shown), (300, .shown)])
        let frames = try ScriptedFrames(answers: [answer])
        let publication = HeldPublication()
        for round in 0..<3 {
            let reader = source(frames) { source in
                source.film.count = 2
                if round == 2 { source.film.exactness = .always }
            }
            let composition = try await publication.compose(try await request(reader), settings).composition
            await reader.close()
            #expect(composition.reusedTiles == [0, 2, 0][round])
            #expect(composition.storyboard.tiles.map(\.frameTime?.milliseconds) == [40, 300_040])
            #expect(try frames.frames(ofRequest: 0).isEmpty == (round == 1))
            try? frames.folder.remove("request0")
        }
    }

    @Test func `a tile that is made again does not take the key frame of the one before it`() async throws {
        let answer = ScriptedFrames.answer((32, 18), [(200, .shown), (300, .shown), (400, .shown)])
        let frames = try ScriptedFrames(answers: [answer])
        let reader = source(frames) { $0.film.count = 6 }
        let listing = try await reader.list()
        let tiles = TileSettings(
            tileSize: Self.tile, cellSize: PixelSize(width: 32, height: 32),
            codec: .jpeg(quality: 80, chroma: .yuv420))
        let session = try await reader.read(Array(listing.screenshots[3...4]), for: tiles, lanes: 1)
        var pictures = [Picture](repeating: .empty, count: 3)
        #expect(try await session.next(3, into: &pictures) == 0..<2)
        #expect(pictures.prefix(2).map(\.source.name) == ["film.mp4#t=300", "film.mp4#t=400"])
        #expect(try await session.next(3, into: &pictures).isEmpty)
        await session.close()
        await reader.close()
        let requested = try frames.frames(ofRequest: 0)
        #expect(requested.map(\.time) == [200_000_000, 300_000_000, 400_000_000])
        #expect(requested.map(\.choice) == [.key, .keyOnce, .keyOnce])
        // What stands in for a black key frame before it is not shown again, either.
        #expect(requested.map(\.reach) == [5_000_000, 5_000_000, 5_000_000])
        #expect(requested.map(\.spacing) == [100_000_000, 100_000_000, 100_000_000])
    }

    @Test func `rows of a PNG come from one child`() async throws {
        let rows: [[(Int64, FilmPicture.Outcome)]] = [[(0, .shown), (150, .shown)], [(150, .shown), (300, .shown)]]
        let answers = rows.map { ScriptedFrames.answer((32, 18), $0, hasFullChroma: true) }
        let frames = try ScriptedFrames(answers: answers)
        let reader = source(frames) { source in
            source.interval = Timestamp(milliseconds: 150_000)
            source.film.exactness = .never
        }
        let listing = try await reader.list()
        let tiles = TileSettings(tileSize: Self.tile, cellSize: Self.tile, codec: .png)
        var pictures = [Picture.empty]
        for row in [0..<2, 1..<3] {
            let session = try await reader.read(Array(listing.screenshots[row]), for: tiles, lanes: 1)
            #expect(try await session.next(1, into: &pictures) == 0..<1)
            #expect(try await session.next(1, into: &pictures) == 1..<2)
            await session.close()
        }
        await reader.close()
        #expect(frames.started.count == 1)
    }

    @Test func `a session that ends early ends its child, and the next one has another`() async throws {
        let answer = ScriptedFrames.answer((32, 18), [(0, .shown), (300, .shown)])
        let frames = try ScriptedFrames(answers: [answer])
        let reader = source(frames) { $0.film.count = 2 }
        let listing = try await reader.list()
        let tiles = TileSettings(
            tileSize: Self.tile, cellSize: PixelSize(width: 32, height: 32),
            codec: .jpeg(quality: 80, chroma: .yuv420))
        for _ in 0..<2 {
            let session = try await reader.read(listing.screenshots, for: tiles, lanes: 1)
            var pictures = [Picture.empty]
            #expect(try await session.next(1, into: &pictures) == 0..<1)
            await session.close()
        }
        await reader.close()
        #expect(frames.started.count == 2)
        // A zombie would still have its number.
        #expect(frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func `an unclosed reader leaves no child process`() async throws {
        let frames = try ScriptedFrames()
        _ = try await frames.reader().list()
        #expect(frames.started.count == 1 && frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func `a film that is being written is unfinished`() async throws {
        let frames = try ScriptedFrames()
        let reader = frames.reader()
        let listing = try await reader.list()
        await reader.close()
        let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
        #expect(await reader.unfinished(listing.screenshots, now: now).isEmpty)
        try frames.folder.write([1, 2, 3], to: "film.mp4")
        #expect(await reader.unfinished(listing.screenshots, now: now).count == 60)
    }

    @Test func `a pipe and a folder are refused without starting a program`() async throws {
        let frames = try ScriptedFrames()
        let pipe = frames.folder.path("pipe.mp4")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, frames.folder.path] {
            let reader = FilmReader(
                Mosaic.ScreenshotSource(folder: path), of: path, program: frames.program)
            let error = await #expect(throws: MosaicError.self) { try await reader.list() }
            #expect(error?.reason == "It is not a regular file.")
        }
        #expect(Mosaic.ScreenshotSource(folder: pipe).location == .film(pipe))
        #expect(Mosaic.ScreenshotSource(folder: frames.film).location == .film(frames.film))
        #expect(frames.started.isEmpty)
    }
}
