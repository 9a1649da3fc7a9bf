import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

struct PublishedDocumentTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")

    /// Two files that belong together.
    private static let pair = PublishedDocument(
        "pair",
        [
            DocumentFile("pair.json", .json, .published) { storyboard, _ in Array("\(storyboard.tiles.count)".utf8) },
            DocumentFile("pair.vtt", .vtt, .published) { storyboard, _ in Array("WEBVTT \(storyboard.sheets)".utf8) },
        ], .onRequest(summary: "a pair"))

    private var store: FolderStore { FolderStore(path: folder.path("library")) }

    private func storyboard(_ edition: Int) throws -> Storyboard { try DrawnStoryboard(edition: edition).storyboard() }

    private func publish(_ edition: Int, _ documents: [PublishedDocument], requesting requested: Set<PublishedDocument>)
        async throws
    {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        let drawing = DrawnStoryboard(edition: edition)
        let storyboard = try drawing.storyboard()
        let place = try await publisher(documents)
        var staged: [StagedObject] = []
        for (sheet, bytes) in zip(storyboard.sheets, drawing.sheetBytes) {
            if let object = try await place.stage(sheet, bytes: bytes) { staged.append(object) }
        }
        try await place.publish(
            storyboard, sheets: staged, requested: requested, keepingOld: 0, now: Date(timeIntervalSince1970: 1_000_000)
        )
    }

    private func publisher(_ documents: [PublishedDocument]) async throws -> StoryboardPublisher {
        var publisher = try await StoryboardPublisher(of: id, in: store)
        publisher.publishedDocuments = documents
        return publisher
    }

    /// The files beside the sheets.
    private func stored() throws -> [String: [UInt8]] {
        try folder.contents(of: "library/film").filter { SheetName(rawValue: $0.key) == nil }
    }

    private func files(_ documents: [PublishedDocument], of storyboard: Storyboard) -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: documents.flatMap(\.files).map { ($0.name, $0.bytes(of: storyboard)) })
    }

    @Test func `a preview page with a film is recognized as its storyboard's`() throws {
        let storyboard = try storyboard(0)
        let plain = DocumentFile.preview.bytes(of: storyboard)
        let film = DocumentFile.preview.bytes(of: storyboard, DocumentOptions(film: "../film.mp4"))
        #expect(plain != film)
        #expect(DocumentFile.preview.isRecognized(plain, of: storyboard))
        #expect(DocumentFile.preview.isRecognized(film, of: storyboard))
    }

    @Test func `document names are unique, and their extensions determine the types`() {
        let files = PublishedDocument.all.flatMap(\.files)
        #expect(Set(PublishedDocument.all.map(\.name)).count == PublishedDocument.all.count)
        for names in [files.map(\.name), files.map(\.servedName)] { #expect(Set(names).count == files.count) }
        for file in files { #expect(ContentType(fileName: file.name) == file.type, "\(file.name)") }
        #expect(PublishedDocument.all.allSatisfy { !$0.files.isEmpty })
    }

    @Test func `the record is published first and the track last`() {
        #expect(PublishedDocument.all.first == .record && PublishedDocument.all.last == .track)
        #expect(PublishedDocument.track.files.count == 1)
    }

    @Test func `a publication has the files of the list, as the list makes them`() async throws {
        let requests: [Set<PublishedDocument>] = [[], Set(PublishedDocument.all), []]
        for (edition, requested) in zip(1..., requests) {
            try await publish(edition, PublishedDocument.all, requesting: requested)
            let written = PublishedDocument.all.filter { $0.isWritten(requesting: requested) }
            #expect(try stored() == files(written, of: storyboard(edition)))
        }
    }

    @Test func `the files of a document come and go together`() async throws {
        let documents = [.record, Self.pair, .track]
        for (edition, requested) in zip(1..., [[Self.pair], [Self.pair], []] as [Set<PublishedDocument>]) {
            try await publish(edition, documents, requesting: requested)
            let written = documents.filter { $0.isWritten(requesting: requested) }
            #expect(try stored() == files(written, of: storyboard(edition)))
        }
    }

    @Test func `a foreign file with the name of a document on request stays`() async throws {
        let documents = [.record, Self.pair, .track]
        try await publish(1, documents, requesting: [Self.pair])
        try folder.write([7], to: "library/film/pair.vtt")
        try await publish(2, documents, requesting: [])
        #expect(try stored().keys.sorted() == ["mosaic.json", "pair.vtt", "thumbnails.vtt"])
    }

    @Test func `a removal deletes all documents, and restoring writes those that are always there`() async throws {
        let always = PublishedDocument("always", Self.pair.files, .always)
        let documents = [.record, .preview, always, .track]
        try await publish(1, documents, requesting: [.preview])
        let now = Date(timeIntervalSince1970: 1_000_000)
        let published = try await publisher(documents)
        _ = try await published.beginRetirement(.removed, now: now)
        try await published.finishRetirement()
        #expect(try stored().keys.allSatisfy { $0.hasPrefix(".") })
        try await publisher(documents).restore(storyboard(1)) {}
        #expect(try stored() == files([.record, always, .track], of: storyboard(1)))
    }

    @Test func `options change the URLs of sheets and the number of cues`() throws {
        let storyboard = try DrawnStoryboard(times: [0, 1_000, 2_000, 3_000]).storyboard()
        let urls = FileURLs { "https://a.example/\($0)?b" }
        let text = String(
            decoding: DocumentFile.track.bytes(of: storyboard, DocumentOptions(urls: urls, maximumCues: 2)),
            as: UTF8.self)
        #expect(text.matches(of: /https:\/\/a\.example\/sheet-[01]\.[0-9a-f]+\.jpg\?b#xywh=/).count == 2)
        #expect(text.matches(of: /#xywh=/).count == 2)
    }
}
