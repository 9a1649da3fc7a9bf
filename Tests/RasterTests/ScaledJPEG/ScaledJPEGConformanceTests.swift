import Raster
import Testing

struct ScaledJPEGConformanceTests {
    @Test func `every good JPEG is within one level of an exact transform, or left to the general decoder`() throws {
        let decoder = ScaledJPEGDecoder()
        var decoded = 0
        for (name, bytes) in try SortedPictures.jpegs("good") {
            for scale in JPEGScale.allCases {
                guard case .success(let picture) = decoder.decode([bytes], at: scale)[0] else { continue }
                decoded += 1
                let exact = try #require(ExactTransform(bytes, scale), "\(name)")
                #expect(exact.firstFault(in: picture) == nil, "\(name)")
            }
        }
        // Progressive, arithmetic, CMYK and 4:1:1 files are among the others.
        #expect(decoded >= 100)
    }

    @Test(arguments: ["odd", "bad"])
    func `other JPEGs are refused, or libjpeg decodes them without a warning`(_ group: String) throws {
        let decoder = ScaledJPEGDecoder()
        for (name, bytes) in try SortedPictures.jpegs(group) {
            for scale in JPEGScale.allCases {
                guard case .success = decoder.decode([bytes], at: scale)[0] else { continue }
                #expect(LibJPEG.planes(of: bytes, eighths: scale.rawValue)?.warnings == 0, "\(name)")
            }
        }
    }

    @Test func `libjpeg decodes the filtered part of a good JPEG without a warning`() throws {
        var filtered = 0
        for (name, bytes) in try SortedPictures.jpegs("good") {
            for scale in JPEGScale.allCases {
                guard let rest = ProgressiveFilter.filtered(bytes, scale: scale) else { continue }
                filtered += 1
                #expect(LibJPEG.coefficients(of: rest)?.warnings == 0, "\(name)")
            }
        }
        #expect(filtered >= 6)
    }
}
