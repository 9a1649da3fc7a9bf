package import TiledJPEG
package import WebVTT

/// A page with all tiles of a storyboard, for people.
package enum ContactSheet {
    /// A self-contained SVG document: the tiles as data URLs, with times and titles as text below them.
    ///
    /// The page is as wide as its tiles; in print, as wide as the paper. Text that is wider than its tile is cut off; a
    /// tooltip on the tile shows it in full.
    ///
    /// - Parameters:
    ///   - title: The headline; an empty title takes no space.
    ///   - tiles: JPEG files with their times and titles, in reading order.
    ///   - tile: The size of every tile in pixels; the document's unit is a pixel.
    ///   - columns: Maximum number of tiles in a row; less than 1 counts as 1.
    package static func svg(
        title: String, tiles: [(bytes: [UInt8], time: Timestamp, title: String?)], tile: PixelSize, columns: Int
    ) -> [UInt8] {
        let page = Page(title: title, tile: tile, columns: max(1, min(columns, tiles.count)), count: tiles.count)
        var svg: [UInt8] = []
        svg.reserveCapacity(tiles.reduce(2048) { $0 + $1.bytes.count * 4 / 3 + 512 })
        svg += page.head.utf8
        for (position, tile) in tiles.enumerated() {
            let label = tile.title.map { XMLText.escaped($0, space: " ") } ?? ""
            svg += page.cell(position, time: tile.time, title: label).utf8
            Base64.append(tile.bytes, to: &svg)
            svg += "\"/>\n<text class=\"time\" y=\"\(page.timeLine)\">\(tile.time)</text>\n".utf8
            if !label.isEmpty { svg += "<text y=\"\(page.titleLine)\">\(label)</text>\n".utf8 }
            svg += "</svg>\n".utf8
        }
        svg += "</svg>\n".utf8
        return svg
    }
}

/// Positions of the elements on the page, in pixels.
private struct Page {
    let title: String
    let tile: PixelSize
    let columns: Int
    let count: Int

    /// Space around and between cells, in pixels.
    private let gap = 16
    /// Distance between two lines of text, in pixels.
    private let line = 18
    private var headline: Int { title.isEmpty ? 0 : 40 }
    private var cellHeight: Int { tile.height + 2 * line + 6 }
    private var rows: Int { (count + columns - 1) / columns }

    var timeLine: Int { tile.height + line - 2 }
    var titleLine: Int { timeLine + line }

    var head: String {
        let width = gap + columns * (tile.width + gap)
        let height = gap + headline + rows * (cellHeight + gap)
        let heading = title.isEmpty ? "" : XMLText.escaped(title, space: " ")
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <title>\(heading)</title>
            <style>
            text { font: 13px system-ui, sans-serif; fill: #222 }
            .time { fill: #666; font-variant-numeric: tabular-nums }
            .title { font-size: 22px; font-weight: 600 }
            @media print { :root { width: 100%; height: auto } }
            </style>
            <rect width="100%" height="100%" fill="#fff"/>
            \(title.isEmpty ? "" : "<text class=\"title\" x=\"\(gap)\" y=\"\(gap + 24)\">\(heading)</text>\n")
            """
    }

    /// The start of a cell, up to the base64 data of its image. The nested `svg` element cuts off text that is too
    /// wide.
    func cell(_ position: Int, time: Timestamp, title: String) -> String {
        let x = gap + position % columns * (tile.width + gap)
        let y = gap + headline + position / columns * (cellHeight + gap)
        return """
            <svg x="\(x)" y="\(y)" width="\(tile.width)" height="\(cellHeight)">
            <title>\(title.isEmpty ? "\(time)" : "\(time) \(title)")</title>
            <image width="\(tile.width)" height="\(tile.height)" href="data:image/jpeg;base64,
            """
    }
}

/// Base64 for data URLs and signatures.
///
/// See [RFC 4648, sections 4 and 5](https://www.rfc-editor.org/rfc/rfc4648#section-4).
package enum Base64 {
    /// `bytes` in the URL-safe alphabet, without padding.
    package static func url(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        let spelled: [UInt8: UInt8] = [UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_")]
        return String(decoding: text.prefix { $0 != UInt8(ascii: "=") }.map { spelled[$0] ?? $0 }, as: UTF8.self)
    }

    /// Appends `bytes` as base64 with padding.
    static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let group =
                UInt32(bytes[index]) << 16 | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
                | (left > 2 ? UInt32(bytes[index + 2]) : 0)
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
