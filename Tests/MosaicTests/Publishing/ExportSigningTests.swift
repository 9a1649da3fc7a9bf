import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

struct ExportSigningTests {
    private let folder = TemporaryFolder()
    private let secret: SheetURLSecret

    init() throws {
        secret = try SheetURLSecret("a secret of the CDN alone")
    }

    private func storyboard(edition: Int) throws -> Storyboard {
        var track = TrackSettings()
        track.sheetURL = try SheetURLTemplate("https://cdn.example/{id}/{path}?{signature}")
        return try DrawnStoryboard(track: track, edition: edition).storyboard().signed(secret)
    }

    private func publish(_ storyboard: Storyboard, _ secret: SheetURLSecret?) async throws -> ExportManifest? {
        var journal = RetentionJournal(parsing: nil)
        return try await ExportPublisher(in: FolderStore(path: folder.path("out")), folder: nil).publish(
            storyboard, ExportManifest.Request([.vidstack]), secret: secret, journal: &journal,
            now: Date(timeIntervalSince1970: 0))
    }

    @Test func `URLs in exports beside the track are signed`() async throws {
        let storyboard = try storyboard(edition: 1)
        let manifest = try await publish(storyboard, secret)
        #expect(manifest?.refusals.isEmpty == true)
        let text = String(decoding: try folder.read("out/vidstack.json"), as: UTF8.self)
        let signature = try #require(storyboard.sheets[0].signature)
        let name = storyboard.sheets[0].name.rawValue
        #expect(
            text.replacing("\\/", with: "/").contains(
                "\"https://cdn.example/film/\(name)?signature=\(signature)#xywh="))
    }

    @Test func `without the secret an outdated export is removed and no unsigned one is written`() async throws {
        _ = try await publish(storyboard(edition: 1), secret)
        let manifest = try await publish(storyboard(edition: 2), nil)
        #expect(manifest?.refusals.map(\.name) == ["vidstack"])
        #expect(manifest?.refusals.first?.reason.contains("MOSAIC_SHEET_URL_SECRET") == true)
        #expect(!folder.holds("out/vidstack.json"))
    }
}
