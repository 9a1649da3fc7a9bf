import HTTPCases
import HTTPTypes
import Testing

@testable import MosaicServer

struct RepresentationTests {
    @Test func `where reading takes a token, no cache shares and no referrer tells`() throws {
        let tag = try #require(EntityTag(opaque: "v1"))
        let representation = Representation(
            count: 3, type: "image/png", entityTag: tag, caching: .immutable, readers: .tokenHolders)
        #expect(representation.fields[.cacheControl] == "private, max-age=31536000, immutable")
        #expect(representation.notModifiedFields[.cacheControl] == "private, max-age=31536000, immutable")
        #expect(representation.fields[.referrerPolicy] == "no-referrer")
        #expect(representation.fields[.contentLength] == "3")
        #expect(representation.fields[.contentLocation] == nil)
    }

    @Test func `a public representation has no referrer policy`() {
        let representation = Representation(count: 0, type: "application/json", entityTag: nil, caching: .unstored)
        #expect(representation.fields[.referrerPolicy] == nil)
        #expect(representation.fields[.contentLength] == "0")
        #expect(representation.fields[.cacheControl] == "no-store")
        #expect(representation.fields[.eTag] == nil)
    }

    @Test func `no representation is offered as a download`() {
        for sample in ServedSample.allCases { #expect(sample.representation.fields[.contentDisposition] == nil) }
    }
}
