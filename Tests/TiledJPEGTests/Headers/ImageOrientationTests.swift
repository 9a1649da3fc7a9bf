import Testing
import TiledJPEG

struct ImageOrientationTests {
    @Test func `the raw values equal the values of the Exif tag`() {
        #expect(ImageOrientation.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(ImageOrientation(rawValue: 6) == .rightTop)
        #expect(ImageOrientation(rawValue: 8) == .leftBottom)
        #expect(ImageOrientation(rawValue: 0) == nil)
        #expect(ImageOrientation(rawValue: 9) == nil)
    }

    @Test func `the four that turn by a quarter exchange the sides`() {
        let stored = PixelSize(width: 320, height: 180)
        for orientation in ImageOrientation.allCases {
            let turns = [.leftTop, .rightTop, .rightBottom, .leftBottom].contains(orientation)
            #expect(orientation.swapsSides == turns)
            let upright = turns ? PixelSize(width: 180, height: 320) : stored
            #expect(orientation.uprightSize(of: stored) == upright)
        }
    }

    private func orientations(_ tiff: [UInt8]) throws -> [ImageOrientation] {
        let app1 = DrawnJPEG.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
        return [
            try ImageHeader(parsing: DrawnJPEG(metadata: app1).bytes).orientation,
            try ImageHeader(parsing: DrawnPNG(chunks: DrawnPNG.chunk("eXIf", tiff)).bytes).orientation,
        ]
    }

    @Test(arguments: [true, false])
    func `all eight values are read in both byte orders`(bigEndian: Bool) throws {
        for orientation in ImageOrientation.allCases {
            let tiff = DrawnExif(bigEndian: bigEndian, value: Int(orientation.rawValue)).tiff
            #expect(try orientations(tiff) == [orientation, orientation])
        }
    }

    @Test(arguments: [true, false])
    func `values outside 1...8 are upright`(bigEndian: Bool) throws {
        for value in [0, 9, 255, 256, 257, 262, 0x0600, 65_535] {
            let tiff = DrawnExif(bigEndian: bigEndian, value: value).tiff
            #expect(try orientations(tiff) == [.topLeft, .topLeft], "\(value)")
        }
    }

    @Test func `the tag is found behind other tags and behind a gap`() throws {
        #expect(try orientations(DrawnExif(value: 3, earlierEntries: 7, gap: 5).tiff) == [.bottomRight, .bottomRight])
    }

    @Test func `a tag of another number, type or count is upright`() throws {
        #expect(try orientations(DrawnExif(tag: 0x0113).tiff) == [.topLeft, .topLeft])
        #expect(try orientations(DrawnExif(type: 2).tiff) == [.topLeft, .topLeft])
        #expect(try orientations(DrawnExif(count: 2).tiff) == [.topLeft, .topLeft])
    }

    @Test func `a structure that is not TIFF is upright`() throws {
        let good = DrawnExif().tiff
        for (index, byte) in [(0, UInt8(0x49)), (1, 0x49), (2, 42), (3, 43)] {
            var tiff = good
            tiff[index] = byte
            #expect(try orientations(tiff) == [.topLeft, .topLeft], "byte \(index)")
        }
    }

    @Test func `a directory outside the block is upright`() throws {
        for offset: [UInt8] in [[0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF], [0, 0, 0, 200]] {
            var tiff = DrawnExif().tiff
            tiff.replaceSubrange(4..<8, with: offset)
            #expect(try orientations(tiff) == [.topLeft, .topLeft])
        }
    }

    @Test func `a block cut before the value is upright and one cut behind it is read`() throws {
        let tiff = DrawnExif(value: 6).tiff
        // Header 8, count 2, then tag, type, count and the value in its field of 4.
        let end = 8 + 2 + 12
        for length in 0...tiff.count {
            let expected: ImageOrientation = length < end ? .topLeft : .rightTop
            #expect(try orientations(Array(tiff.prefix(length))) == [expected, expected], "\(length) bytes")
        }
    }

    @Test func `an APP1 segment of another kind is passed over`() throws {
        let xmp = DrawnJPEG.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
        let jpeg = DrawnJPEG(metadata: xmp + DrawnExif(value: 7).segment)
        #expect(try ImageHeader(parsing: jpeg.bytes).orientation == .rightBottom)
    }
}
