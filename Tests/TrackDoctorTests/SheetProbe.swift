import Testing
import TiledJPEG
import WebVTT

@testable import TrackDoctor

/// The header and the end of a PNG of some size, without its pixels.
func pngHeader(_ width: Int, _ height: Int) -> [UInt8] {
    func bigEndian(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    let header = Array("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bigEndian(13) + header + crc32(header)
        + bigEndian(0) + Array("IEND".utf8) + crc32(Array("IEND".utf8))
}

/// [PNG: CRC](https://www.w3.org/TR/png-3/#5CRC-algorithm), bit by bit.
private func crc32(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt32 = .max
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~value >> $0) }
}

/// A sheet of a size with tiles on lines 3, 6, 9 and so on.
func sheet(_ width: Int, _ height: Int, _ fragments: [String] = ["xywh=0,0,16,9"]) throws -> ExaminedSheet {
    let header = try ImageHeader(parsing: pngHeader(width, height) + [UInt8](repeating: 0, count: 64))
    return sheet(.picture(header), fragments)
}

func sheet(_ outcome: ExaminedSheet.Outcome, _ fragments: [String] = ["xywh=0,0,16,9"]) -> ExaminedSheet {
    let tiles = fragments.enumerated().map { index, text in
        ExaminedSheet.Tile(line: 3 * index + 3, fragment: MediaFragment(parsing: text))
    }
    return ExaminedSheet(url: "https://cdn.example/film/sheet-0.png?key=secret", tiles: tiles, outcome: outcome)
}

extension DoctorRule where Subject == [ExaminedSheet] {
    /// The lines on which the rule finds something.
    func lines(_ sheets: ExaminedSheet...) -> [Int?] {
        finding(in: sheets)?.occurrences.map(\.line) ?? []
    }
}
