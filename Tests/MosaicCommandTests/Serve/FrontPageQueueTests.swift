import MosaicFixtures
import Testing
import Tiers

/// The queue on the page of a library, in a real browser.
@Suite(
    .thorough,
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: Browser.path != nil, "no Chromium on this machine"))
struct FrontPageQueueTests {
    @Test func `a failed job is retried, and a waiting one cancelled`() async throws {
        let workplace = Workplace()
        let library = workplace.folder.path("library")
        let first = try await ServeProcess(["--library", library], in: workplace.folder)
        let client = ServeClient(port: first.port)
        #expect(try client.submit("broken", #"{"chapters": 1, "arrival_timeout_s": 0}"#).status == 202)
        try workplace.wait { try client.get("/jobs/1").json?["state"] as? String == "failed" }
        #expect(first.stop() == 0)

        // Nobody works, so that a job stays as it is.
        let server = try await ServeProcess(["--library", library, "--jobs", "0"], in: workplace.folder)
        let jobs = ServeClient(port: server.port)
        #expect(try jobs.submit("waiting", #"{"chapters": 9}"#).status == 202)
        let page = try FrontPageBrowser(server.base + "/")
        try page.browser.wait(until: "part('counts').textContent === '1 waiting · 1 failed'")
        let words =
            try page.browser.evaluate("document.querySelector('[data-job=\"1\"] .state').textContent") as? String
        #expect(words?.hasPrefix("Failed · ") == true && words.map { $0.count > 12 } == true)

        // A row that moves would lose a click that has begun on it.
        try page.browser.evaluate(
            """
            window.moves = 0;
            new MutationObserver(changes => { moves += changes.length; }).observe(part('jobs'), { childList: true });
            lookAtQueue().then(() => { window.wasRead = true; });
            0
            """)
        try page.browser.wait(until: "window.wasRead")
        #expect(try page.browser.evaluate("moves") as? Int == 0)

        try page.click("[data-job='1'] button")
        try page.browser.wait(until: "part('counts').textContent === '2 waiting'")
        #expect(try jobs.get("/jobs/1").json?["state"] as? String == "pending")
        try page.browser.wait(until: "part('news').textContent === 'Queue: 2 waiting.'")

        try page.browser.evaluate("document.querySelector('[data-job=\"2\"] button').focus()")
        try page.browser.press("Enter")
        try page.browser.wait(until: "document.querySelector('[data-job=\"2\"]') === null")
        #expect(try jobs.get("/jobs/2").json?["state"] as? String == "cancelled")
        // The button is gone, and the focus is near.
        #expect(try page.focused() == "queue-name")
        try page.click("[data-job='1'] button")
        try page.browser.wait(until: "part('queue').hidden")
        #expect(try page.browser.evaluate("part('trouble').hidden") as? Bool == true)
        #expect(try page.faults() == [])
        #expect(server.stop() == 0)
    }

    @Test func `the page reports failed actions and an unreadable queue`() async throws {
        let workplace = Workplace()
        let server = try await ServeProcess(
            ["--library", workplace.folder.path("library"), "--jobs", "0"], in: workplace.folder)
        let client = ServeClient(port: server.port)
        #expect(try client.submit("film", #"{"chapters": 2}"#).status == 202)
        let page = try FrontPageBrowser(server.base + "/")
        try page.browser.wait(until: "document.querySelector('[data-job] button') !== null")
        #expect(server.stop() == 0)
        try page.click("[data-job] button")
        try page.browser.wait(until: "!part('trouble').hidden && part('trouble').textContent.includes('film: ')")
        try page.browser.wait(until: "part('trouble').textContent.includes('The queue cannot be read: ')")
        #expect(try page.faults() == [])
    }

    @Test func `a storyboard appears and grows on the open page`() async throws {
        let workplace = Workplace()
        let server = try await ServeProcess(["--library", workplace.folder.path("library")], in: workplace.folder)
        let client = ServeClient(port: server.port)
        #expect(try client.submit("film", #"{"chapters": 2, "title": "A film"}"#).status == 202)
        let page = try FrontPageBrowser(server.base + "/")
        try page.browser.wait(until: "part('jobs').textContent.includes('0 of 2')")
        #expect(try client.upload("ch1_10s.jpg", of: "film", ServedLibrary.picture(1)).status == 201)
        try page.waitForPosters(1)
        try page.browser.wait(until: "document.querySelector('.about').textContent === '1 of 2 tiles'")
        let label = "document.querySelector('.card a').ariaLabel"
        #expect(try page.browser.evaluate(label) as? String == "A film, 1 of 2 tiles, Growing")
        try page.browser.evaluate("window.before = document.images[0]; 0")
        #expect(try client.upload("ch2_20s.jpg", of: "film", ServedLibrary.picture(2)).status == 201)
        try page.browser.wait(until: "\(label) === 'A film, 2 tiles' && part('queue').hidden")
        // More tiles are another poster.
        try page.browser.wait(until: "document.images.length === 1 && document.images[0] !== before")
        #expect(try page.faults() == [])
        #expect(server.stop() == 0)
    }
}
