import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic

struct StoredSheetsTests {
    private static let drawing = TiledStoryboard(times: (0..<14).map { $0 * 1_000 })

    private func published(capacity: Int = StoredSheets.defaultCapacity) async throws -> (
        MemoryStore, StoredSheets, StoryboardSet.Member
    ) {
        let store = MemoryStore()
        let folder = ObjectKey(part: "film")
        let storyboard = try await Self.drawing.publish(in: store, folder)
        return (
            store, StoredSheets(in: store, folder: folder, capacity: capacity), StoryboardSet(storyboard).members[0]
        )
    }

    @Test func `every tile is cut from its place`() async throws {
        let (_, sheets, member) = try await published()
        let grids = try Self.drawing.sheetBytes().map { try RestartGrid(parsing: $0) }
        for (number, tile) in member.storyboard.tiles.enumerated() {
            let cut = try await sheets.tile(number, of: member).encoded()
            #expect(try cut == grids[tile.sheet].extract(tile.rect))
        }
        #expect(await sheets.reads == 3)
    }

    @Test func `sheets beyond the limit are discarded, and read again`() async throws {
        let (_, sheets, member) = try await published(capacity: 1)
        for number in [0, 0, 1, 1, 0] { _ = try await sheets.sheet(number, of: member) }
        #expect(await sheets.reads == 3)
    }

    @Test func `a sheet that is not there, or is another, is refused until it is there`() async throws {
        let (store, sheets, member) = try await published()
        let key = ObjectKey(part: "film").appending(member.storyboard.sheets[1].name.rawValue)
        let bytes = try #require(store.bytes(of: key))
        store.replace(key, with: nil)
        #expect(await code { _ = try await sheets.sheet(1, of: member) } == .unavailable)
        store.replace(key, with: bytes.dropLast() + [0])
        #expect(await code { _ = try await sheets.sheet(1, of: member) } == .malformed)
        store.replace(key, with: bytes)
        _ = try await sheets.sheet(1, of: member)
    }

    @Test func `a PNG sheet is refused by name`() async throws {
        var drawing = Self.drawing
        drawing.format = .png
        let source = try await drawing.source()
        let code = await code { _ = try await source.sheets.sheet(0, of: source.storyboards.members[0]) }
        #expect(code == .unsupported)
    }

    private func code(_ work: () async throws -> Void) async -> MosaicError.Code? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? MosaicError)?.code
        }
    }
}
