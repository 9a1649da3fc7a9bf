import Testing
import TiledJPEG

struct ImageFormatTests {
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
