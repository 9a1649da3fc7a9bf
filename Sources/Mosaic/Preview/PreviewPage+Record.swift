extension PreviewPage {
    /// The data of the page's script: the keys of `mosaic.json` that it needs, so that it can show such a record, too.
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

    /// Whether a page that was written before shows these tiles; style and script of other versions differ.
    func isShown(by page: [UInt8]) -> Bool {
        String(decoding: page, as: UTF8.self).contains("id=\"record\">\(record())</script>")
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
