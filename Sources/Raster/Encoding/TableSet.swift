package import CCodecs
package import TiledJPEG

/// The quantization and Huffman tables of JPEG tiles.
///
/// Tiles share a sheet only if their tables are equal. So a set never changes, and better tables form a new set. All
/// tiles of a storyboard, at all of its widths, use the set that its record names.
public enum TableSet: String, Hashable, Sendable, CaseIterable, Codable {
    /// Tables of ITU-T T.81, annex K, scaled as in libjpeg. A record without the name of a set means this one.
    case annexK = "annex-k"
    /// Quantizers of jpegli, one for each component, and Huffman codes that were trained on thumbnails. At equal
    /// SSIMULACRA2, tiles have over 10 % fewer bytes.
    case thumbnails1 = "thumbnails-1"

    /// The set of new storyboards.
    public static let newest = thumbnails1

    /// Divisors of Y', Cb and Cr in zig-zag order, 1...255. A higher quality never has larger divisors.
    ///
    /// - Parameter quality: 1...100, on libjpeg's scale.
    package func quantizers(quality: Int) -> [[UInt8]] {
        let percent = quality < 50 ? 5_000 / quality : 200 - 2 * quality
        let (numerator, denominator) = scale(percent: percent)
        return baseQuantizers.map { divisors in
            divisors.map { UInt8(min(max(($0 * numerator + denominator / 2) / denominator, 1), 255)) }
        }
    }

    /// The factor of the base quantizers, as a fraction; never decreases as libjpeg's percentage increases.
    private func scale(percent: Int) -> (numerator: Int, denominator: Int) {
        switch self {
        case .annexK: (percent, 100)
        // Measured so that SSIMULACRA2 equals that of annex K at the same quality. Proportional scaling would be worse
        // at low qualities, because these divisors are larger for low frequencies than annex K's.
        case .thumbnails1: (min(26 + 3 * percent, 8 * percent), 160)
        }
    }

    /// The quality whose tables a picture uses; nil for other tables, and unless the picture and its first scan have
    /// three components.
    package func quality(of header: JPEGHeader) -> Int? {
        let components = header.frame.components
        guard components.count == 3, header.scan.components.count == 3, hasCodes(of: header) else { return nil }
        let quantizers = components.map { header.quantizers[$0.quantizer]?.values ?? [] }
        return (1...100).first { quality in
            zip(quantizers, self.quantizers(quality: quality)).allSatisfy { $0.elementsEqual($1.map(UInt16.init)) }
        }
    }

    /// Whether a picture uses the codes of this set; codes of annex K are not compared.
    private func hasCodes(of header: JPEGHeader) -> Bool {
        guard let codes else { return true }
        return header.scan.components.enumerated().allSatisfy { index, component in
            let tables = [header.dcTables[component.dcTable], header.acTables[component.acTable]]
            return zip(tables, codes[(index == 0 ? 0 : 2)...]).allSatisfy { $0?.isEqual(to: $1) == true }
        }
    }
}

extension JPEGHuffmanTable {
    fileprivate func isEqual(to code: [UInt8]) -> Bool { code.elementsEqual(counts + symbols) }
}

extension TableSet {
    /// Calls `body` with the tables of a quality, 1...100. The tables are valid during the call.
    package func withCodecTables<Value>(quality: Int, _ body: (inout CodecJPEGTables) -> Value) -> Value {
        let codes = codes ?? []
        // Each code begins at the end of the previous one.
        let starts = codes.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        let joined = codes.flatMap(\.self)
        return unsafe quantizers(quality: quality).flatMap(\.self).withUnsafeBufferPointer { quantizers in
            unsafe joined.withUnsafeBufferPointer { bytes in
                var tables = unsafe CodecJPEGTables()
                unsafe tables.quantizers = quantizers.baseAddress
                if let first = bytes.baseAddress, codes.count == 4 {
                    unsafe tables.codes = (first, first + starts[1], first + starts[2], first + starts[3])
                }
                return unsafe body(&tables)
            }
        }
    }
}

extension TableSet {
    /// Divisors of Y', Cb and Cr in zig-zag order, before the quality scales them.
    var baseQuantizers: [[Int]] {
        switch self {
        case .annexK: [Self.annexKLuma, Self.annexKChroma, Self.annexKChroma]
        case .thumbnails1: Self.thumbnails1Components
        }
    }

    /// ITU-T T.81, table K.1.
    private static let annexKLuma = [
        16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51,
        61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77,
        113, 121, 112, 100, 120, 92, 101, 103, 99,
    ]

    /// ITU-T T.81, table K.2.
    private static let annexKChroma = [
        17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
    ]

