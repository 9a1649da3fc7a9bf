import Testing

@testable import PlayerFormats

struct JellyfinServerOptionsTests {
    private func options(_ text: String) throws(ThumbnailFormatError) -> JellyfinServerOptions {
        try JellyfinServerOptions(
            parsing: Array(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ServerConfiguration>\(text)</ServerConfiguration>".utf8))
    }

    @Test func `widths, grid and interval are read`() throws {
        let options = try options(
            """
            <LogFileRetentionDays>3</LogFileRetentionDays><TrickplayOptions><EnableHwAcceleration>false</EnableHwAcceleration>
            <Interval>5000</Interval><WidthResolutions><int>320</int><int>640</int></WidthResolutions>
            <TileWidth>8</TileWidth><TileHeight>6</TileHeight><Qscale>4</Qscale></TrickplayOptions>
            """)
        #expect(options.widths == [320, 640] && options.columns == 8 && options.rows == 6 && options.interval == 5_000)
    }

    @Test(arguments: ["", "<TrickplayOptions/>", "<TrickplayOptions><WidthResolutions/></TrickplayOptions>"])
    func `a setting that is missing has the default`(_ text: String) throws {
        #expect(try options(text) == JellyfinServerOptions())
    }

    @Test(arguments: [
        ("<Interval>0</Interval>", "Interval"), ("<Interval>ten</Interval>", "Interval"),
        ("<TileWidth>1000</TileWidth>", "TileWidth"), ("<TileHeight>-1</TileHeight>", "TileHeight"),
        ("<WidthResolutions><int>0</int></WidthResolutions>", "WidthResolutions"),
    ])
    func `a setting out of its range is named`(_ text: String, _ name: String) {
        let error = #expect(throws: ThumbnailFormatError.self) {
            try options("<TrickplayOptions>\(text)</TrickplayOptions>")
        }
        #expect(error?.subject == name)
    }

    @Test func `the switches and folders of a library are read, and are off by default`() throws {
        let options = try JellyfinLibraryOptions(
            parsing: Array(
                """
                <LibraryOptions><EnableTrickplayImageExtraction>true</EnableTrickplayImageExtraction>
                <PathInfos><MediaPathInfo><Path>/media/A &amp; B</Path></MediaPathInfo>
                <MediaPathInfo><Path>/media/b</Path></MediaPathInfo></PathInfos></LibraryOptions>
                """.utf8))
        #expect(options.paths == ["/media/A & B", "/media/b"])
        #expect(options.extractsImages && !options.savesBesideMedia)
    }
}
