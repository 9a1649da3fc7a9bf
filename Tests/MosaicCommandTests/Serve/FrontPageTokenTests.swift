import MosaicFixtures
import Testing
import Tiers

/// The page of a library that takes a token, in a real browser.
@Suite(
    .thorough,
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct FrontPageTokenTests {
    private static func enter(_ token: String, on page: FrontPageBrowser) throws {
        try page.browser.wait(until: "!part('entrance').hidden")
        try page.browser.evaluate("part('token').value = '\(token)'; 0")
        try page.click("#entrance button")
    }

    @Test func `it asks for the token once, and keeps it in memory alone`() async throws {
        let server = try await ServedLibrary().serve("--auth-token", "open-sesame-and-close", "--read", "token")
        let client = ServeClient(port: server.port)
        let submitted = try client.ask(
            "PUT", "/storyboards/later",
            ["Authorization: Bearer open-sesame-and-close", "Content-Type: application/json"],
            Array(#"{"chapters": 4}"#.utf8))
        #expect(submitted.status == 202)
        let page = try FrontPageBrowser(server.base + "/")
        let browser = page.browser
        try Self.enter("sesame", on: page)
        try browser.wait(until: "part('refusal').textContent === 'The server refuses this token.'")
        #expect(try browser.evaluate("part('library').hidden") as? Bool == true)
        try Self.enter("open-sesame-and-close", on: page)
        try page.waitForPosters(1)
        #expect(try browser.evaluate("document.images[0].src.startsWith('blob:')") as? Bool == true)
        // Lists, pictures and changes have it without being asked again.
        try browser.wait(until: "document.querySelector('[data-job] button') !== null")
        try page.click("[data-job] button")
        try browser.wait(until: "part('queue').hidden")
        #expect(try browser.evaluate("part('entrance').hidden && part('trouble').hidden") as? Bool == true)
        let places = [
            "JSON.stringify({ ...localStorage, ...sessionStorage })", "document.cookie", "location.href",
            "JSON.stringify(history.state)", "document.documentElement.outerHTML", "part('token').value",
            "JSON.stringify(performance.getEntriesByType('resource').map(entry => entry.name))",
        ]
        for place in places {
            #expect(!(try browser.evaluate(place) as? String ?? "").contains("open-sesame-and-close"), "\(place)")
        }

        // A link that the server signs opens the preview, in a page of its own.
        try browser.evaluate("window.opened = null; window.open = () => opened = { close() {} }; 0")
        try page.click(".card a")
        try browser.wait(until: "!!opened?.location")
        let link = try #require(try browser.evaluate("opened.location") as? String)
        #expect(link.contains("/storyboards/film/preview?exp=") && !link.contains("open-sesame-and-close"))
        let preview = try client.get(String(link.dropFirst(server.base.count)))
        #expect(preview.status == 200 && preview.text.contains("Film strip"))
        #expect(try client.get("/storyboards/film/preview").status == 401)
        #expect(try page.faults() == [])

        // Who comes again is asked again.
        try browser.open(server.base + "/?")
        try browser.wait(until: "!part('entrance').hidden")
        #expect(server.stop() == 0)
    }

    @Test func `a server that only reads has no buttons, and says how it is filled`() async throws {
        let workplace = Workplace()
        let library = workplace.folder.path("library")
        let writer = try await ServeProcess(["--library", library, "--jobs", "0"], in: workplace.folder)
        #expect(try ServeClient(port: writer.port).submit("film", #"{"chapters": 2}"#).status == 202)
        #expect(writer.stop() == 0)
        let server = try await ServeProcess(["--library", library, "--read-only"], in: workplace.folder)
        let page = try FrontPageBrowser(server.base + "/")
        try page.browser.wait(until: "document.querySelector('[data-job]') !== null && !part('empty').hidden")
        #expect(try page.browser.evaluate("document.querySelector('[data-job] button').hidden") as? Bool == true)
        #expect(try page.browser.evaluate("part('filling').hidden && !part('reading-only').hidden") as? Bool == true)
        #expect(try page.faults() == [])
        #expect(server.stop() == 0)
    }
}
