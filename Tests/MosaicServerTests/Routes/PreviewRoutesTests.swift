import CryptoOracle
import Foundation
import HTTPTypes
import HummingbirdTesting
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

struct PreviewRoutesTests {
    @Test func `the page shows the storyboard and follows its record`() async throws {
        let served = try await ServedLibrary()
        let storyboard = try await served.storyboard()
        try await served.ask { client in
            let tag = try await client.execute(uri: "/storyboards/film/mosaic.json", method: .get) {
                try #require($0.headers[.eTag]).replacing("\"", with: "\\\"")
            }
            try await client.execute(uri: "/storyboards/film/preview", method: .get) { response in
                let page = response.text
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                for sheet in storyboard.sheets { #expect(page.contains("\"name\":\"\(sheet.name)\"")) }
                #expect(page.contains(#"{"url":"mosaic.json","query":"","tag":"#))
                #expect(page.contains("\"tag\":\"\(tag)\""))
            }
        }
    }

    @Test func `the policy allows the page's own style and scripts, and forbids embedding`() async throws {
        let served = try await ServedLibrary()
        try await served.ask { client in
            let page = try await client.get("/storyboards/film/preview")
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none';") && policy.hasSuffix("; frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            for (name, count) in [("style", 1), ("script", 3)] {
                let elements = page.text.matches(of: try Regex("(?s)<\(name)>(.*?)</\(name)>"))
                let hashes = elements.map { element in
                    let text = element.output[1].substring ?? ""
                    return "'sha256-\(Data(CryptoOracle.sha256(Array(text.utf8))).base64EncodedString())'"
                }
                #expect(hashes.count == count && policy.contains("\(name)-src \(hashes.joined(separator: " "));"))
            }
            // Attributes with style or script in them would do nothing.
            #expect(page.text.firstMatch(of: /<[^>]* (on[a-z]+|style)=/) == nil)
        }
    }

    @Test func `a storyboard that is only asked for has a page already`() async throws {
        let served = try await ServedLibrary()
        let id = StoryboardID(naming: "soon")
        let source = ScreenshotSource(folder: served.folder.path("nothing"))
        var request = JobRequest(id: id, source: source)
        request.expected = .count(7)
        _ = try await served.library.catalog.submit(request)
        try await served.ask { client in
            try await client.execute(uri: "/storyboards/soon/preview", method: .get) {
                #expect($0.status == .ok && $0.text.contains("\"tag\":null,\"expected\":7"))
                #expect($0.headers[.contentType] == "text/html; charset=utf-8")
            }
            try await client.execute(uri: "/storyboards/never/preview", method: .get) {
                #expect($0.status == .notFound)
            }
        }
    }

    @Test func `where reading takes a token the page carries signatures and not the token`() async throws {
        let served = try await ServedLibrary()
        try await served.ask {
            $0.token = "secret"
            $0.reading = .token
        } _: { client in
            try await client.execute(uri: "/storyboards/film/preview?token=secret", method: .get) {
                let page = $0.text
                #expect($0.status == .ok && page.contains("\"query\":\"?exp=") && !page.contains("secret"))
                #expect($0.headers[.cacheControl] == "private, no-store")
            }
        }
    }
}
