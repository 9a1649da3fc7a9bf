import TestSupport
import TiledJPEG

/// PNGs written by hand: stored, not compressed, so that any byte of them can be chosen.
package struct DrawnPNG {
    package var width: Int
    package var height: Int
    package var depth = 8
    package var colorType = 2
    package var isInterlaced = false
    /// Chunks between IHDR and the first IDAT.
    package var chunks: [(type: String, data: [UInt8])] = []
    /// Image data behind the last row.
    package var surplus: [UInt8] = []
    /// Bytes in image chunks behind the end of the compressed data.
    package var trailer: [UInt8] = []
    /// How the image data is cut into chunks.
    package var bytesPerChunk = Int.max
    package var hasEnd = true
    /// Rows of samples of `depth` bits as they are stored, without filter bytes; whole rows of the whole picture.
    package var rows: [[UInt16]]

    package init(_ picture: DrawnPicture) {
        width = picture.size.width
        height = picture.size.height
        rows = (0..<picture.size.height).map { y in
            picture.rgb[3 * y * picture.size.width..<3 * (y + 1) * picture.size.width].map { UInt16($0) }
        }
    }

    package init(width: Int, height: Int, depth: Int, colorType: Int, rows: [[UInt16]]) {
        self.width = width
        self.height = height
        self.depth = depth
        self.colorType = colorType
        self.rows = rows
    }

    private var channels: Int {
        switch colorType {
        case 2: 3
        case 4: 2
        case 6: 4
        default: 1
        }
    }

    package var encoded: [UInt8] {
        var bytes = head
        let data = StoredPNG.zlib(imageData + surplus) + trailer
        for start in stride(from: 0, to: data.count, by: bytesPerChunk) {
            bytes += StoredPNG.chunk("IDAT", Array(data[start..<start + min(bytesPerChunk, data.count - start)]))
        }
        if hasEnd { bytes += StoredPNG.chunk("IEND", []) }
        return bytes
    }

    /// Signature, IHDR and `chunks`.
    package var head: [UInt8] {
        var bytes = StoredPNG.signature
        let header =
            StoredPNG.bigEndian(width) + StoredPNG.bigEndian(height)
            + [UInt8(depth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0]
        bytes += StoredPNG.chunk("IHDR", header)
        for (type, data) in chunks { bytes += StoredPNG.chunk(type, data) }
        return bytes
    }

    private var imageData: [UInt8] {
        guard isInterlaced else { return rows.flatMap { [0] + packed($0) } }
        // Adam7: first column and row, and steps, of each pass.
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        return passes.flatMap { x0, y0, dx, dy -> [UInt8] in
            guard x0 < width else { return [] }
            return stride(from: y0, to: height, by: dy).flatMap { y -> [UInt8] in
                let row = stride(from: x0, to: width, by: dx).flatMap { x in
                    rows[y][x * channels..<(x + 1) * channels]
                }
                return [0] + packed(row)
            }
        }
    }

    private func packed(_ samples: [UInt16]) -> [UInt8] {
        if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
        let perByte = 8 / depth
        return stride(from: 0, to: samples.count, by: perByte).map { start in
            (0..<perByte).reduce(UInt8(0)) { byte, index in
                let sample = start + index < samples.count ? UInt8(samples[start + index]) : 0
                return byte << UInt8(depth & 7) | sample
            }
        }
    }
}
