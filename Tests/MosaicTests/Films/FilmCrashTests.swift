import FilmProtocol
import Foundation
import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Programs that crash at a frame: that frame is missing, and another program delivers those after it.
struct FilmCrashTests {
    private static let crash = "kill -SEGV $$"
    private static let tile = PixelSize(width: 32, height: 18)

    private var settings: CompositionSettings {
        var settings = CompositionSettings()
        settings.geometry.tile = Self.tile
        settings.geometry.grid = TileGrid(columns: 2, rows: 2)
        return settings
    }

    /// The answer to a request for the tiles from that one on, of four.
    private static func answer(from first: Int = 0) -> ScriptedFrames.Answer {
        ScriptedFrames.answer((tile.width, tile.height), (first..<4).map { (Int64($0) * 150, .shown) })
    }

    private func reader(_ frames: ScriptedFrames, silence: Duration = FilmProcess.silence) -> FilmReader {
        var source = Mosaic.ScreenshotSource(folder: frames.film)
        source.film.count = 4
        return frames.reader(source, silence: silence)
    }

    private func storyboard(of reader: FilmReader) async throws -> Storyboard {
        try await reader.close(after: {
            let listing = try await reader.list()
            let request = CompositionRequest(
                id: StoryboardID(naming: "film"), listing: listing, duration: listing.duration)
            return try await HeldPublication().compose(request, settings).storyboard
        })
    }

