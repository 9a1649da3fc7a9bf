import TestSupport
import Testing
import TiledJPEG

struct ConformanceTests {
    @Test func `every good picture tells its size and orientation`() throws {
        let pictures = try ConformancePicture.all("good")
        #expect(pictures.count >= 200)
        for picture in pictures {
            let header = try ImageHeader(parsing: ConformancePicture.bytes(picture.file))
            #expect(header.size.width == picture.width, "\(picture.file)")
            #expect(header.size.height == picture.height, "\(picture.file)")
            #expect(header.orientation.rawValue == picture.orientation, "\(picture.file)")
        }
    }

    @Test func `good JPEGs have a strict header, and one that ends in data and a marker`() throws {
        var count = 0
        for picture in try ConformancePicture.all("good") {
            let bytes = try ConformancePicture.bytes(picture.file)
            guard ImageFormat(sniffing: bytes) == .jpeg else { continue }
            count += 1
            var reader = try JPEGSegmentReader(bytes)
            let header = try JPEGHeader(&reader)
            #expect(header.frame.size == PixelSize(width: picture.width ?? 0, height: picture.height ?? 0))
            let intervals = try reader.entropySegments()
            if header.restartInterval > 0, header.scan.components.count == header.frame.components.count {
                let units = header.frame.mcuGrid.pixelCount
                let expected = (units + header.restartInterval - 1) / header.restartInterval
                #expect(intervals.count == expected, "\(picture.file)")
            }
            #expect(try reader.next().marker.isRestart == false, "\(picture.file)")
        }
        #expect(count >= 50)
    }

    @Test func `profiles are found exactly where the names promise them`() throws {
        for picture in try ConformancePicture.all("good") where picture.file.contains("/gen-") {
            let header = try ImageHeader(parsing: ConformancePicture.bytes(picture.file))
            #expect(header.hasICCProfile == picture.file.contains("gen-icc"), "\(picture.file)")
        }
    }

    /// Their damage lies in the header; every other bad picture breaks later, which is a decoder's business.
    @Test(arguments: [
        ("bad-zero-width.jpg", TiledJPEGError.Code.malformed), ("bad-zero-height.jpg", .unsupported),
        ("bad-prec16.jpg", .malformed), ("bad-nc0.jpg", .malformed), ("bad-nc5.jpg", .malformed),
        ("bad-zero-dims.png", .malformed), ("bad-bitdepth3.png", .malformed), ("bad-colortype5.png", .malformed),
        ("bad-crlf.png", .unrecognizedFormat), ("bad-utf8.jpg", .unrecognizedFormat),
        ("bad-1byte.jpg", .unrecognizedFormat), ("bad-soi-only.jpg", .unrecognizedFormat),
        ("bad-pngsig-only.png", .truncated), ("bad-html.jpg", .unrecognizedFormat),
        ("bad-s3xml.jpg", .unrecognizedFormat), ("bad-zeros.jpg", .unrecognizedFormat),
        ("bad-random.jpg", .unrecognizedFormat), ("leading-garbage.jpg", .unrecognizedFormat),
        ("pngsuite-xc1n0g08.png", .malformed), ("pngsuite-xc9n2c08.png", .malformed),
        ("pngsuite-xcrn0g04.png", .unrecognizedFormat), ("pngsuite-xd0n2c08.png", .malformed),
        ("pngsuite-xd3n2c08.png", .malformed), ("pngsuite-xd9n2c08.png", .malformed),
        ("pngsuite-xlfn0g04.png", .unrecognizedFormat), ("pngsuite-xs1n0g01.png", .unrecognizedFormat),
        ("pngsuite-xs2n0g01.png", .unrecognizedFormat), ("pngsuite-xs4n0g01.png", .unrecognizedFormat),
        ("pngsuite-xs7n0g01.png", .unrecognizedFormat),
    ])
    func `a bad header is refused`(file: String, code: TiledJPEGError.Code) throws {
        let bytes = try ConformancePicture.bytes("bad/\(file)")
        #expect(failureCode { try ImageHeader(parsing: bytes) } == code)
    }

    @Test func `the sizes of decompression bombs are read without allocating their pixels`() throws {
        for (file, width) in [
            ("bomb-65500x65500.jpg", 65_500), ("bomb-30000x30000.jpg", 30_000), ("bomb-20000x20000-rgb.png", 20_000),
            ("bomb-ihdr-2g.png", 0x7FFF_FFFF),
        ] {
            #expect(try ImageHeader(parsing: ConformancePicture.bytes("bad/\(file)")).size.width == width)
        }
    }
}
