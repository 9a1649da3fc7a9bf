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

/// Uploads that are refused, and names and links that lead nowhere.
struct ScreenshotRefusalTests {
    private let work: ServedWork

    init() throws { work = try ServedWork() }

    @Test(arguments: ["gzip", "br", "identity, gzip", "x"])
    func `a picture is sent as it is and whole`(coding: String) async throws {
        let picture = ServedWork.picture(1)
        try await work.ask(works: false) { client async throws in
            let coded = try await client.upload("ch1_4s.jpg", picture, [.contentEncoding: coding])
            #expect(coded.status == .unsupportedMediaType && coded.errorCode == "unsupported_type")
            let part = try await client.upload("ch1_4s.jpg", picture, [.contentRange: "bytes 0-9/100"])
            #expect(part.status == .badRequest && part.errorCode == "invalid_request")
            #expect(work.uploads().isEmpty && work.incoming.isEmpty)
            let plain = try await client.upload("ch1_4s.jpg", picture, [.contentEncoding: "Identity"])
            #expect(plain.status == .created)
        }
    }

    @Test(arguments: ["ch1_4s.webp", "ch1_4s.heic", "ch1_4s.avif", "ch1_4s.gif", "ch1_4s.WEBP"])
    func `a format that is not taken is refused with the formats that are`(name: String) async throws {
        try await work.ask(works: false) { client async throws in
            for type in ["image/jpeg", "image/webp"] {
                let answer = try await client.upload(name, ServedWork.picture(1), type: type)
                #expect(answer.status == .unsupportedMediaType && answer.errorCode == "unsupported_type")
                #expect(answer.text.contains("JPEG") && answer.text.contains("PNG"))
            }
            #expect(try await client.get("/storyboards/film/screenshots/\(name)").status == .notFound)
        }
        #expect(work.uploads().isEmpty && work.incoming.isEmpty)
    }

