import Foundation

/// Pictures of a film that carry their own number, so that a test sees which one it got.
///
/// Twelve bars stand side by side on gray: bar `b` is white where bit `b` of the number is set, otherwise black.
package struct NumberedPictures: Hashable, Sendable {
    /// Bars, and bits of a number.
    package static let bars = 12
    /// Pictures for each second.
    package static let rate = 25

    private static let (black, gray, white): (UInt8, UInt8, UInt8) = (16, 128, 235)

    let width: Int
    let height: Int
    let count: Int

    /// - Parameter count: 1...4 096.
    package init(width: Int, height: Int, count: Int) {
        self.width = width
        self.height = height
        self.count = count
    }

    /// Writes the pictures as YUV4MPEG2, which ffmpeg reads.
    func write(to path: String) throws {
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.write(contentsOf: Data("YUV4MPEG2 W\(width) H\(height) F\(Self.rate):1 Ip A1:1 C420mpeg2\n".utf8))
        let frame = Array("FRAME\n".utf8)
        let chroma = [UInt8](repeating: Self.gray, count: 2 * ((width + 1) / 2) * ((height + 1) / 2))
        for number in 0..<count { try file.write(contentsOf: Data(frame + luma(of: number) + chroma)) }
    }

    private func luma(of number: Int) -> [UInt8] {
        let margin = [UInt8](repeating: Self.gray, count: height / 6 * width)
        let row = (0..<width).map { number >> ($0 * Self.bars / width) & 1 == 1 ? Self.white : Self.black }
        var luma = margin
        luma.reserveCapacity(width * height)
        for _ in 0..<height - 2 * (height / 6) { luma += row }
        return luma + margin
    }
}

extension NumberedPictures {
    /// The way from the lowest bit to the highest in a picture that may have been turned.
    package enum Direction: Sendable {
        case right, down, left, up
    }

    /// Reads the number out of a plane of brightness; nil where a bar is neither black nor white.
    ///
    /// - Parameter luma: `height` rows of `width` samples, without a gap.
    package static func number(
        in luma: ArraySlice<UInt8>, width: Int, height: Int, direction: Direction = .right
    ) -> Int? {
        guard luma.count >= width * height else { return nil }
        let isAcross = direction == .right || direction == .left
        let length = isAcross ? width : height
        var number = 0
        for bar in 0..<bars {
            let along = (2 * bar + 1) * length / (2 * bars)
            var sum = 0
            let offsets = [-1, 0, 1]
            for (aside, ahead) in offsets.flatMap({ a in offsets.map { (a, $0) } }) {
                let across = (isAcross ? height : width) / 2 + 3 * aside
                let (x, y) = isAcross ? (along + ahead, across) : (across, along + ahead)
                sum += Int(luma[luma.startIndex + y * width + x])
            }
            switch sum / 9 {
            case ...75: break
            case 175...: number |= 1 << (direction == .right || direction == .down ? bar : bars - 1 - bar)
            default: return nil
            }
        }
        return number
    }
}
