import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

struct AdministrationRoutesTests {
    @Test func `a purge frees what was held, and what was held is read again`() async throws {
        let served = try await ServedLibrary()
        let track = try served.folder.read("library/film/thumbnails.vtt")
        try await served.ask { client async throws in
            let uri = "/storyboards/film/thumbnails.vtt"
            #expect(try await client.get(uri).bytes == track)
            for expected in [track.count, 0] {
                let answer = try await client.execute(uri: "/admin/purge", method: .post) { $0 }
                #expect(answer.json?["freed_bytes"] as? Int == expected)
            }
            #expect(try await client.get(uri).bytes == track)
        }
    }
}
