import Testing
import TiledJPEG

struct ImageHeaderTests {
    @Test func `a JPEG's header has size, orientation and profile`() throws {
        let icc = DrawnJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1, 0, 0])
        let header = try ImageHeader(parsing: DrawnJPEG(metadata: DrawnExif(value: 8).segment + icc).bytes)
        #expect(header.format == .jpeg)
        #expect(header.size == PixelSize(width: 40, height: 20))
        #expect(header.orientation == .leftBottom)
        #expect(header.uprightSize == PixelSize(width: 20, height: 40))
        #expect(header.hasICCProfile)
    }

    @Test func `a PNG's header has size, orientation and profile`() throws {
        let chunks = DrawnPNG.chunk("iCCP", [0x78, 0, 0]) + DrawnPNG.chunk("eXIf", DrawnExif(value: 5).tiff)
        let header = try ImageHeader(parsing: DrawnPNG(chunks: chunks).bytes)
        #expect(header.format == .png)
        #expect(header.size == PixelSize(width: 96, height: 54))
        #expect(header.orientation == .leftTop)
        #expect(header.uprightSize == PixelSize(width: 54, height: 96))
        #expect(header.hasICCProfile)
    }

    @Test func `without metadata a picture lies upright and has no profile`() throws {
        for bytes in [DrawnJPEG().bytes, DrawnPNG().bytes] {
            let header = try ImageHeader(parsing: bytes)
            #expect(header.orientation == .topLeft)
            #expect(header.uprightSize == header.size)
            #expect(!header.hasICCProfile)
        }
    }

    @Test func `GIF and WebP give their size`() throws {
        let gif = try ImageHeader(parsing: Array("GIF89a".utf8) + [0x40, 0x01, 0xB4, 0x00])
        #expect(gif.format == .gif)
        #expect(gif.size == PixelSize(width: 320, height: 180))
        let lossless = Array("RIFF".utf8) + [18, 0, 0, 0] + Array("WEBPVP8L".utf8) + [6, 0, 0, 0]
        let webp = try ImageHeader(parsing: lossless + [0x2F, 0x3F, 0xC1, 0x2C, 0x00, 0x6B])
        #expect(webp.format == .webp)
        #expect(webp.size == PixelSize(width: 320, height: 180))
    }

    @Test func `bytes of no known picture are unrecognized`() {
        for text in ["", "x", "<!DOCTYPE html><title>404</title>", String(repeating: "\0", count: 64)] {
            #expect(failureCode { try ImageHeader(parsing: Array(text.utf8)) } == .unrecognizedFormat)
        }
    }

    @Test func `an error tells subject and reason`() {
        let error = #expect(throws: TiledJPEGError.self) { try ImageHeader(parsing: DrawnJPEG(width: 0).bytes) }
        #expect(error?.description == "\(error?.subject ?? ""): The width is 0.")
        #expect(error?.subject.hasPrefix("FFC0 at byte ") == true)
    }

    private let signature = Array("GIF89a".utf8)

    @Test func `the sides are little-endian`() throws {
        let header = try ImageHeader(parsing: signature + [0x02, 0x01, 0x04, 0x03])
        #expect(header.size == PixelSize(width: 0x0102, height: 0x0304))
        #expect(header.orientation == .topLeft)
        #expect(!header.hasICCProfile)
    }

    @Test func `a side of zero is malformed`() {
        #expect(failureCode { try ImageHeader(parsing: signature + [0, 0, 1, 0]) } == .malformed)
        #expect(failureCode { try ImageHeader(parsing: signature + [1, 0, 0, 0]) } == .malformed)
    }

    @Test func `an end within the size is truncated`() {
        for length in 0..<4 {
            let bytes = signature + [UInt8](repeating: 1, count: length)
            #expect(failureCode { try ImageHeader(parsing: bytes) } == .truncated)
        }
    }

    private let samples: [(ImageFormat, [UInt8])] = [
        (.jpeg, [0xFF, 0xD8, 0xFF]),
        (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
        (.gif, Array("GIF87a".utf8)),
        (.gif, Array("GIF89a".utf8)),
        (.webp, Array("RIFF".utf8) + [0x12, 0x34, 0x56, 0x78] + Array("WEBP".utf8)),
    ]

    @Test func `the first bytes determine the format`() {
        for (format, bytes) in samples {
            #expect(ImageFormat(sniffing: bytes) == format)
            #expect(ImageFormat(sniffing: bytes + [0, 1, 2]) == format)
        }
    }

    @Test func `a signature that is cut short or changed in one byte is not recognized`() {
        for (format, bytes) in samples {
            #expect(ImageFormat(sniffing: bytes.dropLast()) == nil, "\(format)")
            let fixed = format == .webp ? [0, 1, 2, 3, 8, 9, 10, 11] : Array(bytes.indices)
            for index in fixed {
                var changed = bytes
                changed[index] ^= 0x20
                #expect(ImageFormat(sniffing: changed) == nil, "\(format), byte \(index)")
            }
        }
    }

    @Test func `text, empty files and other RIFF files are not recognized`() {
        for text in ["", "<html>", "<?xml version=", "RIFF\0\0\0\0WAVE", "GIF88a"] {
            #expect(ImageFormat(sniffing: Array(text.utf8)) == nil)
        }
    }
}
