import Foundation
import Mosaic
import Raster
import Testing
import TiledJPEG

struct CompositionSettingsCodableTests {
    private func decoded(_ text: String) throws -> CompositionSettings {
        try JSONDecoder().decode(CompositionSettings.self, from: Data(text.utf8))
    }

    private func again(_ settings: CompositionSettings) throws -> CompositionSettings {
        try decoded(String(decoding: JSONEncoder().encode(settings), as: UTF8.self))
    }

    @Test func `missing keys have their defaults`() throws {
        #expect(try decoded("{}") == CompositionSettings())
        var strict = CompositionSettings()
        strict.isStrict = true
        strict.geometry.width = 99
        #expect(try decoded(#"{"strict":true,"geometry":{"width":99}}"#) == strict)
        strict.furtherWidths = [320, 480]
        #expect(try decoded(#"{"strict":true,"geometry":{"width":99},"widths":[320,480]}"#) == strict)
    }

    @Test func `every key that is written is a known one`() throws {
        var settings = CompositionSettings()
        settings.encoding.tables = .annexK
        settings.geometry.grid = TileGrid(columns: 3, rows: 1)
        settings.geometry.maximumSide = 1_024
        settings.track = TrackSettings(baseURL: "https://a/", maximumCues: 5)
        settings.track.gutter = 2
        settings.furtherWidths = [320]
        let written = try JSONDecoder().decode([String: Value].self, from: JSONEncoder().encode(settings))
        #expect(Set(written.keys).isSubset(of: CompositionSettings.keys.keys) && written.count == 7)
        for (name, value) in written {
            #expect(value.keys.isSubset(of: CompositionSettings.keys[name] ?? []), "\(name): \(value.keys)")
        }
        #expect(written["encoding"]?.keys.isEmpty == false)
    }

    /// The keys of a value; none unless it is an object.
    private struct Value: Decodable {
        let keys: Set<String>

        private struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue _: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            keys = Set((try? decoder.container(keyedBy: Name.self))?.allKeys.map(\.stringValue) ?? [])
        }
    }

    @Test func `every setting that affects a storyboard survives encoding`() throws {
        let changes: [(inout CompositionSettings) -> Void] = [
            { $0.encoding.format = .png }, { $0.encoding.quality = 3 }, { $0.encoding.chroma = .yuv444 },
            { $0.encoding.framing = .pad }, { $0.encoding.tables = .annexK }, { $0.encoding.tables = .thumbnails1 },
            { $0.geometry.grid = TileGrid(columns: 3, rows: 1) },
            { $0.track = TrackSettings(baseURL: "https://a/", maximumCues: 5, startsAtZero: false) },
            { $0.track.gutter = 2 }, { $0.furtherWidths = [320, 480] }, { $0.furtherWidths = [] },
            { $0.acceptsDamaged = true }, { $0.isStrict = true }, { $0.verifiesContent = true },
        ]
        var texts: Set<CompositionSettings> = [CompositionSettings()]
        for change in changes {
            var settings = CompositionSettings()
            change(&settings)
            #expect(try again(settings) == settings)
            #expect(texts.insert(settings).inserted)
        }
    }

    @Test func `workers and limits are not encoded`() throws {
        var settings = CompositionSettings()
        settings.workers = 16
        settings.limits.pixels = 5
        #expect(try again(settings) == CompositionSettings())
    }

    @Test(
        arguments: [
            "[]", "null", #"{"encoding":{"tables":"thumbnails-9"}}"#, #"{"strict":"yes"}"#, #"{"geometry":[]}"#,
            ##"{"encoding":{"format":"gif","quality":80,"chroma":"420","framing":"crop","background":"#000000"}}"##,
        ])
    func `invalid settings are refused`(text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }
}
