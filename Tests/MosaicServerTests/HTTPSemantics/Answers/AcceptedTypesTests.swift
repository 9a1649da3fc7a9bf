import Testing

@testable import MosaicServer

struct AcceptedTypesTests {
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
}
