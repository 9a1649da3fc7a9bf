import HTTPTypes
import HummingbirdTesting
import MosaicFixtures
import Testing

@testable import MosaicServer

struct AdministrationRoutesTests {
    @Test func `a purge frees the cached bytes, and the next request reads them again`() async throws {
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

    @Test func `a read-only server purges only with its token`() async throws {
        let served = try await ServedLibrary()
        for token in [nil, "secret"] {
            try await served.ask {
                $0.isReadOnly = true
                $0.token = token.map { Secret($0) }
            } _: { client async throws in
                for (shown, status) in [
                    ("secret", token == nil ? HTTPResponse.Status.forbidden : .ok),
                    ("wrong", token == nil ? .forbidden : .unauthorized),
                ] {
                    let fields: HTTPFields = [.authorization: "Bearer \(shown)"]
                    let answer = try await client.execute(uri: "/admin/purge", method: .post, headers: fields) { $0 }
                    #expect(answer.status == status)
                }
                let foreign: HTTPFields = [.authorization: "Bearer secret", .origin: "https://evil.example"]
                #expect(
                    try await client.execute(uri: "/admin/purge", method: .post, headers: foreign) { $0.status }
                        == .forbidden)
            }
        }
    }
}
