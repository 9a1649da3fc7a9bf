import MosaicFixtures
import Testing
import TiledJPEG

struct PictureEndTests {
    /// Each kind that is drawn, and one with a preview in its segments, which ends before the picture does.
    private static let pictures: [[UInt8]] = {
        let plain = DrawnScreenshot(number: 1, kind: .yuv420).encoded
        let preview =
            Array(plain.prefix(2)) + [0xFF, 0xE1, UInt8((plain.count + 2) >> 8 & 0xFF)]
            + [UInt8((plain.count + 2) & 0xFF)] + plain + plain.dropFirst(2)
        return DrawnScreenshot.Kind.allCases.map { DrawnScreenshot(number: 1, kind: $0).encoded }
            + (plain.count < 65_000 ? [preview] : [])
    }()

    private func hasCome(in bytes: some Collection<UInt8>, pieces: Int) -> Bool {
        var end = PictureEnd()
        var rest = bytes[...]
        while !rest.isEmpty {
            end.append(rest.prefix(pieces))
            rest = rest.dropFirst(pieces)
        }
        return end.hasCome
    }

    @Test(arguments: [1, 2, 7, 4_096, .max])
    func `finds the end of a whole picture, in pieces and with trailing bytes`(pieces: Int) {
        for picture in Self.pictures {
            #expect(hasCome(in: picture, pieces: pieces))
            #expect(hasCome(in: picture + [0, 1, 2, 0xFF], pieces: pieces))
        }
    }

    @Test func `a picture that was cut off anywhere has none`() {
        for picture in Self.pictures {
            for count in stride(from: 0, to: picture.count - 1, by: max(1, picture.count / 997)) {
                #expect(!hasCome(in: picture.prefix(count), pieces: 4_096), "\(count) of \(picture.count)")
            }
            #expect(!hasCome(in: picture.dropLast(), pieces: 4_096))
        }
    }

    @Test func `finds no end in bytes that are not a picture`() {
        for bytes in [[], [0xFF], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0], Array(repeating: 0xFF, count: 999)] as [[UInt8]] {
            #expect(!hasCome(in: bytes, pieces: 3))
        }
        #expect(!hasCome(in: [0x89] + Array(repeating: 0xFF, count: 99), pieces: 5))
    }
}
