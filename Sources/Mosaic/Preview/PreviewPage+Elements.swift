extension PreviewPage {
    /// The source of newer records of a page's storyboard.
    package struct Source: Hashable, Sendable {
        /// The URL of `mosaic.json`, relative to the page's URL.
        package let url: String
        /// The query of the URLs of sheets, with its question mark; empty for none.
        package let sheetQuery: String
        /// The `ETag` of the record on the page; nil if the page has no record.
        package let entityTag: String?
        /// The expected number of tiles; nil if it is unknown, or if no more tiles will come.
        package let expected: Int?

        package init(url: String, sheetQuery: String, entityTag: String?, expected: Int? = nil) {
            self.url = url
            self.sheetQuery = sheetQuery
            self.entityTag = entityTag
            self.expected = expected
        }
    }

    /// The script that requests newer records, with its data.
    static func following(_ source: Source) -> String {
        let tag = source.entityTag.map(quotedForScript) ?? "null"
        return """

            <script type="application/json" id="source">{"url":\(quotedForScript(source.url)),\
            "query":\(quotedForScript(source.sheetQuery)),"tag":\(tag),"expected":\(source.expected ?? 0)}</script>
            \(element(polling))
            """
    }

    /// Requests the record every 2 s, and less often while nothing changes, up to every 30 s. While tiles are expected,
    /// requests the page instead.
    static let polling = #"""
        const source = JSON.parse(part('source').textContent);
        let tag = source.tag, pause = 2000;
        if (source.expected) { expected = source.expected; show(record); }

        // Only the page states the expected number of tiles, so the page is requested instead of the record.
        const lookAtPage = async () => {
          const answer = await fetch(location.href, { cache: 'no-cache' });
          if (!answer.ok) return false;
          const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
          const news = JSON.parse(page.getElementById('source').textContent);
          if (news.tag === tag && news.expected === expected) return false;
          ({ tag, expected } = news);
          show(JSON.parse(page.getElementById('record').textContent));
          return true;
        };
        const look = async () => {
          if (expected) return lookAtPage();
          const answer = await fetch(source.url, { cache: 'no-cache' });
          if (!answer.ok || answer.headers.get('ETag') === tag) return false;
          const grown = await answer.json();
          for (const sheet of grown.sheets) sheet.name += source.query;
          for (const tile of grown.tiles) {
            if (tile.title == null && tile.chapter != null) tile.title = 'Chapter ' + tile.chapter;
          }
          tag = answer.headers.get('ETag');
          show(grown);
          return true;
        };
        const follow = async () => {
          let isNew = false;
          // Ignores a failure, because the next request may succeed.
          try { isNew = !document.hidden && await look(); } catch {}
          pause = isNew ? 2000 : Math.min(pause * 1.2, 30000);
          setTimeout(follow, pause);
        };
        setTimeout(follow, pause);
        addEventListener('visibilitychange', () => { pause = 2000; });
        """#
}

extension PreviewPage {
    /// The film above the scrub bar; hidden until the browser can play it.
    static func video(_ url: String) -> String {
        """

        <video id="film" src="\(escapedForHTML(url))" controls playsinline preload="metadata" hidden></video>
        """
    }

    /// The style of a page with a film: the bubble covers the film, and is visible only while the bar is used.
    static let filmStyle = """

        #film { display: block; width: 100%; max-height: 62vh; margin-top: 24px; border-radius: 12px; background: #000; }
        #film[hidden] { display: none; }
        #film:not([hidden]) + #scrubber { margin-top: 0; }
        #film:not([hidden]) + #scrubber #stage { height: 0 !important; }
        #film:not([hidden]) + #scrubber #bubble { z-index: 1; }
        #film:not([hidden]) + #scrubber:not(:has(#bar:hover, #bar:active, #bar:focus-visible)) #bubble {
          visibility: hidden;
        }
        """

    /// Synchronizes the scrub bar and the film.
    static let filmScript = #"""
        {
          const video = part('film');
          const start = () => {
            // If a browser cannot decode the pictures of a film, it plays the sound alone.
            if (film || !video.videoWidth) return;
            film = video;
            film.hidden = false;
            if (position) seek(position);
          };
          video.onloadedmetadata = start;
          video.onerror = () => {
            film = null;
            video.hidden = true;
            choose(position);
          };
          video.ontimeupdate = () => {
            if (!film || !record.tiles.length) return;
            position = Math.min(film.currentTime * 1000, length);
            // The bubble stays below the pointer.
            if (bar.matches(':hover, :active')) moveKnob(position); else point(position);
          };
          if (video.error) video.onerror(); else if (video.readyState > 0) start();
        }
        """#
}

extension PreviewPage {
    /// Escapes text for an element's content or a quoted attribute.
    ///
    /// Control characters become U+FFFD: HTML cannot hold NUL, and a terminal that prints the page would obey ESC.
    package static func escapedForHTML(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Converts text to a JSON string with quotes, safe inside a `script` element.
    ///
    /// The HTML parser looks for `</script` and `<!--` before any script is read, so every `<` is written as an escape;
    /// U+2028 and U+2029 end a line in JavaScript's older grammar.
    /// Source: [HTML, restrictions for contents of script elements](
    /// https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements).
    static func quotedForScript(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\0"..."\u{1F}", "\u{7F}":
                quoted += "\\u" + Hexadecimal.text(of: UInt16(truncatingIfNeeded: scalar.value))
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