    /// Tables of jpegli at distance 2.5.
    private static let thumbnails1Components = [
        [
            7, 7, 7, 13, 9, 13, 13, 13, 13, 13, 18, 13, 14, 13, 18, 18, 18, 16, 16, 18, 18, 20, 17, 19, 18, 19, 17, 20,
            21, 21, 21, 22, 22, 21, 21, 21, 21, 20, 24, 24, 24, 20, 21, 22, 24, 26, 26, 24, 22, 24, 30, 29, 30, 24, 29,
            27, 27, 29, 32, 29, 32, 29, 29, 23,
        ],
        [
            6, 9, 9, 15, 12, 15, 16, 14, 14, 16, 18, 19, 19, 19, 18, 26, 27, 29, 29, 27, 26, 31, 28, 28, 30, 28, 28, 31,
            52, 59, 48, 30, 30, 48, 59, 52, 39, 183, 43, 32, 43, 183, 39, 45, 50, 26, 26, 50, 45, 73, 29, 53, 29, 73,
            104, 79, 79, 104, 26, 26, 26, 26, 26, 200,
        ],
        [
            6, 6, 6, 11, 9, 11, 10, 11, 11, 10, 14, 10, 12, 10, 14, 13, 13, 11, 11, 13, 13, 16, 12, 12, 11, 12, 12, 16,
            17, 15, 14, 14, 14, 14, 15, 17, 15, 14, 14, 11, 14, 14, 15, 16, 15, 17, 17, 15, 16, 17, 13, 15, 13, 17, 16,
            17, 17, 16, 25, 27, 25, 24, 24, 205,
        ],
    ]
}

extension TableSet {
    /// DC and AC codes of Y', then of Cb and Cr, as in a DHT segment: the counts of codes of 1...16 bits, then the
    /// symbols. Nil for the codes of annex K.
    ///
    /// Each symbol that a baseline picture of 8 bits may contain has a code, so that every picture can be encoded at
    /// every quality.
    package var codes: [[UInt8]]? {
        switch self {
        case .annexK: nil
        case .thumbnails1: Self.thumbnails1Codes
        }
    }

    /// Trained on thumbnails of films and photographs, quantized at quality 80.
    private static let thumbnails1Codes: [[UInt8]] = [
        [
            0, 1, 5, 1, 1, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0,
            4, 1, 2, 3, 5, 6, 0, 7, 8, 9, 10, 11,
        ],
        [
            0, 2, 1, 2, 4, 3, 5, 5, 6, 3, 6, 0, 0, 0, 2, 123,
            1, 2, 17, 0, 3, 4, 18, 33, 49, 5, 65, 81, 19, 34, 97, 113, 129, 6, 50, 145, 161, 177, 20, 66, 82, 193, 209,
            240, 35, 98, 225, 7, 21, 51, 114, 130, 241, 67, 146, 162, 178, 22, 36, 83, 194, 52, 99, 115, 210, 37, 68,
            131, 147, 23, 53, 84, 163, 179, 226, 116, 85, 100, 195, 69, 180, 242, 132, 101, 117, 133, 148, 196, 211, 8,
            9, 10, 24, 25, 26, 38, 39, 40, 41, 42, 54, 55, 56, 57, 58, 70, 71, 72, 73, 74, 86, 87, 88, 89, 90, 102, 103,
            104, 105, 106, 118, 119, 120, 121, 122, 134, 135, 136, 137, 138, 149, 150, 151, 152, 153, 154, 164, 165,
            166, 167, 168, 169, 170, 181, 182, 183, 184, 185, 186, 197, 198, 199, 200, 201, 202, 212, 213, 214, 215,
            216, 217, 218, 227, 228, 229, 230, 231, 232, 233, 234, 243, 244, 245, 246, 247, 248, 249, 250,
        ],
        [
            0, 2, 3, 1, 1, 1, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0,
            1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11,
        ],
        [
            0, 2, 2, 1, 3, 3, 1, 6, 4, 5, 1, 1, 1, 1, 0, 131,
            0, 1, 2, 17, 3, 18, 33, 49, 4, 65, 81, 97, 5, 19, 34, 113, 129, 145, 50, 161, 177, 240, 20, 66, 193, 209,
            225, 82, 241, 6, 21, 35, 51, 98, 114, 130, 67, 83, 99, 146, 162, 178, 194, 210, 22, 36, 84, 115, 131, 226,
            7, 8, 9, 10, 23, 24, 25, 26, 37, 38, 39, 40, 41, 42, 52, 53, 54, 55, 56, 57, 58, 68, 69, 70, 71, 72, 73, 74,
            85, 86, 87, 88, 89, 90, 100, 101, 102, 103, 104, 105, 106, 116, 117, 118, 119, 120, 121, 122, 132, 133, 134,
            135, 136, 137, 138, 147, 148, 149, 150, 151, 152, 153, 154, 163, 164, 165, 166, 167, 168, 169, 170, 179,
            180, 181, 182, 183, 184, 185, 186, 195, 196, 197, 198, 199, 200, 201, 202, 211, 212, 213, 214, 215, 216,
            217, 218, 227, 228, 229, 230, 231, 232, 233, 234, 242, 243, 244, 245, 246, 247, 248, 249, 250,
        ],
    ]
}
