import Seeded
import Testing

@testable import TiledJPEG

/// Damaged and made-up bytes are refused or parsed without a trap, and parsed files can be written and read again.
struct HostileInputTests {
    static let cell = PixelSize(width: 32, height: 32)
    let sheet: [UInt8]

    init() throws {
        let picture = SyntheticPicture(size: Self.cell, quality: 40)
        let tiles = try (0..<4).map { try EncodedTile(parsing: picture.encoded(seed: $0)) }
        sheet = try TiledSheet(assembling: tiles, columns: 2).encoded()
    }

    /// Does everything with `bytes` that can be done; true where they were understood.
    func exercise(_ bytes: [UInt8]) throws -> Bool {
        guard let grid = try? RestartGrid(parsing: bytes) else { return false }
        let rect = PixelRect(x: 0, y: grid.format.intervalSize.height, width: grid.size.width, height: 16)
        if let cut = try? grid.extract(rect) { _ = try RestartGrid(parsing: cut) }
        // A flipped bit in the size or the interval can make a picture that is small in bytes and large to fill up.
        guard grid.size.pixelCount < 1 << 20 else { return true }
        if var tiled = try? TiledSheet(parsing: bytes, cellSize: Self.cell) {
            _ = try RestartGrid(parsing: tiled.encoded())
            if (try? tiled.regrid(columns: 3)) != nil { _ = try RestartGrid(parsing: tiled.encoded()) }
        }
        let whole = try EncodedTile(parsing: bytes)
        if let pair = try? TiledSheet(assembling: [whole, whole, whole], columns: 2) {
            _ = try RestartGrid(parsing: pair.encoded())
        }
        return true
    }

    @Test func `the sheet that is going to be damaged is understood`() throws {
        #expect(try exercise(sheet))
    }

    @Test func `every prefix of a sheet is refused`() throws {
        for count in 0..<sheet.count {
            let prefix = Array(sheet[..<count])
            #expect(throws: TiledJPEGError.self) { try RestartGrid(parsing: prefix) }
        }
    }

    @Test func `every single bit of the header can be flipped`() throws {
        var understood = 0
        for place in 0..<JPEGSurgery(sheet).entropyStart {
            for bit in 0..<8 {
                var bytes = sheet
                bytes[place] ^= 1 << bit
                if try exercise(bytes) { understood += 1 }
            }
        }
        // A flipped bit in a quantization table or in a comment is none that the bytes could betray.
        #expect(understood > 1000)
    }

    @Test(arguments: 0..<8)
    func `random damage is refused or understood`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var bytes = sheet
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = [0xFF, 0x00, 0xD0, 0xD9][Int.random(in: 0..<4, using: &random)]
                case 2: bytes.remove(at: place)
                case 3: bytes.insert(UInt8.random(in: 0xC0...0xFF, using: &random), at: place)
                default:
                    let other = Int.random(in: 0..<bytes.count, using: &random)
                    bytes.removeSubrange(min(place, other)..<min(max(place, other), min(place, other) + 40))
                }
            }
            _ = try exercise(bytes)
        }
    }

    @Test func `a header that promises millions of intervals takes no memory for them`() {
        var surgery = JPEGSurgery(
            SyntheticPicture(size: PixelSize(width: 8, height: 8), components: 1, restartInterval: 1).encoded(seed: 1))
        let frame = surgery.offset(of: 0xC0)
        surgery.bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
        let error = #expect(throws: TiledJPEGError.self) { try RestartGrid(parsing: surgery.bytes) }
        #expect(error?.code == .malformed)
    }

    @Test func `more intervals than the size has room for are refused before they are listed`() {
        var surgery = JPEGSurgery(
            SyntheticPicture(size: PixelSize(width: 8, height: 8), components: 1, restartInterval: 1).encoded(seed: 1))
        let end = surgery.bytes.count - 2
        var flood: [UInt8] = []
        for number in 0..<100_000 { flood += [0xFF, 0xD0 | UInt8(number & 7)] }
        surgery.bytes.insert(contentsOf: flood, at: end)
        let error = #expect(throws: TiledJPEGError.self) { try RestartGrid(parsing: surgery.bytes) }
        #expect(error?.reason == "More than 1 restart intervals follow.")
    }
}
