import HTTPTypes
import HummingbirdTesting
import Testing

@testable import MosaicServer

struct HealthRoutesTests {
    @Test(arguments: ["/health", "/ready"])
    func `anybody may ask how the server is, and caches keep no answer`(path: String) async throws {
        try await ServedLibrary().ask {
            $0.token = "secret"
            $0.reading = .token
        } _: { client in
            try await client.execute(uri: path, method: .get) { response in
                #expect(response.status == .ok)
                #expect(response.headers[.cacheControl] == "no-store")
                #expect(response.headers[.contentType] == "application/json")
                #expect(response.text.contains("status"))
            }
            try await client.execute(uri: path, method: .head) { response in
                #expect(response.status == .ok && response.bytes.isEmpty)
            }
        }
    }
}