    @Test func `the frame at which a program crashes is a placeholder, and those after it are tiles`() async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 1), Self.answer(from: 2)], ending: Self.crash)
        let storyboard = try await storyboard(of: reader(frames))
        #expect(storyboard.tiles.map(\.state) == [.ok, .placeholder, .ok, .ok])
        #expect(storyboard.tiles.map(\.frameTime?.milliseconds) == [40, nil, 300_040, 450_040])
        #expect(storyboard.tiles[1].reason?.contains("signal 11") == true, "\(storyboard.tiles[1].reason ?? "")")
        // The frame after the crash might have been another one: it is not reused.
        #expect(storyboard.tiles.map { $0.source.version == nil } == [false, true, true, false])
        #expect(try frames.frames(ofRequest: 1).map(\.time) == [300_000_000, 450_000_000])
        #expect(try frames.frames(ofRequest: 1).map(\.choice) == [.keyOnce, .keyOnce])
        #expect(frames.started.count == 2 && frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func `a program that crashes at the last frame needs no other`() async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 3)], ending: Self.crash)
        let storyboard = try await storyboard(of: reader(frames))
        #expect(storyboard.tiles.map(\.state) == [.ok, .ok, .ok, .placeholder])
        #expect(frames.started.count == 1)
    }

    @Test func `a program that crashes after the last frame takes nothing away`() async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 4)], ending: Self.crash)
        let storyboard = try await storyboard(of: reader(frames))
        #expect(storyboard.tiles.map(\.state) == Array(repeating: .ok, count: 4))
        #expect(frames.started.count == 1 && frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func `a program that hangs at a frame is ended, and another one goes on`() async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 2), Self.answer(from: 3)],
            ending: "exec /bin/sleep 600")
        let storyboard = try await storyboard(of: reader(frames, silence: .seconds(2)))
        #expect(storyboard.tiles.map(\.state) == [.ok, .ok, .placeholder, .ok])
        #expect(storyboard.tiles[2].reason?.contains("2 seconds") == true)
        #expect(frames.started.count == 2 && frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func `the words of a program that crashes are not published`() async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 3)], ending: "echo /secret/path >&2\n" + Self.crash)
        let reason = try await storyboard(of: reader(frames)).tiles[3].reason ?? ""
        #expect(reason.contains("signal 11") && !reason.contains("secret"), "\(reason)")
    }

    /// A session of one frame, at which the program crashes.
    private func crashed(_ frames: ScriptedFrames, _ reader: FilmReader) async throws -> [Screenshot] {
        let screenshots = try await reader.list().screenshots
        #expect(try await pictures(of: Array(screenshots[..<1]), by: reader).allSatisfy { $0.frameTime == nil })
        return screenshots
    }

    private func pictures(of screenshots: [Screenshot], by reader: FilmReader) async throws -> [Picture] {
        let tiles = TileSettings(
            tileSize: Self.tile, cellSize: PixelSize(width: 32, height: 32),
            codec: .jpeg(quality: 80, chroma: .yuv420))
        let session = try await reader.read(screenshots, for: tiles, lanes: 1)
        var pictures = [Picture](repeating: .empty, count: screenshots.count)
        let filled = try await session.next(screenshots.count, into: &pictures)
        await session.close()
        return Array(pictures[filled])
    }

    @Test func `a session after a crash goes on with another program, which counts`() async throws {
        let one = ScriptedFrames.answer((32, 18), [(0, .shown)])
        let frames = try ScriptedFrames(
            oneByOne: Array(repeating: ScriptedFrames.cutOff(one, after: 0), count: 4), ending: Self.crash)
        let reader = reader(frames)
        var screenshots = try await crashed(frames, reader)
        for _ in 0..<3 { screenshots = try await crashed(frames, reader) }
        let error = await failure { try await pictures(of: Array(screenshots[..<1]), by: reader) }
        #expect(
            error?.code == .unavailable && error?.reason.contains("crashes too often") == true,
            "\(String(describing: error))")
        #expect(frames.started.count == 4)
        await reader.close()
    }

    @Test func `a session after a crash gets no frame of another film`() async throws {
        let one = ScriptedFrames.answer((32, 18), [(0, .shown)])
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(one, after: 0), one], ending: "echo more >>film.mp4\n" + Self.crash)
        let reader = reader(frames)
        let screenshots = try await crashed(frames, reader)
        let error = await failure { try await pictures(of: Array(screenshots[..<1]), by: reader) }
        #expect(
            error?.code == .unavailable && error?.reason.contains("replaced") == true, "\(String(describing: error))")
        await reader.close()
    }

    @Test func `a film at whose frames programs crash again and again is an error`() async throws {
        // Each program crashes at its first frame; three more are started.
        let answers = (0..<4).map { first in
            ScriptedFrames.cutOff(
                ScriptedFrames.answer(
                    (Self.tile.width, Self.tile.height), (first..<8).map { (Int64($0) * 75, .shown) }), after: 0)
        }
        let crashing = try ScriptedFrames(oneByOne: answers, ending: Self.crash)
        var source = Mosaic.ScreenshotSource(folder: crashing.film)
        source.film.count = 8
        let reader = crashing.reader(source)
        let error = await failure { try await storyboard(of: reader) }
        #expect(error?.code == .unavailable && error?.subject == "film.mp4", "\(String(describing: error))")
        #expect(error?.reason.contains("signal 11") == true)
        #expect(crashing.started.count == 4 && crashing.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test(arguments: [
        ("kill -KILL $$", "signal 9"), ("kill -TERM $$", "signal 15"), ("exit 0", "status 0"),
    ])
    func `a program that is killed, or ends too early, costs one tile`(_ ending: String, _ says: String) async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 1), Self.answer(from: 2)], ending: ending)
        let storyboard = try await storyboard(of: reader(frames))
        #expect(storyboard.tiles.map(\.state) == [.ok, .placeholder, .ok, .ok])
        #expect(storyboard.tiles[1].reason?.contains(says) == true, "\(storyboard.tiles[1].reason ?? "")")
        #expect(frames.started.count == 2 && frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test(arguments: [(1, true), (2, false)])
    func `a program that is killed while it opens a film is started once more`(
        _ kills: Int, _ isRead: Bool
    ) async throws {
        let frames = try ScriptedFrames(
            oneByOne: Array(repeating: Self.answer(), count: 3), ending: "", killedWhileOpening: kills)
        let reader = reader(frames)
        if isRead {
            #expect(try await storyboard(of: reader).tiles.allSatisfy { $0.state == .ok })
        } else {
            let error = await failure { try await storyboard(of: reader) }
            #expect(error?.code == .unavailable && error?.reason.contains("signal 9") == true)
        }
        #expect(frames.started.count == 2)
    }

    @Test func `frames of another film do not follow a crash`() async throws {
        let frames = try ScriptedFrames(
            oneByOne: [ScriptedFrames.cutOff(Self.answer(), after: 1), Self.answer(from: 2)],
            ending: "echo more >>film.mp4\n" + Self.crash)
        let error = await failure { try await storyboard(of: reader(frames)) }
        #expect(error?.code == .unavailable && error?.reason.contains("signal 11") == true)
        #expect(frames.started.count == 2 && frames.started.allSatisfy { kill($0, 0) != 0 })
    }

    @Test func `a frame whose key frame must not be used again may be the one that crashes a program`() async throws {
        let requested = ScriptedFrames.answer((32, 18), [(150, .shown), (300, .shown), (450, .shown)])
        let frames = try ScriptedFrames(
            oneByOne: [
                ScriptedFrames.cutOff(requested, after: 0),
                ScriptedFrames.answer((32, 18), [(300, .shown), (450, .shown)]),
            ], ending: Self.crash)
        let reader = reader(frames)
        let listing = try await reader.list()
        let tiles = TileSettings(
            tileSize: Self.tile, cellSize: PixelSize(width: 32, height: 32),
            codec: .jpeg(quality: 80, chroma: .yuv420))
        let session = try await reader.read(Array(listing.screenshots[2...]), for: tiles, lanes: 1)
        var pictures = [Picture](repeating: .empty, count: 3)
        #expect(try await session.next(3, into: &pictures) == 0..<2)
        #expect(pictures.prefix(2).map(\.source.name) == ["film.mp4#t=300", "film.mp4#t=450"])
        #expect(pictures.prefix(2).map(\.frameTime?.milliseconds) == [300_040, 450_040])
        await session.close()
        await reader.close()
    }
}
