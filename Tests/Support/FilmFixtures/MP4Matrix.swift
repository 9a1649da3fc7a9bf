/// The matrix in the header of an MP4's first track, by which its pictures are turned.
enum MP4Matrix {
    struct Missing: Error {}

    /// Offset of the matrix from the type of a `tkhd` box of version 0 (ISO/IEC 14496-12, 8.3.2).
    private static let offset = 44

    /// - Parameter degrees: 90, 180 or 270, clockwise.
    static func turned(_ file: [UInt8], by degrees: Int) throws -> [UInt8] {
        switch degrees {
        case 90: try placed(file, 0, 1, -1, 0)
        case 180: try placed(file, -1, 0, 0, -1)
        default: try placed(file, 0, -1, 1, 0)
        }
    }

    /// Sets x' = ax + cy and y' = bx + dy, where y grows downwards.
    static func placed(_ file: [UInt8], _ a: Int, _ b: Int, _ c: Int, _ d: Int) throws -> [UInt8] {
        let type = Array("tkhd".utf8)
        guard let start = file.indices.dropLast(type.count).first(where: { file[$0..<$0 + type.count] == type[...] }),
            file[start + type.count] == 0
        else { throw Missing() }
        // In 1/65 536.
        let matrix = [a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30]
        var file = file
        for (index, number) in matrix.enumerated() {
            for byte in 0..<4 {
                file[start + offset + 4 * index + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte))
            }
        }
        return file
    }
}
