extension PreviewPage {
    /// Where a page finds newer records of its storyboard.
    package struct Source: Hashable, Sendable {
        /// The URL of `mosaic.json`, relative to the page's own.
        package let url: String
        /// The query behind the URLs of sheets, with its question mark; empty for none.
        package let sheetQuery: String
        /// The `ETag` of the record that the page shows; nil where it shows none.
        package let entityTag: String?
        /// The expected number of tiles; nil where it is unknown, and where no more will come.
        package let expected: Int?

        package init(url: String, sheetQuery: String, entityTag: String?, expected: Int? = nil) {
            self.url = url
            self.sheetQuery = sheetQuery
            self.entityTag = entityTag
            self.expected = expected
        }
    }

    /// The script that follows a record that is published again, and its data.
    static func following(_ source: Source) -> String {
        let tag = source.entityTag.map(quotedForScript) ?? "null"
        return """

            <script type="application/json" id="source">{"url":\(quotedForScript(source.url)),\
            "query":\(quotedForScript(source.sheetQuery)),"tag":\(tag),"expected":\(source.expected ?? 0)}</script>
            \(element(polling))
            """
    }

    /// Requests the record every 2 s, and less often while nothing changes, up to every 30 s.
    static let polling = #"""
        const source = JSON.parse(part('source').textContent);
        let tag = source.tag, pause = 2000;
        if (source.expected) { expected = source.expected; show(record); }

        // How many tiles are still to come is said by the page alone, so it is the page that is asked for again.
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
          // A server that does not answer now may do so the next time.
          try { isNew = !document.hidden && await look(); } catch {}
          pause = isNew ? 2000 : Math.min(pause * 1.2, 30000);
          setTimeout(follow, pause);
        };
        setTimeout(follow, pause);
        addEventListener('visibilitychange', () => { pause = 2000; });
        """#
}
