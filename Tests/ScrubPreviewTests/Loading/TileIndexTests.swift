import Foundation
import Testing
import TiledJPEG
import WebVTT

@testable import ScrubPreview

@Suite struct TileIndexTests {
    private func timetable(sheets: [Int], fragment: MediaFragment? = nil) throws -> TileIndex {
        let urls = try (0...(sheets.max() ?? 0)).map { try #require(URL(string: "https://a.example/\($0).jpg")) }
        let entries = sheets.enumerated().map { position, sheet in
            TileIndex.Entry(
                start: Timestamp(milliseconds: Int64(position) * 1000),
                end: Timestamp(milliseconds: Int64(position) * 1000 + 1000), sheet: sheet, fragment: fragment)
        }
        return TileIndex(entries: entries, sheets: urls, load: 1)
    }

    @Test func `the next sheet is the first other one on the way`() throws {
        let table = try timetable(sheets: [0, 0, 1, 1, 0, 2])
        #expect(table.nextSheet(after: 0, step: 1) == 1)
        #expect(table.nextSheet(after: 3, step: 1) == 0)
        #expect(table.nextSheet(after: 3, step: -1) == 0)
        #expect(table.nextSheet(after: 5, step: -1) == 0)
        #expect(table.nextSheet(after: 5, step: 1) == nil)
        #expect(table.nextSheet(after: 1, step: -1) == nil)
    }

    @Test func `a rectangle in percent is pixels once the sheet's size is known`() throws {
        var table = try timetable(
            sheets: [0], fragment: MediaFragment(unit: .percent, x: 25, y: 50, width: 25, height: 50))
        #expect(table.tile(numbered: 0, policy: .hold).rect == nil)
        table.note(PixelSize(width: 400, height: 100), ofSheet: 0)
        #expect(
            table.tile(numbered: 0, policy: .hold).rect == PixelRect(x: 100, y: 50, width: 100, height: 50))
    }

    @Test func `a rectangle in pixels is known from the start and cut to the sheet later`() throws {
        var table = try timetable(sheets: [0], fragment: MediaFragment(x: 90, y: 0, width: 20, height: 20))
        #expect(table.tile(numbered: 0, policy: .hold).rect?.width == 20)
        table.note(PixelSize(width: 100, height: 100), ofSheet: 0)
        #expect(table.tile(numbered: 0, policy: .hold).rect?.width == 10)
        table.note(PixelSize(width: 90, height: 100), ofSheet: 0)
        #expect(table.tile(numbered: 0, policy: .hold).rect == nil)
    }
}
