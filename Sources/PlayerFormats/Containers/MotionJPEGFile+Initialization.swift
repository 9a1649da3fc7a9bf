package import TiledJPEG
package import WebVTT

extension MotionJPEGFile {
    /// `ftyp` and `moov`: one video track of JPEG samples, all of which are in fragments.
    ///
    /// - Throws: `limitExceeded` for a side outside 1...65535 pixels.
    package static func initialization(end: Timestamp, size: PixelSize) throws(ThumbnailFormatError) -> [UInt8] {
        guard let width = UInt16(exactly: size.width), let height = UInt16(exactly: size.height), width > 0, height > 0
        else {
            throw ThumbnailFormatError(.limitExceeded, "moov", "Pictures of \(size) are outside 1x1...65535x65535.")
        }
        var file: [UInt8] = []
        file.append(box: "ftyp") {
            $0.append(contentsOf: "iso6".utf8)
            $0.append(bigEndian: UInt32(0))
            for brand in ["iso6", "mp41"] { $0.append(contentsOf: brand.utf8) }
        }
        file.append(box: "moov") {
            $0.append(box: "mvhd", version: 0) {
                $0.append(zeros: 8)
                $0.append(bigEndian: timescale)
                $0.append(bigEndian: UInt32(0))
                $0.append(bigEndian: UInt32(0x0001_0000))
                $0.append(bigEndian: UInt16(0x0100))
                $0.append(zeros: 10)
                $0.appendIdentityMatrix()
                $0.append(zeros: 24)
                $0.append(bigEndian: track + 1)
            }
            $0.append(box: "trak") {
                // Enabled, and part of the presentation.
                $0.append(box: "tkhd", version: 0, flags: 3) {
                    $0.append(zeros: 8)
                    $0.append(bigEndian: track)
                    $0.append(zeros: 24)
                    $0.appendIdentityMatrix()
                    $0.append(bigEndian: UInt32(width) << 16)
                    $0.append(bigEndian: UInt32(height) << 16)
                }
                $0.append(media: width, height)
            }
            $0.append(box: "mvex") {
                $0.append(box: "mehd", version: 1) { $0.append(bigEndian: end.milliseconds) }
                $0.append(box: "trex", version: 0) {
                    $0.append(bigEndian: track)
                    $0.append(bigEndian: UInt32(1))
                    $0.append(zeros: 8)
                    // Samples depend on no other.
                    $0.append(bigEndian: UInt32(0x0200_0000))
                }
            }
        }
        return file
    }
}

extension [UInt8] {
    fileprivate mutating func append(media width: UInt16, _ height: UInt16) {
        append(box: "mdia") {
            $0.append(box: "mdhd", version: 0) {
                $0.append(zeros: 8)
                $0.append(bigEndian: MotionJPEGFile.timescale)
                $0.append(bigEndian: UInt32(0))
                // The language `und`.
                $0.append(bigEndian: UInt16(0x55C4))
                $0.append(zeros: 2)
            }
            $0.append(box: "hdlr", version: 0) {
                $0.append(zeros: 4)
                $0.append(contentsOf: "vide".utf8)
                $0.append(zeros: 12)
                $0.append(contentsOf: "Thumbnails\0".utf8)
            }
            $0.append(box: "minf") {
                $0.append(box: "vmhd", version: 0, flags: 1) { $0.append(zeros: 8) }
                $0.append(box: "dinf") {
                    $0.append(box: "dref", version: 0) {
                        $0.append(bigEndian: UInt32(1))
                        // The samples are in this file.
                        $0.append(box: "url ", version: 0, flags: 1) { _ in }
                    }
                }
                $0.append(box: "stbl") {
                    $0.append(box: "stsd", version: 0) {
                        $0.append(bigEndian: UInt32(1))
                        $0.append(sampleEntry: width, height)
                    }
                    for table: StaticString in ["stts", "stsc", "stco"] {
                        $0.append(box: table, version: 0) { $0.append(zeros: 4) }
                    }
                    $0.append(box: "stsz", version: 0) { $0.append(zeros: 8) }
                }
            }
        }
    }

    private mutating func append(sampleEntry width: UInt16, _ height: UInt16) {
        append(box: "mjpg") {
            $0.append(zeros: 6)
            $0.append(bigEndian: UInt16(1))
            $0.append(zeros: 16)
            $0.append(bigEndian: width)
            $0.append(bigEndian: height)
            for _ in 0..<2 { $0.append(bigEndian: UInt32(0x0048_0000)) }
            $0.append(zeros: 4)
            $0.append(bigEndian: UInt16(1))
            $0.append(zeros: 32)
            $0.append(bigEndian: UInt16(24))
            $0.append(bigEndian: UInt16.max)
        }
    }

    /// Appends the matrix of a picture that is neither moved nor turned.
    fileprivate mutating func appendIdentityMatrix() {
        for value: UInt32 in [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000] { append(bigEndian: value) }
    }
}
