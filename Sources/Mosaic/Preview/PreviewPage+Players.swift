import Foundation

extension PreviewPage {
    /// A document that players load.
    package struct PlayerDocument: Hashable, Sendable {
        /// `track`, or the name of an export.
        package let name: String
        /// The document's URL, relative to the page's URL.
        package let url: String
        /// The document's URL in lines for players, relative to the page's URL or absolute.
        private(set) var playerURL: String
        package let type: ContentType
        /// A phrase that describes the document.
        package let summary: String

        package init(name: String, url: String, type: ContentType, summary: String) {
            self.name = name
            self.url = url
            playerURL = url
            self.type = type
            self.summary = summary
        }

        /// The document with another URL in lines for players: below `base`, a URL with a slash at its end.
        func at(_ base: String) -> PlayerDocument {
            var document = self
            document.playerURL = base + url
            return document
        }

        /// The cue track.
        ///
        /// - Parameter query: The query of the track's URL, with its question mark; empty for none.
        package static func track(_ query: String = "") -> PlayerDocument {
            PlayerDocument(
                name: PublishedDocument.track.name, url: Storyboard.trackName + query, type: .vtt,
                summary: "the thumbnail track")
        }

        /// An export next to the page.
        ///
        /// - Parameter query: The query of the export's URL, with its question mark; empty for none.
        package static func export(_ export: Export, _ query: String = "") -> PlayerDocument {
            PlayerDocument(
                name: export.name, url: export.document + query, type: export.type, summary: export.summary)
        }
    }

    /// A line of code for one player, with the URL of a document in it.
    private struct Snippet {
        let player: String
        let document: String
        let before: String
        let after: String

        init(_ player: String, _ document: String, _ before: String, _ after: String = "") {
            self.player = player
            self.document = document
            self.before = before
            self.after = after
        }
    }