    @Test func `a storyboard behind a link, or named like a file, is refused before anything is made`() async throws {
        let elsewhere = try work.folder.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("library/film"), withDestinationPath: elsewhere)
        try work.folder.write([1, 2, 3], to: "library/plain")
        let before = try work.folder.names()
        try await work.ask(works: false) { client async throws in
            for (id, status, code) in [("film", 409, "refused"), ("plain", 409, "conflict")] {
                let upload = try await client.upload("ch1_4s.jpg", ServedWork.picture(1), id: id)
                #expect(upload.status.code == status && upload.errorCode == code, "\(id)")
                let submission = try await client.submit(id, "{}")
                #expect(submission.status.code == status && submission.errorCode == code, "\(id)")
            }
        }
        #expect(try await work.library.catalog.jobs(JobQuery()).isEmpty)
        #expect(try work.folder.names() == before && work.incoming.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
    }

    @Test func `a storyboard whose name is a file, and an unknown one, are not found`() async throws {
        try work.folder.write([1, 2, 3], to: "library/plain")
        try await work.ask(works: false) { client async throws in
            for id in ["plain", "none"] {
                for path in [
                    "", "/mosaic.json", "/thumbnails.vtt", "/sheet-0.0123456789abcdef0123456789abcdef.jpg", "/tile?t=1",
                    "/tile.jpg?t=1", "/preview", "/screenshots/ch1_4s.jpg",
                ] {
                    #expect(try await client.get("/storyboards/\(id)\(path)").status == .notFound, "\(id)\(path)")
                }
                #expect(try await client.get("/chapter-screenshots/\(id)/ch1_4s.jpg").status == .notFound)
                let removal = try await client.execute(uri: "/storyboards/\(id)", method: .delete) { $0 }
                #expect(removal.status == .notFound, "\(id)")
                let removed = try await client.execute(
                    uri: "/storyboards/\(id)/screenshots/ch1_4s.jpg", method: .delete
                ) { $0 }
                #expect(removed.status == .notFound, "\(id)")
            }
        }
        #expect(try work.folder.read("library/plain") == [1, 2, 3])
    }

    @Test(arguments: [
        "ch1_4s", "chapter.jpg", "chapter.webp", "..%2fch1_4s.jpg", "%2e%2e%2f%2e%2e%2fch1_4s.jpg", "ch1_4s.jpg%00",
        "ch1_4s.jpg%2f..", "ch-1_4s.jpg", "ch99999999999999999999_4s.jpg", "ch1_99999999999999999999s.jpg", ".htaccess",
    ])
    func `stores nothing under a name that is not a screenshot's`(name: String) async throws {
        let before = try work.folder.names()
        try await work.ask(works: false) { client async throws in
            let expected = name.hasSuffix("%00") ? HTTPResponse.Status.unsupportedMediaType : .notFound
            #expect(try await client.upload(name, ServedWork.picture(1)).status == expected)
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1), id: "..%2f..").status == .badRequest)
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1), id: ".hidden").status == .badRequest)
        }
        #expect(try work.folder.names() == before && work.uploads().isEmpty && work.incoming.isEmpty)
    }

    @Test func `a picture that unfolds to too much is refused by its header, and not stored`() async throws {
        var bomb = ServedWork.picture(1, .png)
        // Width and height of the header; its checksum is none of a header's reader's business.
        for (offset, byte) in [UInt8](arrayLiteral: 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30).enumerated() {
            bomb[16 + offset] = byte
        }
        let wide = DrawnScreenshot(number: 1, size: PixelSize(width: 1_000, height: 1_000)).encoded
        try await work.ask(works: false) {
            $0.work.uploadPixels = 999_999
        } _: { [bomb] client async throws in
            for picture in [bomb, wide] {
                let answer = try await client.upload("ch1_4s.jpg", picture)
                #expect(answer.status == .contentTooLarge && answer.errorCode == "too_large")
            }
            let fitting = DrawnScreenshot(number: 1, size: PixelSize(width: 999, height: 1_000)).encoded
            #expect(try await client.upload("ch1_4s.jpg", fitting).status == .created)
        }
        #expect(work.uploads() == ["ch1_4s.jpg"] && work.incoming.isEmpty)
    }

    @Test func `a body that is too long is refused, whether it says so or not`() async throws {
        let picture = ServedWork.picture(1)
        try await work.ask(works: false) {
            $0.work.uploadBytes = 100_000
        } _: { client async throws in
            let long = picture + [UInt8](repeating: 0, count: 100_001 - picture.count)
            #expect(try await client.upload("ch1_4s.jpg", long).status == .contentTooLarge)
            #expect(work.incoming.isEmpty && work.uploads().isEmpty)
            let exact = picture + [UInt8](repeating: 0, count: 100_000 - picture.count)
            #expect(try await client.upload("ch1_4s.jpg", exact).status == .created)
        }
    }

    @Test func `only pictures are taken, and only when they are called pictures`() async throws {
        let picture = ServedWork.picture(1)
        try await work.ask(works: false) { client async throws in
            for type in [nil, "text/plain", "application/json", "multipart/form-data", "image/svg+xml", "image/webp"] {
                let answer = try await client.upload("ch1_4s.jpg", picture, type: type)
                #expect(answer.status == .unsupportedMediaType, "\(type ?? "none")")
            }
            for wrong in ["<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a0123456789", "RIFF0000WEBPVP8 00", "hi"] {
                let answer = try await client.upload("ch1_4s.jpg", Array(wrong.utf8))
                #expect(answer.status == .unsupportedMediaType, "\(wrong)")
            }
            for damaged in [[], Array(picture.prefix(2)), Array(picture.prefix(30))] {
                let answer = try await client.upload("ch1_4s.jpg", damaged)
                #expect([.unsupportedMediaType, .unprocessableContent].contains(answer.status), "\(damaged.count)")
            }
        }
        #expect(work.uploads().isEmpty && work.incoming.isEmpty)
    }

    @Test func `neither pages from elsewhere nor those without a token write`() async throws {
        let picture = ServedWork.picture(1)
        try await work.ask(works: false) { client async throws in
            let foreign = try await client.upload("ch1_4s.jpg", picture, [.origin: "https://evil.example"])
            #expect(foreign.status == .forbidden)
        }
        try await work.ask(works: false) {
            $0.isReadOnly = true
        } _: { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", picture).status == .forbidden)
        }
        try await work.ask(works: false) {
            $0.token = "secret"
        } _: { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", picture).status == .unauthorized)
            #expect(try await client.upload("ch1_4s.jpg?token=secret", picture).status == .unauthorized)
            #expect(work.uploads().isEmpty)
            let known = try await client.upload("ch1_4s.jpg", picture, [.authorization: "Bearer secret"])
            #expect(known.status == .created)
        }
    }

    @Test func `a source's links are followed within its root, and nowhere else`() async throws {
        let root = try work.folder.makeFolder("sources")
        try work.folder.makeFolder("sources/film")
        try work.folder.makeFolder("sources/shared")
        for (chapter, path) in [(1, "sources/shared/one.jpg"), (2, "sources/film/ch2_9s.jpg"), (3, "secret.jpg")] {
            try work.folder.write(ServedWork.picture(chapter), to: path)
        }
        @Sendable func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: root + "/film/" + name, withDestinationPath: target)
        }
        try link("ch1_4s.jpg", "../shared/one.jpg")
        try await work.ask(works: false) {
            $0.work.sourceRoots = [root]
        } _: { client async throws in
            #expect(try await client.submit("film", #"{"source": "film"}"#).status == .accepted)
            // It was not there when the source was taken.
            try link("ch3_20s.jpg", "../../secret.jpg")
            let listed = try #require(
                try await client.get("/geo/chapters/film/thumbnails").json?["thumbnails"] as? [String])
            #expect(listed.count == 2, "A link that leads out of the root is left out.")
            for (name, chapter) in [("ch1_4s.jpg", 1), ("ch2_9s.jpg", 2)] {
                let read = try await client.get("/chapter-screenshots/film/\(name)")
                #expect(read.status == .ok && read.bytes == ServedWork.picture(chapter))
            }
            #expect(try await client.get("/chapter-screenshots/film/ch3_20s.jpg").status == .notFound)
        }
    }

    @Test func `no link leads an upload or a download out of the library`() async throws {
        try work.folder.makeFolder("elsewhere")
        try work.folder.write(ServedWork.picture(3), to: "elsewhere/ch3_9s.jpg", modified: 1)
        try work.folder.makeFolder("library/film")
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("library/film/screenshots"), withDestinationPath: work.folder.path("elsewhere"))
        try work.folder.makeFolder("library/other/screenshots")
        let secret = try work.folder.write(ServedWork.picture(2), to: "secret.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: work.folder.path("library/other/screenshots/ch1_4s.jpg"), withDestinationPath: secret)
        try await work.ask(works: false) { client async throws in
            #expect(try await client.upload("ch1_4s.jpg", ServedWork.picture(1)).status == .conflict)
            for path in [
                "/chapter-screenshots/other/ch1_4s.jpg", "/chapter-screenshots/film/ch3_9s.jpg",
                "/storyboards/film/thumbnails.vtt",
            ] {
                #expect(try await client.get(path).status == .notFound, "\(path)")
            }
        }
        #expect(try work.folder.names(in: "elsewhere") == ["ch3_9s.jpg"] && work.incoming.isEmpty)
    }
}
