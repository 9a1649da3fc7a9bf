import TiledJPEG
import WebVTT

/// One self-contained web page that shows a storyboard: a film strip, and a scrub bar that shows the tile under the
/// pointer.
///
/// The page loads only its sheets and its film, so that it works from a folder (`file:`) and from a server. `#t=83.5`
/// in its address selects a time. Look-ups have the policy `hold`: they give the tile with the latest start that is not
/// later than the time, or the first tile for a time before the first start.
package struct PreviewPage: Hashable, Sendable {
    /// One encoded image that holds tiles.
    package struct Sheet: Hashable, Sendable {
        /// The sheet's URL, relative to the page's URL or absolute.
        package let url: String
        /// Width in pixels, 1 or more.
        package let width: Int
        /// Height in pixels, 1 or more.
        package let height: Int

        package init(url: String, width: Int, height: Int) {
            self.url = url
            self.width = width
            self.height = height
        }
    }

    /// One tile with its times and its place on a sheet.
    package struct Tile: Hashable, Sendable {
        /// Start of the tile, in milliseconds from media start.
        package let start: Int64
        /// End of the tile, in milliseconds from media start; nil if the end of the last tile is unknown.
        package let end: Int64?
        package let sheet: Sheet
        /// Pixels from the sheet's left edge, 0 or more.
        package let x: Int
        /// Pixels from the sheet's top edge, 0 or more.
        package let y: Int
        /// Width in pixels, 1 or more.
        package let width: Int
        /// Height in pixels, 1 or more.
        package let height: Int
        /// The tile's title, as plain text; `nil` without one.
        package let title: String?

        /// Creates a tile; the numbers are not checked.
        package init(
            start: Int64, end: Int64?, sheet: Sheet, x: Int, y: Int, width: Int, height: Int, title: String? = nil
        ) {
            self.start = start
            self.end = end
            self.sheet = sheet
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.title = title
        }
    }

    /// The page's title, as plain text.
    package let title: String
    /// The tiles in the order of their starts.
    package let tiles: [Tile]
    /// The film's URL, relative to the page's URL or absolute; the page plays the film above the scrub bar. Nil for a
    /// page without a film.
    package let film: String?
    /// The documents for players; empty for a page without the section for players.
    package let documents: [PlayerDocument]

    /// Creates a page; `tiles` are in ascending order of their starts.
    package init(title: String, tiles: [Tile], film: String? = nil, documents: [PlayerDocument] = []) {
        self.title = title
        self.tiles = tiles
        self.film = film
        self.documents = documents
    }

    /// The page as HTML, to be stored and sent as UTF-8; equal pages give the same text.
    ///
    /// O(tiles).
    package func html() -> String { html(following: nil) }

    /// The page as HTML with a script that requests newer records of a growing storyboard; without the script if
    /// `source` is nil.
    package func html(following source: Source?) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escapedForHTML(title))</title>
        <style>\(inlineStyle)</style>
        </head>
        <body>
        \(body)
        \(Self.recordTag)\(record())</script>
        \(ownScripts.map(Self.element).joined(separator: "\n"))\(source.map(Self.following) ?? "")
        </body>
        </html>

        """
    }

    /// The text of the page's style element, for its hash in a content security policy.
    package var inlineStyle: String {
        "\n\(Self.style)\(film == nil ? "" : Self.filmStyle)\(documents.isEmpty ? "" : Self.playersStyle)\n"
    }

    /// The texts of the page's script elements in their order, for their hashes in a content security policy. The
    /// storyboard's data are in elements of another type.
    ///
    /// - Parameter isFollowing: Whether the page requests newer records.
    package func inlineScripts(isFollowing: Bool) -> [String] {
        (ownScripts + (isFollowing ? [Self.polling] : [])).map(Self.content(of:))
    }

    /// The scripts of a page that does not request newer records.
    private var ownScripts: [String] {
        [Self.script] + (documents.isEmpty ? [] : [Self.playersScript]) + (film == nil ? [] : [Self.filmScript])
    }

    static func element(_ script: String) -> String { "<script>\(content(of: script))</script>" }

    private static func content(of script: String) -> String { "\n\(script)\n" }

    private var body: String {
        """
        <main>
        <header>
        <h1 dir="auto">\(Self.escapedForHTML(title))</h1>
        <p id="facts"></p>
        </header>
        <noscript><p>This page needs JavaScript to show its tiles.</p></noscript>\(film.map(Self.video) ?? "")
        <section id="scrubber" aria-label="Scrub preview" hidden>
        <div id="stage"><figure id="bubble">
        <div id="picture" class="picture" role="img"></div>
        <figcaption><time id="clock"></time><span id="caption" dir="auto"></span></figcaption>
        </figure></div>
        <div id="bar" role="slider" tabindex="0" aria-label="Playback time" aria-valuemin="0">
        <div id="rail"><div id="played"></div><div id="marks"></div></div>
        <div id="knob"></div>
        </div>
        <div id="ends"><span>00:00</span><span id="length"></span></div>
        </section>
        <ol id="strip" aria-label="Film strip"></ol>\(documents.isEmpty ? "" : Self.players(documents))
        </main>
        """
    }
}

extension PreviewPage {
    /// The URL of the film on a page; nil for a page without a film.
    static func film(of page: [UInt8]) -> String? {
        let text = String(decoding: page, as: UTF8.self)
        guard let start = text.firstRange(of: "<video id=\"film\" src=\"")?.upperBound,
            let end = text[start...].firstIndex(of: "\"")
        else { return nil }
        // `&` comes last, so that no reference is read twice.
        return String(text[start..<end]).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}

extension PreviewPage {
    /// Creates the page of a storyboard, for the folder with its sheets.
    ///
    /// - Parameters:
    ///   - sheetQuery: The query of the URLs of sheets, with its question mark; empty for none.
    ///   - film: The film's URL; nil for a page without the film.
    ///   - exports: The exports that exist next to the track.
    ///   - isServed: Whether the page's server has the documents, even if the URLs of sheets have another host.
    package init(
        _ storyboard: Storyboard, sheetQuery: String = "", film: String? = nil, exports: [Export] = [],
        isServed: Bool = false
    ) {
        let sheets = storyboard.sheets.map {
            Sheet(url: $0.name.rawValue + sheetQuery, width: $0.size.width, height: $0.size.height)
        }
        let tiles = storyboard.tiles.map { tile in
            Tile(
                start: tile.start.milliseconds, end: tile.end?.milliseconds, sheet: sheets[tile.sheet], x: tile.rect.x,
                y: tile.rect.y, width: tile.rect.width, height: tile.rect.height,
                title: tile.title ?? tile.chapter.map { "Chapter \($0)" })
        }
        let base = storyboard.track.baseURL.flatMap { $0.hasPrefix("/") || $0.contains("://") ? $0 : nil }
        self.init(
            title: storyboard.title ?? storyboard.id.rawValue, tiles: tiles, film: film,
            documents: ([.track(sheetQuery)] + exports.map { .export($0, sheetQuery) }).map {
                isServed ? $0 : $0.at(base ?? "")
            })
    }
}

extension PreviewPage {
    /// The data of the page's script: the keys of `mosaic.json` that the script reads, so that it can also show
    /// `mosaic.json`.
    func record() -> String {
        var sheets: [Sheet] = []
        var numbers: [Sheet: Int] = [:]
        let tiles = tiles.map { tile in
            let number = numbers[tile.sheet] ?? sheets.count
            if number == sheets.count {
                numbers[tile.sheet] = number
                sheets.append(tile.sheet)
            }
            return Self.record(of: tile, onSheet: number)
        }
        return """
            {"sheets":[\(sheets.map(Self.record(of:)).joined(separator: ",\n"))],
            "tiles":[\(tiles.joined(separator: ",\n"))]}
            """
    }

    /// The tag before the record.
    private static let recordTag = #"<script type="application/json" id="record">"#

    /// Whether bytes are the page of any storyboard, judged by the tag of the record.
    static func isPage(_ bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains(recordTag) }

    /// Whether an existing page shows these tiles. Style and script are not compared, because they differ between
    /// versions.
    func isShown(by page: [UInt8]) -> Bool {
        let text = String(decoding: page, as: UTF8.self)
        let urls = documents.prefix(1).map { "data-url=\"\(Self.escapedForHTML($0.playerURL))\"" }
        return text.contains("id=\"record\">\(record())</script>") && urls.allSatisfy(text.contains)
    }

    private static func record(of sheet: Sheet) -> String {
        "{\"name\":\(quotedForScript(sheet.url)),\"size\":{\"width\":\(sheet.width),\"height\":\(sheet.height)}}"
    }

    private static func record(of tile: Tile, onSheet number: Int) -> String {
        let end = tile.end.map { "\($0)" } ?? "null"
        let title = tile.title.map { ",\"title\":\(quotedForScript($0))" } ?? ""
        return "{\"start_ms\":\(tile.start),\"end_ms\":\(end),\"sheet\":\(number),\"x\":\(tile.x),\"y\":\(tile.y),"
            + "\"width\":\(tile.width),\"height\":\(tile.height)\(title)}"
    }
}