    private static let snippets = [
        Snippet("Vidstack", "track", #"<media-video-layout thumbnails=""#, #""></media-video-layout>"#),
        Snippet("Plyr", "track", "new Plyr(video, { previewThumbnails: { enabled: true, src: '", "' } });"),
        Snippet("Video.js with videojs-vtt-thumbnails", "track", "player.vttThumbnails({ src: '", "' });"),
        Snippet(
            "media-chrome and Video.js 10", "track", #"<track default kind="metadata" label="thumbnails" src=""#, #"">"#
        ),
        Snippet("Shaka", "track", "await player.addThumbnailsTrack(new URL('", "', location).href);"),
        Snippet(
            "hls.js", "hls-iframe", "// Add the line EXT-X-I-FRAME-STREAM-INF of this playlist to the film's: ",
            """

            const images = hls.createImageIFramePlayer();  // after MANIFEST_PARSED, a new one for each time
            images.attachImage(image);
            images.loadMediaAt(time);
            """),
        Snippet(
            "dash.js", "dash", "// Add the AdaptationSet of this manifest to the film's: ",
            "\nplayer.provideThumbnail(time, tile => show(tile.url, tile.x, tile.y, tile.width, tile.height));"),
    ]

    /// Links to the documents for players, and a line of code for each player that reads one of them.
    static func players(_ documents: [PlayerDocument]) -> String {
        let links = documents.map { document in
            let name = document.url.prefix { $0 != "?" }
            return """
                <li><a href="\(escapedForHTML(document.url))" type="\(document.type.rawValue)">\
                \(escapedForHTML(String(name)))</a> <span>\(escapedForHTML(document.summary))</span></li>
                """
        }
        let lines = snippets.compactMap { snippet -> String? in
            guard let document = documents.first(where: { $0.name == snippet.document }) else { return nil }
            let url = escapedForHTML(document.playerURL)
            return """
                <div class="snippet"><h3>\(snippet.player)</h3>
                <pre tabindex="0" aria-label="The line for \(snippet.player)"><code>\(escapedForHTML(snippet.before))\
                <span data-url="\(url)">\(url)</span>\(escapedForHTML(snippet.after))</code></pre>
                <button type="button" aria-label="Copy the line for \(snippet.player)">Copy</button></div>
                """
        }
        return """

            <section id="players" aria-labelledby="players-title">
            <h2 id="players-title">Use it in a player</h2>
            <ul>
            \(links.joined(separator: "\n"))
            </ul>
            \(lines.joined(separator: "\n"))
            <p id="copied" role="status"></p>
            </section>
            """
    }

    /// The style of the section for players, which is hidden while there is no tile.
    static let playersStyle = """

        #scrubber[hidden] ~ #players { display: none; }
        #players { margin-top: 36px; }
        #players h2 { margin: 0; font-size: 20px; }
        #players ul { margin: 12px 0 0; padding: 0; list-style: none; }
        #players li span, #copied { color: var(--soft); }
        #players a { color: inherit; text-decoration-color: var(--accent); }
        #players :is(a, button, pre):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
        .snippet { display: grid; grid-template-columns: 1fr auto; gap: 4px 12px; margin-top: 16px; align-items: start; }
        .snippet h3 { grid-column: 1 / -1; margin: 0; font-size: 15px; }
        .snippet pre {
          margin: 0; padding: 10px 12px; border-radius: 8px; background: var(--card); overflow-x: auto; min-width: 0;
        }
        .snippet button {
          padding: 9px 14px; border: 1px solid var(--rail); border-radius: 8px; background: var(--card); color: inherit;
          font: inherit; cursor: pointer;
        }
        """

    /// Makes the URLs in lines absolute if the page is on a server, and copies a line to the clipboard.
    static let playersScript = #"""
        {
          if (/^https?:$/.test(location.protocol)) {
            for (const span of document.querySelectorAll('#players [data-url]')) {
              span.textContent = new URL(span.dataset.url, location.href).href;
            }
          }
          const copy = async code => {
            try {
              await navigator.clipboard.writeText(code.textContent);
            } catch {
              // Without TLS, browsers only copy a selection.
              getSelection().selectAllChildren(code);
              return document.execCommand('copy');
            }
            return true;
          };
          for (const button of document.querySelectorAll('.snippet button')) {
            button.onclick = async () => {
              const isCopied = await copy(button.parentElement.querySelector('code'));
              part('copied').textContent = isCopied ? 'Copied.' : 'The line is selected: copy it by key.';
            };
          }
        }
        """#
}

/// Relative URLs between folders, which work on the file system and on a server.
package enum RelativeURL {
    /// The URL of a file, relative to a folder.
    ///
    /// Symbolic links on both paths are not resolved, because browsers compare names alone.
    package static func path(to file: String, from folder: String) -> String {
        let file = parts(of: file)
        return
            (steps(to: Array(file.dropLast()), from: parts(of: folder))
            + file.suffix(1).map { PercentEncoding.encoded($0) })
            .joined(separator: "/")
    }

    /// The beginning of URLs of files in `folder`, relative to `other`: empty for the same folder, otherwise with a
    /// slash at its end.
    ///
    /// If one folder contains the other, the URLs do not contain the name of the outer folder. So the outer folder may
    /// be renamed, or served as the root of a host.
    package static func prefix(to folder: String, from other: String) -> String {
        let (folder, other) = (resolvingIfSame(folder, as: other), parts(of: other))
        return steps(to: folder, from: other).map { $0 + "/" }.joined()
    }

    /// The names on a folder's path; the names on the other path if links lead both to the same folder.
    private static func resolvingIfSame(_ folder: String, as other: String) -> [String] {
        let resolved = [folder, other].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL }
        return parts(of: resolved[0].path == resolved[1].path ? other : folder)
    }

    private static func steps(to folder: [String], from other: [String]) -> [String] {
        let shared = zip(folder, other).prefix { $0 == $1 }.count
        return Array(repeating: "..", count: other.count - shared)
            + folder.dropFirst(shared).map { PercentEncoding.encoded($0) }
    }

    /// The names on the absolute path, with `.` and `..` resolved.
    private static func parts(of path: String) -> [String] {
        let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [String] = []
        for part in absolute.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts
    }
}
