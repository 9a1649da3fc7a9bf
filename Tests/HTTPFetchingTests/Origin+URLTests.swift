import Foundation
import Testing
import WebOrigins

@testable import HTTPFetching

@Suite struct OriginURLTests {
    private func origin(_ text: String) -> Origin? { URL(string: text).flatMap(Origin.init) }

    @Test func `scheme, host and port make an origin, default ports and case do not`() {
        let origin = origin("https://example.com/a/b.vtt?x=1")
        #expect(origin != nil)
        #expect(self.origin("HTTPS://EXAMPLE.com:443/") == origin)
        #expect(self.origin("https://user:secret@example.com/") == origin)
        #expect(Origin("https://example.com") == origin)
        for other in ["http://example.com/", "https://example.com:444/", "https://www.example.com/"] {
            #expect(self.origin(other) != origin)
        }
    }

    @Test(arguments: ["file:///etc/passwd", "data:image/png;base64,AA", "ftp://example.com/", "sheet.jpg", "http:///x"])
    func `other URLs have no origin`(text: String) {
        #expect(origin(text) == nil)
    }
}
