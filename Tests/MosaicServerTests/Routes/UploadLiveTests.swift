import Foundation
import MosaicFixtures
import Testing

@testable import MosaicServer

/// Uploads as they come over a connection. Without curl the suite is skipped.
@Suite(.enabled(if: InstalledTool.curl.path != nil, "curl is not installed"))
struct UploadLiveTests {
    private let served: ServedLibrary
    private let picture = ServedWork.picture(6)

    init() async throws {
        served = try await ServedLibrary(chapters: 1)
        try served.folder.write(picture, to: "picture.jpg")
    }

    private func run(
        _ change: @escaping (inout ServerSettings) -> Void = { _ in },
        _ test: @Sendable (_ base: String) async throws -> Void
    ) async throws {
        try await LiveServer.runTakingUploads(served, change) { port in
            try await test("http://127.0.0.1:\(port)/storyboards/new/screenshots/")
        }
    }

    private func put(_ arguments: String..., to url: String, file: String = "picture.jpg") async throws -> String {
        let outcome = try await LiveServer.curl(
            arguments + [
                "-X", "PUT", "-H", "Content-Type: image/jpeg", "-T", served.folder.path(file), "-o", "/dev/null", "-w",
                "%{http_code}", url,
            ])
        return outcome.text
    }

    private var stored: [String] { (try? served.folder.names(in: "library/new/screenshots")) ?? [] }
    private var incoming: [String] { (try? served.folder.names(in: "library/.mosaic-incoming")) ?? [] }

    @Test(arguments: ["--http1.1", "--http2-prior-knowledge"])
    func `a body is stored whether it tells its length or not`(version: String) async throws {
        try await run { base async throws in
            #expect(try await put(version, to: base + "ch1_4s.jpg") == "201")
            #expect(try await put(version, "-H", "Transfer-Encoding: chunked", to: base + "ch2_9s.jpg") == "201")
        }
        #expect(stored == ["ch1_4s.jpg", "ch2_9s.jpg"] && incoming.isEmpty)
        for name in stored { #expect(try served.folder.read("library/new/screenshots/\(name)") == picture) }
    }

    @Test func `of a body that ends before its length nothing is stored`() async throws {
        try await run { base async throws in
            let answer = try await put("--max-time", "2", "-H", "Content-Length: 99999", to: base + "ch1_4s.jpg")
            // No answer, or none but that the body is waited for.
            #expect(["000", "100"].contains(answer))
            for _ in 0..<200 where !incoming.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
        }
        #expect(stored.isEmpty && incoming.isEmpty)
    }

    @Test func `a length that is too large is answered without its body`() async throws {
        try await run { base async throws in
            let answer = try await put("--max-time", "20", "-H", "Content-Length: 99999999", to: base + "ch1_4s.jpg")
            #expect(answer == "413")
        }
        #expect(stored.isEmpty && incoming.isEmpty)
    }

    @Test func `refuses an upload with two statements of its length`() async throws {
        try await run { base async throws in
            let answer = try await put(
                "--http1.1", "-H", "Transfer-Encoding: chunked", "-H", "Content-Length: 5", to: base + "ch1_4s.jpg")
            #expect(answer == "400")
        }
        #expect(stored.isEmpty && incoming.isEmpty)
    }

    @Test func `a page whose name was made to lead here uploads nothing`() async throws {
        try await run { base async throws in
            #expect(try await put("-H", "Host: evil.example", to: base + "ch1_4s.jpg") == "421")
            #expect(try await put("-H", "Origin: http://evil.example", to: base + "ch1_4s.jpg") == "403")
            #expect(try await put("-H", "Origin: null", to: base + "ch1_4s.jpg") == "403")
        }
        #expect(stored.isEmpty && incoming.isEmpty)
    }
}
