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

    @Test(arguments: [
        // Chromium, Firefox and Safari, and a browser of old.
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/html, application/xhtml+xml, */*", "TEXT/HTML", "application/json;q=0.5, text/html;q=0.6",
        "text/html;level=1;q=0.4, */*;q=0.1",
    ])
    func `a field that prefers HTML to JSON asks for a page`(field: String) {
        #expect(AcceptedTypes(field).preferHTML)
    }

    @Test(arguments: [
        nil, "", "*/*", "application/json", "text/*", "application/json, text/html", "application/json, */*;q=0.5",
        "text/html;q=0, */*", "text/html;q=0.3, */*;q=0.5", "text/html;q=nan", "text/html;q=2", "text/html;q=1e-9",
        ",,;;,text", "application/json, text/html;q=0.9", "text/html;q=0.2, application/*;q=0.3",
    ])
    func `everybody else wants JSON`(field: String?) {
        #expect(!AcceptedTypes(field).preferHTML)
    }

    @Test func `a field without end is read for a while only`() {
        let many = String(repeating: "a/b,", count: AcceptedTypes.maximumCount)
        #expect(!AcceptedTypes(many + "text/html").preferHTML)
        #expect(AcceptedTypes(String(many.dropLast(4)) + "text/html").preferHTML)
    }

    @Test(
        arguments: [
            (.immutable, .anyone, "public, max-age=31536000, immutable"),
            (.immutable, .tokenHolders, "private, max-age=31536000, immutable"),
            (.revalidated, .anyone, "no-cache"), (.revalidated, .tokenHolders, "private, no-cache"),
            (.unstored, .anyone, "no-store"), (.unstored, .tokenHolders, "private, no-store"),
        ] as [(Caching, ReadAccess, String)])
    func `Cache-Control follows the caching and the readers`(caching: Caching, readers: ReadAccess, value: String) {
        #expect(caching.fieldValue(for: readers) == value)
    }

    @Test func `a response that needs a token is private`() {
        for caching in Caching.allCases { #expect(caching.fieldValue(for: .tokenHolders).hasPrefix("private, ")) }
    }

    @Test(
        arguments: [
            (.document, .revalidated, .unstored, true), (.sheet, .immutable, .immutable, true),
            (.tile, .immutable, .immutable, true), (.tileAtTime, .revalidated, .revalidated, true),
            (.lookup, .revalidated, .unstored, true), (.screenshot, .revalidated, .revalidated, false),
            (.report, .unstored, .unstored, false),
        ] as [(ResourceKind, Caching, Caching, Bool)])
    func `the table of kinds`(kind: ResourceKind, anyone: Caching, tokenHolders: Caching, takesToken: Bool) {
        #expect(kind.caching(for: .anyone) == anyone)
        #expect(kind.caching(for: .tokenHolders) == tokenHolders)
        #expect(kind.takesTokenInQuery == takesToken)
    }
}
