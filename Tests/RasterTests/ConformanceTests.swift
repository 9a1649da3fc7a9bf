import DrawnPictures
import Foundation
import Raster
import TestSupport
import Testing
import Tiers
import TiledJPEG

extension ConformancePicture {
    fileprivate var uprightSize: PixelSize? {
        guard let width, let height, let orientation, let orientation = ImageOrientation(rawValue: orientation)
        else { return nil }
        return orientation.uprightSize(of: PixelSize(width: width, height: height))
    }
}

extension DrawnPicture {
    /// Means of a grid of 16 x 16 boxes, 3 channels each; a box is made of the pixels whose centers lie in it.
    fileprivate var boxMeans: [Double] {
        var means: [Double] = []
        for row in 0..<16 {
            for column in 0..<16 {
                for channel in 0..<3 {
                    var sum = 0
                    let (columns, rows) = (Self.box(column, of: size.width), Self.box(row, of: size.height))
                    for y in rows { for x in columns { sum += Int(rgb[3 * (y * size.width + x) + channel]) } }
                    means.append(Double(sum) / Double(rows.count * columns.count))
                }
            }
        }
        return means
    }

    private static func box(_ index: Int, of length: Int) -> Range<Int> {
        let center = (Double(index) + 0.5) * Double(length) / 16
        let support = max(Double(length) / 16, 1) / 2
        let pixels = (0..<length).filter { (-support..<support).contains(center - Double($0) - 0.5) }
        return (pixels.first ?? 0)..<(pixels.last ?? 0) + 1
    }
}

struct ConformanceTests {
    /// Mean of the absolute differences of all boxes, 0...255. Decoders differ by rounding, by how they take CMYK, and
    /// by how they interpolate chroma, which shows where a box is a pixel or less.
    private static func tolerance(for size: PixelSize) -> Double { min(size.width, size.height) < 32 ? 5 : 2 }

    /// The reference shows pixels that tRNS makes transparent; they are white as stored.
    private static let paintedWhite = ["good/pngsuite-tbbn0g04.png"]

    @Test func `every good picture decodes to the colors of other decoders`() throws {
        let pictures = try ConformancePicture.all("good")
        #expect(pictures.count >= 200)
        for picture in Tier.sample(pictures, 40) {
            let size = try #require(picture.uprightSize)
            let means = try #require(picture.mean_rgb_16x16)
            do {
                let background: RGBColor =
                    Self.paintedWhite.contains(picture.file) ? RGBColor(red: 255, green: 255, blue: 255) : .black
                let tile = try TileMaker.pixels(
                    of: ConformancePicture.bytes(picture.file), size.width, size.height, background: background)
                let error = zip(tile.boxMeans, means).reduce(0) { $0 + abs($1.0 - Double($1.1)) } / 768
                #expect(error <= Self.tolerance(for: size), "\(picture.file) is off by \(error)")
            } catch {
                Issue.record("\(picture.file): \(error)")
            }
        }
    }

    @Test func `every bad picture is refused with a sentence`() throws {
        let pictures = try ConformancePicture.all("bad")
        #expect(pictures.count >= 30)
        let maker = try TileMaker(settings: .jpeg(PixelSize(width: 64, height: 36)))
        for picture in pictures {
            let bytes = try ConformancePicture.bytes(picture.file)
            do throws(ImageError) {
                _ = try maker.makeTile(from: bytes)
                Issue.record("\(picture.file) was taken")
            } catch {
                #expect(error.reason.hasSuffix("."), "\(picture.file): \(error)")
            }
        }
    }

    @Test func `bad pictures are refused even where damage is accepted`() throws {
        let maker = try TileMaker(settings: .jpeg(PixelSize(width: 64, height: 36), acceptsDamaged: true))
        for picture in try ConformancePicture.all("bad") {
            let bytes = try ConformancePicture.bytes(picture.file)
            #expect(failureCode { () throws(ImageError) in try maker.makeTile(from: bytes) } != nil, "\(picture.file)")
        }
    }

    @Test(arguments: [false, true])
    func `every odd picture becomes a whole tile or is refused with a sentence`(acceptsDamaged: Bool) throws {
        let size = PixelSize(width: 64, height: 36)
        let maker = try TileMaker(settings: .jpeg(size, acceptsDamaged: acceptsDamaged))
        for picture in try ConformancePicture.all("odd") {
            let bytes = try ConformancePicture.bytes(picture.file)
            do throws(ImageError) {
                let tile = try maker.makeTile(from: bytes)
                #expect(DrawnPicture(independentlyDecoding: tile.bytes)?.size == size, "\(picture.file)")
                if let expected = picture.uprightSize { #expect(tile.sourceSize == expected, "\(picture.file)") }
            } catch {
                #expect(error.reason.hasSuffix("."), "\(picture.file): \(error)")
            }
        }
    }

    @Test func `only the end marker is missing and the picture is whole`() throws {
        let maker = try TileMaker(settings: .jpeg(PixelSize(width: 64, height: 36)))
        for file in ["odd/trunc-base-noeoi.jpg", "odd/trunc-prog-noeoi.jpg", "odd/trunc-png-noiend.png"] {
            let tile = try maker.makeTile(from: ConformancePicture.bytes(file))
            #expect(!tile.isDamaged, "\(file)")
            #expect(tile.warnings.count == 1, "\(file)")
        }
    }

    @Test func `pictures that end early are damaged, and shown where that is accepted`() throws {
        let size = PixelSize(width: 64, height: 36)
        let strict = try TileMaker(settings: .jpeg(size))
        let lenient = try TileMaker(settings: .jpeg(size, acceptsDamaged: true))
        for kind in ["trunc-base-50.jpg", "trunc-base-95.jpg", "trunc-prog-50.jpg", "trunc-prog-95.jpg"]
            + ["trunc-png-50.png", "trunc-png-95.png", "dims-taller.jpg", "bitflips.jpg", "bad-crc.png"]
        {
            let bytes = try ConformancePicture.bytes("odd/\(kind)")
            #expect(failureCode { () throws(ImageError) in try strict.makeTile(from: bytes) } == .damaged, "\(kind)")
            let tile = try lenient.makeTile(from: bytes)
            #expect(tile.isDamaged, "\(kind)")
            #expect(!tile.warnings.isEmpty, "\(kind)")
        }
    }
}
