import CryptoOracle
import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import Testing

@testable import MosaicServer

struct SheetURLSettingTests {
    private static let secret = "a secret of the CDN alone"

    @Test func `jobs that name no URLs get those of the server, signed, and a later one keeps them`() async throws {
        let work = try ServedWork()
        try await work.ask {
            $0.work.sheetURL = "https://cdn.example/{id}/{path}?{signature}"
            $0.work.sheetURLSecret = Secret(Self.secret)
        } _: { client async throws in
            for number in 1...2 {
                let name = "ch\(number)_\(10 * number)s.jpg"
                #expect(try await client.upload(name, ServedWork.picture(number)).status == .created)
                let isShown = try await work.comes {
                    try await client.get("/storyboards/film/thumbnails.vtt").text.matches(of: /#xywh=/).count == number
                }
                #expect(isShown)
                let track = try await client.get("/storyboards/film/thumbnails.vtt").text
                let record = try await client.get("/storyboards/film/mosaic.json").text
                let url = try #require(track.firstMatch(of: /https:\/\/cdn\.example(\S+)\?signature=([0-9a-f]+)#xywh=/))
                let code = CryptoOracle.hmacSHA256(Array(url.1.utf8), key: Array(Self.secret.utf8))
                #expect(url.2 == code.map { String(format: "%02x", $0) }.joined())
                #expect(!record.contains(Self.secret) && record.contains(url.2))
                let lookup = try await client.get("/storyboards/film/tile?t=10").text.replacing("\\/", with: "/")
                #expect(lookup.contains("https://cdn.example\(url.1)?signature=\(url.2)"))
                // What other players load is on this server, but for sheets.
                let cues = try await client.get("/storyboards/film/vidstack.json").text.replacing("\\/", with: "/")
                #expect(cues.contains("https://cdn.example\(url.1)?signature=\(url.2)#xywh="))
            }
        }
    }

    @Test func `a template that needs a secret is refused without one, and a short secret at all`() {
        for (template, secret) in [
            ("https://cdn.example/{path}?{signature}", nil), ("https://cdn.example/", nil), (nil, "short"),
        ] as [(String?, String?)] {
            var settings = ServerSettings()
            settings.work.isEnabled = true
            settings.work.sheetURL = template
            settings.work.sheetURLSecret = secret.map { Secret($0) }
            #expect(throws: MosaicError.self) { try settings.check() }
            // The server of one storyboard makes no sheets.
            settings.work.isEnabled = false
            #expect(throws: Never.self) { try settings.check() }
        }
    }
}
