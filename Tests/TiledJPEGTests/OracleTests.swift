import Testing

@testable import TiledJPEG

/// The oracle itself: a sheet with one thing wrong must not pass it.
struct OracleTests {
    let picture = SyntheticPicture()
    let files: [[UInt8]]
    let sheet: [UInt8]

    init() throws {
        let picture = picture
        files = (0..<6).map { picture.encoded(seed: $0) }
        sheet = try TiledSheet(assembling: files.map(EncodedTile.init(parsing:)), columns: 3).encoded()
    }

    func fault(_ damage: (inout JPEGSurgery) -> Void) throws -> String? {
        var surgery = JPEGSurgery(sheet)
        damage(&surgery)
        return try SheetWitness.firstFault(
            in: surgery.bytes, showing: files, columns: 3, cellSize: picture.size)
    }

    @Test func `an undamaged sheet passes`() throws {
        #expect(try fault { _ in } == nil)
    }

    @Test(arguments: 0..<17)
    func `one restart marker with a wrong number is found`(index: Int) throws {
        let fault = try fault { surgery in
            let marker = surgery.segments[index].upperBound + 1
            surgery.bytes[marker] = 0xD0 | (surgery.bytes[marker] + 1) & 7
        }
        #expect(fault != nil)
    }

    @Test func `restart markers that begin at one are found`() throws {
        let fault = try fault { surgery in
            for segment in surgery.segments.dropLast() {
                surgery.bytes[segment.upperBound + 1] = 0xD0 | (surgery.bytes[segment.upperBound + 1] + 1) & 7
            }
        }
        #expect(fault != nil)
    }

    @Test(arguments: [0, 3, 5, 8, 12])
    func `a wrong restart interval is found`(interval: UInt8) throws {
        #expect(try fault { $0.bytes[$0.offset(of: 0xDD) + 5] = interval } != nil)
    }

    @Test(arguments: [5, 6, 7, 8], [-16, -1, 1, 16])
    func `a wrong width or height is found`(place: Int, change: Int) throws {
        let fault = try fault { surgery in
            let at = surgery.offset(of: 0xC0) + place
            surgery.bytes[at] = UInt8(truncatingIfNeeded: Int(surgery.bytes[at]) + change)
        }
        #expect(fault != nil)
    }

    @Test(arguments: 0..<17)
    func `two segments that change places are found`(index: Int) throws {
        let fault = try fault { surgery in
            let bytes = surgery.bytes
            let (first, second) = (surgery.segments[index], surgery.segments[index + 1])
            surgery.bytes.replaceSubrange(
                first.lowerBound..<second.upperBound,
                with: bytes[second] + bytes[first.upperBound..<second.lowerBound] + bytes[first])
        }
        #expect(fault != nil)
    }

    @Test func `a missing segment is found`() throws {
        let fault = try fault { surgery in
            let last = surgery.segments[17]
            surgery.bytes.removeSubrange(last.lowerBound - 2..<last.upperBound)
        }
        #expect(fault != nil)
    }
}
