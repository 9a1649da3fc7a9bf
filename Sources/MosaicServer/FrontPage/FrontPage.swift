import Mosaic

/// The page of a library for people: posters of all storyboards, search, and the queue.
///
/// It has no data of the library in it: its script asks the server's own routes, with a token where these take one.
struct FrontPage: Hashable, Sendable {
    /// Whether jobs can be retried and cancelled, and storyboards submitted.
    let takesJobs: Bool
    /// Whether the server tells changes as they happen.
    let hasEvents: Bool
    /// Whether pictures and preview pages take a token.
    let readingTakesToken: Bool

    /// The page as HTML; the same settings give the same text.
    func html() -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Mosaic</title>
        <link rel="icon" href="favicon.ico" sizes="32x32">
        <link rel="icon" href="favicon.svg" type="image/svg+xml">
        <style>\(Self.style)</style>
        </head>
        <body data-takes-jobs="\(takesJobs)" data-has-events="\(hasEvents)" data-reading="\(readingTakesToken ? "token" : "public")">
        \(Self.body)
        <script>\(Self.script)</script>
        </body>
        </html>

        """
    }

    static let policy = PagePolicy(style: style, scripts: [script], showsBlobs: true)

    private static let script = [
        requestScript, cardScript, pictureScript, gridScript, queueScript, eventScript, startScript,
    ].joined(separator: "\n")

    private static let body = """
        <main>
        <div id="library">
        <header>
        <div><h1>Library</h1><p id="facts"></p></div>
        <form id="finder" role="search">
        <div id="searching">
        <input id="search" type="search" maxlength="200" placeholder="Search" aria-label="Search titles and ids"
        aria-keyshortcuts="/" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd>
        </div>
        <select id="sort" aria-label="Order">
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="id">By id</option>
        </select>
        </form>
        </header>
        <noscript><p>This page needs JavaScript to show the library.</p></noscript>
        <p id="trouble" role="alert" hidden></p>
        <section id="queue" aria-labelledby="queue-name" hidden>
        <h2 id="queue-name" tabindex="-1">Queue</h2><p id="counts"></p>
        <ul id="jobs" role="list"></ul>
        <button id="more" type="button" hidden>Show more</button>
        </section>
        <section id="shelf" aria-label="Storyboards">
        <ol id="grid" role="list"></ol>
        <p id="nothing" hidden></p>
        </section>
        <section id="empty" aria-labelledby="empty-name" hidden>
        <h2 id="empty-name">There is no storyboard yet.</h2>
        <div id="filling">
        <p>These two lines submit one, and send its first screenshot:</p>
        <pre tabindex="0" aria-label="Commands"><code id="commands"></code></pre>
        <p><button id="copy" type="button">Copy</button></p>
        <p class="hint">The number in <code>ch1_4s.jpg</code> is the chapter, and the seconds are its time. It appears here
        as soon as it is composed.</p>
        </div>
        <p id="reading-only" hidden>This server takes nothing in. What <code>mosaic compose</code>, <code>batch</code> and
        <code>worker</code> put into its library appears here.</p>
        </section>
        </div>
        <form id="entrance" hidden>
        <h1>Library</h1>
        <p><label for="token">This server needs a token.</label></p>
        <p><input id="token" type="password" required pattern="[A-Za-z0-9_.~+\\/\\-]+=*" autocomplete="off"
        spellcheck="false" title="Letters, digits and - . _ ~ + /" aria-describedby="refusal"><button>Open</button></p>
        <p id="refusal" role="alert"></p>
        <p class="hint">The page keeps it in memory only: it is gone when the page is.</p>
        </form>
        <p id="news" class="unseen" role="status"></p>
        </main>
        """
}
