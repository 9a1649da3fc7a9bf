import Foundation
import Mosaic

/// The library's web page: posters of all storyboards, a search, and the queue.
///
/// The page contains no data of the library. Its script requests the data from the server's routes, with a token if
/// they require one.
struct FrontPage: Hashable, Sendable {
    /// Whether the page can retry and cancel jobs and submit storyboards.
    let takesJobs: Bool
    /// Whether the server has the route `GET /events`.
    let hasEvents: Bool
    /// Whether pictures and preview pages require a token.
    let readingTakesToken: Bool

    /// The page as HTML. Equal settings give equal text.
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

extension FrontPage {
    /// The script that loads the posters of cards near the window, at most 60 at a time.
    static let pictureScript = #"""
        const mostPictures = 60;
        // Cards near the window, each with the time since when. A card that scrolls past within 100 ms gets no picture.
        const near = new Map(), drawn = new Set();
        const watcher = new IntersectionObserver(entries => {
          for (const { target, isIntersecting } of entries) {
            if (!isIntersecting) { near.delete(target.card); drop(target.card); }
            else if (!near.has(target.card)) near.set(target.card, performance.now());
          }
          settleSoon();
        }, { rootMargin: '240px 0px' });

        let settling = 0;
        const settleSoon = () => { settling ||= setTimeout(() => { settling = 0; settle(); }, 120); };

        const settle = () => {
          const middle = innerHeight / 2, now = performance.now();
          const distance = card => Math.abs(card.item.getBoundingClientRect().top - middle);
          const nearest = [...near.keys()].filter(card => card.id)
            .map(card => [distance(card), card]).sort((one, other) => one[0] - other[0])
            .slice(0, mostPictures).map(pair => pair[1]);
          const wanted = new Set(nearest);
          for (const card of [...drawn]) if (!wanted.has(card)) drop(card);
          for (const card of nearest) {
            if (card.picture) continue;
            if (now - near.get(card) >= 100) draw(card); else settleSoon();
          }
        };

        const draw = card => {
          const picture = new Image(), turn = new AbortController();
          const width = devicePixelRatio > 1 ? 640 : 320, [id, tiles] = card.version.split(' ');
          const url = address(id) + 'poster.jpg?width=' + width + '&tiles=' + tiles;
          card.picture = picture;
          card.turn = turn;
          drawn.add(card);
          picture.alt = '';
          picture.decoding = 'async';
          picture.onload = () => {
            card.poster.classList.add('shown');
            card.poster.classList.toggle('tall', picture.naturalHeight > picture.naturalWidth);
          };
          // Removes a picture that cannot be loaded; it is not requested again.
          picture.onerror = () => picture.remove();
          card.poster.prepend(picture);
          if (!readingTakesToken) picture.src = url; else fetchPicture(picture, url, turn.signal);
        };

        const fetchPicture = async (picture, url, signal) => {
          try {
            const answer = await ask(url, { signal });
            const bytes = answer.ok ? await answer.blob() : null;
            if (!bytes || signal.aborted) return picture.remove();
            const blob = picture.src = URL.createObjectURL(bytes);
            signal.addEventListener('abort', () => URL.revokeObjectURL(blob));
          } catch {
            picture.remove();
          }
        };

        // Removes a card's picture, and cancels its download.
        const drop = card => {
          if (!card.picture) return;
          card.picture.onload = card.picture.onerror = null;
          card.picture.remove();
          card.picture.removeAttribute('src');
          card.turn.abort();
          card.picture = card.turn = null;
          card.version = card.id ? card.version : '';
          card.poster.classList.remove('shown', 'tall');
          drawn.delete(card);
        };
        """#
}

/// The `Content-Security-Policy` of a page. The page may load only from its own server. Its inline elements must have a
/// known text. No other page may embed it.
struct PagePolicy: Hashable, Sendable {
    let fieldValue: String

    /// Creates the policy of a page with a style sheet and scripts, each given as the text between its tags.
    ///
    /// - Parameter showsBlobs: Whether a script shows pictures that it fetched with a token.
    init(style: String, scripts: [String], showsBlobs: Bool = false) {
        let images = showsBlobs ? "'self' blob:" : "'self'"
        fieldValue =
            "default-src 'none'; img-src \(images); connect-src 'self'; style-src \(Self.source(of: style)); "
            + "script-src \(scripts.map(Self.source).joined(separator: " ")); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// A source expression that matches one inline element by its text.
    ///
    /// [Content Security Policy, hash sources](https://www.w3.org/TR/CSP3/#grammardef-hash-source)
    private static func source(of text: String) -> String {
        "'sha256-\(Data(ContentHash(of: Array(text.utf8)).bytes).base64EncodedString())'"
    }
}
