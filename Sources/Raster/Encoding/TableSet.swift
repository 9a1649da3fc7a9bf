package import TiledJPEG

/// The quantization and Huffman tables of JPEG tiles.
///
/// Tiles share a sheet only where their tables are equal, so a set never changes: better tables are a further set. All
/// tiles of a storyboard, at all of its widths, have the set that its record names.
public enum TableSet: String, Hashable, Sendable, CaseIterable, Codable {
    /// Those of ITU-T T.81, annex K, scaled as libjpeg scales them. A record that names no set means this one.
    case annexK = "annex-k"
    /// Quantizers of jpegli, one for each component, and Huffman codes that were trained on thumbnails: at equal
    /// SSIMULACRA2 more than 10 % fewer bytes.
    case thumbnails1 = "thumbnails-1"

    /// The set of new storyboards.
    public static let newest = thumbnails1

    /// Divisors of Y', Cb and Cr in zig-zag order, 1...255; they never grow with the quality.
    ///
    /// - Parameter quality: 1...100, on libjpeg's scale.
    package func quantizers(quality: Int) -> [[UInt8]] {
        let percent = quality < 50 ? 5_000 / quality : 200 - 2 * quality
        let (numerator, denominator) = scale(percent: percent)
        return baseQuantizers.map { divisors in
            divisors.map { UInt8(min(max(($0 * numerator + denominator / 2) / denominator, 1), 255)) }
        }
    }

    /// The factor of the base quantizers, as a fraction; it never falls as libjpeg's percentage rises.
    private func scale(percent: Int) -> (numerator: Int, denominator: Int) {
        switch self {
        case .annexK: (percent, 100)
        // Measured so that SSIMULACRA2 is that of Annex K at the same quality. These divisors are larger for low
        // frequencies than those of Annex K: in proportion, low qualities would be worse.
        case .thumbnails1: (min(26 + 3 * percent, 8 * percent), 160)
        }
    }

    /// The quality whose tables a picture of three components has; nil where it has other tables.
    package func quality(of header: JPEGHeader) -> Int? {
        let components = header.frame.components
        guard components.count == 3, header.scan.components.count == 3, hasCodes(of: header) else { return nil }
        let quantizers = components.map { header.quantizers[$0.quantizer]?.values ?? [] }
        return (1...100).first { quality in
            zip(quantizers, self.quantizers(quality: quality)).allSatisfy { $0.elementsEqual($1.map(UInt16.init)) }
        }
    }

    /// Whether a picture has the codes of this set; those of Annex K are not compared.
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
