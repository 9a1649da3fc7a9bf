import Foundation
import TestSupport

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
        let levels = (0..<width * height).flatMap { place -> [Int] in
            let (x, y) = (place % width, place / width)
            return [number * 37 + x / 8 * 23, number * 59 + y / 8 * 41, number * 29]
        }
        return Data(StoredPNG.encoded(width: width, height: height, levels.map { UInt8(20 + $0 % 200) }))
    }
}
