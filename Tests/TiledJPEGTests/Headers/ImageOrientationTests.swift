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
}
