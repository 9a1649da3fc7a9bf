import Foundation
import MosaicFixtures
import Testing

/// A browser with the page of a library, which notes what goes wrong on it and how many pictures it had at most.
struct FrontPageBrowser {
    let browser: Browser

    /// Opens the page at `url` in a window of this size in pixels.
    init(_ url: String, width: Int = 1_280, height: Int = 1_000) throws {
        browser = try Browser(width: width, height: height)
        try browser.prepare(
            """
            window.faults = [];
            addEventListener('securitypolicyviolation', event => faults.push(event.violatedDirective + ' ' + event.blockedURI));
            addEventListener('error', event => faults.push(event.message ?? 'error'));
            addEventListener('unhandledrejection', event => faults.push('' + event.reason));
            window.mostSeen = 0;
            new MutationObserver(() => {
              mostSeen = Math.max(mostSeen, document.images.length);
            }).observe(document, { childList: true, subtree: true });
            """)
        try browser.open(url)
    }

    /// Violations of the page's policy, and errors of its script.
    func faults() throws -> [String] { try browser.evaluate("faults") as? [String] ?? ["not known"] }

    /// The most pictures that were in the document at once.
    func mostPictures() throws -> Int { try #require(try browser.evaluate("mostSeen") as? Int) }

    /// The text of an element by its id.
    func text(_ id: String) throws -> String? {
        try browser.evaluate("part('\(id)').textContent") as? String
    }

    /// The ids of the storyboards whose cards are in the document.
    func ids() throws -> [String] {
        try browser.evaluate("[...document.querySelectorAll('.card')].map(item => item.dataset.id)") as? [String] ?? []
    }

    /// The index of the card with the focus, or the id of another element that has it.
    func focused() throws -> String? {
        try browser.evaluate(
            "document.activeElement.closest('.card')?.dataset.index ?? document.activeElement.id") as? String
    }

    /// Waits until `count` cards show their posters.
    func waitForPosters(_ count: Int) throws {
        try browser.wait(
            until: "[...document.images].filter(image => image.complete && image.naturalWidth).length >= \(count)")
    }

    /// Types into the search.
    func search(_ text: String) throws {
        try browser.evaluate(
            "part('search').value = '\(text)'; part('search').dispatchEvent(new Event('input', { bubbles: true })); 0")
    }

    /// Clicks an element in the middle.
    func click(_ selector: String) throws {
        let script = """
            (() => {
              const element = document.querySelector(`\(selector)`);
              element.scrollIntoView({ block: 'center' });
              const box = element.getBoundingClientRect();
              return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            })()
            """
        // Rows that come and go move it.
        var place: [NSNumber] = [], before: [NSNumber]
        repeat {
            before = place
            place = try #require(try browser.evaluate(script) as? [NSNumber])
        } while place != before
        try browser.click(x: place[0].doubleValue, y: place[1].doubleValue)
    }
}
