import Foundation
import ScrubFixtures
import Testing
import WebVTT

@testable import ScrubPreview

@Suite struct OfflineCopyTests {
    private static let hashed = "sheet-0.40aa625e90bc8b57f8775b1e8507a0ac.jpg"

    private let folder = temporaryFolder()

    private func load(_ url: URL) async throws -> ThumbnailTrack {
        try await ThumbnailTrack.load(from: url, options: .forTests())
    }

    private func files() throws -> [String: Data] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: folder.appending(path: name))
        }
    }

    private func write(_ payloads: [String]) throws -> OfflineCopy {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = OfflineCopy(in: folder)
        try Data(writtenTrack(payloads).utf8).write(to: copy.track)
        return copy
    }

    @Test func `a copy shows every tile after the server stopped`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = try ServedFilm()
        let report = try await load(film.url).save(to: folder)
        #expect(report.sheetCount == 3 && report.writtenFileCount == 4)
        #expect(try report.byteCount == files().values.reduce(0) { $0 + $1.count })
        film.files.server.stop()
        let copy = try await ThumbnailTrack.load(from: report.copy, options: .forTests())
        #expect(copy.count == 12)
        for number in 0..<12 {
            let tile = try #require(copy.tile(at: .seconds(Double(number) + 0.5)))
            #expect(try await copy.jpeg(for: tile) == DrawnSheet.picture(seed: number))
        }
    }

    @Test func `a second copy writes only changed files and removes unreferenced sheets`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = try ServedFilm()
        _ = try await load(film.url).save(to: folder)
        let first = try files()
        #expect(try await load(film.url).save(to: folder).writtenFileCount == 0)
        #expect(try files() == first)
        try Data("note".utf8).write(to: folder.appending(path: "note.txt"))
        let changed = try ServedFilm(sheets: [1: [LoopbackAnswer(try ServedFilm.sheet(9))]])
        #expect(try await load(changed.url).save(to: folder).writtenFileCount == 2)
        let second = try files()
        #expect(second.count == 5 && second["note.txt"] != nil)
        #expect(Set(first.keys).subtracting(second.keys).count == 1)
    }

    @Test func `an address that a track may not name is neither requested nor copied`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let refused = ["file:///etc/passwd", "data:image/png;base64,AA", "ftp://films.example/b.jpg"]
        let loader = MemoryLoader([
            "/film/t.vtt": Array(writtenTrack(["\(Self.hashed)#xywh=0,0,64,48"] + refused).utf8),
            "/film/\(Self.hashed)": try ServedFilm.sheet(0),
        ])
        let url = try #require(URL(string: "https://films.example/film/t.vtt"))
        let track = try await ThumbnailTrack.load(from: url, options: .forTests { $0.loader = loader })
        #expect(track.count == 1)
        #expect(try await track.save(to: folder).sheetCount == 1)
        #expect(try files().keys.sorted() == [Self.hashed, OfflineCopy.trackName])
        #expect(loader.requests.map(\.url.scheme) == ["https", "https"])
    }

    @Test func `a sheet named by its hash keeps the name and is not downloaded again`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let served = try ServedFiles([
            "/t.vtt": LoopbackAnswer(writtenTrack(["\(Self.hashed)#xywh=0,0,64,48"])),
            "/\(Self.hashed)": LoopbackAnswer(try ServedFilm.sheet(0)),
        ])
        for _ in 0..<2 { _ = try await load(served.url("/t.vtt")).save(to: folder) }
        #expect(try Set(files().keys) == [Self.hashed, "thumbnails.vtt"])
        #expect(served.count(of: "/\(Self.hashed)") == 1)
        // One that was cut off by a loss of power is written again.
        try Data(ServedFilm.sheet(0).dropLast(9)).write(to: folder.appending(path: Self.hashed))
        #expect(try await load(served.url("/t.vtt")).save(to: folder).writtenFileCount == 1)
        #expect(try Array(#require(files()[Self.hashed])) == ServedFilm.sheet(0))
    }

    @Test func `a copy that breaks off leaves the former one`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = try ServedFilm()
        _ = try await load(film.url).save(to: folder)
        let broken = try ServedFilm(sheets: [0: [LoopbackAnswer(try ServedFilm.sheet(7))], 2: [.status(404)]])
        let track = try await load(broken.url)
        #expect(await failure { try await track.save(to: folder) }?.code == .notFound)
        let copy = try await ThumbnailTrack.load(from: OfflineCopy(in: folder), options: .forTests())
        let tile = try #require(copy.tile(numbered: 0))
        #expect(try await copy.jpeg(for: tile) == DrawnSheet.picture(seed: 0))
    }

    @Test func `gaps, percent and sheets of other folders and hosts are copied`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let far = try ServedFiles(["/x/0.jpg": LoopbackAnswer(try ServedFilm.sheet(1))])
        let text = """
            WEBVTT

            00:01.000 --> 00:02.000
            ../a/0.jpg#xywh=percent:50,0,50,50

            00:05.000 --> 00:06.000
            \(try far.url("/x/0.jpg"))#xywh=0,0,64,48

            """
        let near = try ServedFiles([
            "/t/t.vtt": LoopbackAnswer(text), "/a/0.jpg": LoopbackAnswer(try ServedFilm.sheet(0)),
        ])
        let report = try await load(near.url("/t/t.vtt")).save(to: folder)
        #expect(report.sheetCount == 2)
        let copy = try await ThumbnailTrack.load(from: report.copy, options: .forTests())
        #expect(copy.tile(at: .seconds(3), policy: .active) == nil)
        let tiles = try [1.5, 5.5].map { try #require(copy.tile(at: .seconds($0), policy: .active)) }
        #expect(try await copy.jpeg(for: tiles[0]) == DrawnSheet.picture(seed: 1))
        #expect(try await copy.jpeg(for: tiles[1]) == DrawnSheet.picture(seed: 4))
    }

    @Test func `a copy has a limit, and needs a track`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let film = try ServedFilm()
        let track = try await load(film.url)
        let first = try ServedFilm.sheet(0).count
        #expect(await failure { try await track.save(to: folder, maximumBytes: first) }?.code == .limitExceeded)
        #expect(!FileManager.default.fileExists(atPath: OfflineCopy(in: folder).track.path))
        #expect(await failure { try await ThumbnailTrack().save(to: folder) }?.code == .notLoaded)
    }

    @Test(arguments: [
        "../secret.jpg", "sub/0.jpg", "/etc/hostname", "file:///etc/hostname", "https://films.example/0.jpg",
        "%2e%2e%2fsecret.jpg", "..%2Fsecret.jpg", "sub%2F..%2F..%2Fsecret.jpg", ".hidden.jpg", "0.jpg?x", "A.jpg",
        "//films.example/0.jpg", "data:,x",
    ])
    func `a copy names nothing outside of its folder`(address: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = try write([address, "0.jpg"])
        let track = try await ThumbnailTrack.load(from: copy, options: .forTests())
        #expect(track.count == 1 && track.report?.skipped.count == 1)
        #expect(track.tile(numbered: 0)?.sheet.path == copy.file(named: "0.jpg").path)
    }

    @Test func `a link in a copy is neither a sheet nor a track`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = try write(["0.jpg"])
        let outside = folder.appendingPathExtension("jpg")
        defer { try? FileManager.default.removeItem(at: outside) }
        try Data(ServedFilm.sheet(0)).write(to: outside)
        try FileManager.default.createSymbolicLink(at: copy.file(named: "0.jpg"), withDestinationURL: outside)
        let track = try await ThumbnailTrack.load(from: copy, options: .forTests())
        let tile = try #require(track.tile(numbered: 0))
        #expect(await failure { _ = try await track.picture(for: tile) }?.code == .notFound)
        // A copy into that folder replaces the link and leaves the file that it leads to.
        try FileManager.default.removeItem(at: copy.track)
        try FileManager.default.createSymbolicLink(at: copy.track, withDestinationURL: outside)
        #expect(await failure { _ = try await ThumbnailTrack.load(from: copy) }?.code == .notFound)
        let film = try ServedFilm()
        _ = try await load(film.url).save(to: folder)
        #expect(try Array(Data(contentsOf: outside)) == ServedFilm.sheet(0))
    }
}
