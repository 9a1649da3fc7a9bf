import Foundation

/// A screenshot drawn in code: squares of flat colors that its number tells.
struct DrawnPicture {
    var number: Int
    var width = 96
    var height = 54

    /// A baseline JPEG, 4:2:0.
    var jpeg: Data {
        BaselineJPEG(width: width, height: height).encoded { x, y in
            // Luma changes from square to square, chroma with the number alone.
            (20 + (number * 37 + x * 23 + y * 41) % 200, 64 + number * 53 % 128, 64 + number * 29 % 128)
        }
    }

    /// A PNG of eight bits for each of red, green and blue.
    var png: Data {
        StoredPNG.encoded(width: width, height: height) { x, y in
            [
                UInt8(20 + (number * 37 + x / 8 * 23) % 200), UInt8(20 + (number * 59 + y / 8 * 41) % 200),
                UInt8(20 + number * 29 % 200),
            ]
        }
    }
}
