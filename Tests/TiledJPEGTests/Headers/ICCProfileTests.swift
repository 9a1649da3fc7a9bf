import Seeded
import Testing
import TiledJPEG

struct ICCProfileTests {
    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static func profile(_ space: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 128)
        bytes.replaceSubrange(16..<24, with: "\(space)XYZ ".utf8)
        bytes.replaceSubrange(36..<40, with: "acsp".utf8)
        bytes += bigEndian(tags.count)
        var offset = bytes.count + 12 * tags.count
        for (name, data) in tags {
            bytes += Array(name.utf8) + bigEndian(offset) + bigEndian(data.count)
            offset += data.count
        }
        return bytes + tags.flatMap(\.1)
    }

    private static func point(_ x: Int, _ y: Int, _ z: Int) -> [UInt8] {
        Array("XYZ \0\0\0\0".utf8) + [x, y, z].flatMap(bigEndian)
    }

    private static func function(_ kind: UInt8, _ parameters: Int...) -> [UInt8] {
        Array("para\0\0\0\0\0".utf8) + [kind, 0, 0] + parameters.flatMap(bigEndian)
    }

    private static func table(_ levels: Int...) -> [UInt8] {
        Array("curv\0\0\0\0".utf8) + bigEndian(levels.count) + levels.flatMap { bigEndian($0).suffix(2) }
    }

    private static let one = 1 << 16

    private static func display(_ curve: [UInt8]) -> [UInt8] {
        profile(
            "RGB ",
            [
                ("rXYZ", point(one / 2, one / 4, -one / 8)), ("gXYZ", point(1, 2, 3)), ("bXYZ", point(4, 5, 6)),
                ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
            ])
    }

    @Test func `colorants are X, Y and Z of each primary`() throws {
        let profile = try #require(ICCProfile(parsing: Self.display(Self.table())))
        #expect(profile.colorants?.map(\.count) == [3, 3, 3] && profile.colorants?[0] == [0.5, 0.25, -0.125])
        #expect(profile.curves == Array(repeating: .function(g: 1, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0), count: 3))
    }

    @Test(
        arguments: [
            (table(0x200), .function(g: 2, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)), (table(0, 7, 9), .table([0, 7, 9])),
            (function(0, 2 * one), .function(g: 2, a: 1, b: 0, c: 0, d: 0, e: 0, f: 0)),
            (function(1, 2 * one, one, -one / 2), .function(g: 2, a: 1, b: -0.5, c: 0, d: 0.5, e: 0, f: 0)),
            (function(2, one, one, 0, one / 4), .function(g: 1, a: 1, b: 0, c: 0.25, d: 0, e: 0, f: 0.25)),
            (function(3, one, one, 0, 2 * one, one / 2), .function(g: 1, a: 1, b: 0, c: 0, d: 0.5, e: 2, f: 0)),
            (
                function(4, one, one, 0, 2 * one, one / 2, one / 4, one / 8),
                .function(g: 1, a: 1, b: 0, c: 0.25, d: 0.5, e: 2, f: 0.125)
            ),
        ] as [([UInt8], ICCProfile.Curve)])
    func `curves are tables, powers and functions`(bytes: [UInt8], curve: ICCProfile.Curve) throws {
        let gray = try #require(ICCProfile(parsing: Self.profile("GRAY", [("kTRC", bytes)])))
        #expect(gray.colorants == nil && gray.curves == [curve, curve, curve])
    }

    @Test func `profiles of tables, of other color spaces and without a tag are not read`() {
        let curve = Self.table(0x200)
        #expect(ICCProfile(parsing: Self.display(curve)) != nil)
        #expect(ICCProfile(parsing: Self.profile("CMYK", [("A2B0", [0])])) == nil)
        #expect(ICCProfile(parsing: Self.profile("RGB ", [("rTRC", curve)])) == nil)
        #expect(ICCProfile(parsing: Self.profile("GRAY", [("kTRC", curve), ("A2B0", [0])])) == nil)
        #expect(ICCProfile(parsing: Self.profile("GRAY", [("kTRC", Self.function(5, 1))])) == nil)
        #expect(ICCProfile(parsing: Self.profile("GRAY", [("kTRC", Self.function(1, 1, 0, 1))])) == nil)
    }

    @Test func `a damaged profile is read or not, and nothing worse`() {
        var generator = SeededGenerator(seed: 4)
        let whole = Self.display(Self.table(1, 2, 3))
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<3 {
                bytes[Int.random(in: 128..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = ICCProfile(parsing: Array(bytes.prefix(.random(in: 0...bytes.count, using: &generator))))
            _ = ICCProfile(parsing: bytes)
        }
        for count in 0..<whole.count { #expect(ICCProfile(parsing: Array(whole.prefix(count))) == nil) }
    }
}
