import CJPEGOracle
import Mosaic
import SeededCorpus

/// Cost of encoding the pixels of a sheet with libjpeg.
struct SheetEncoding {
    struct Failure: Error {}

    private let samples: [UInt8]
    private let encoder: SeededCorpus

    init(_ sheet: [UInt8]) throws {
        var planes = CJPEGScaledPlanes()
        defer { cjpegscaled_free(&planes) }
        guard cjpegscaled_decode(sheet, sheet.count, 8, &planes) == 1, planes.components == 3,
            let luma = planes.samples.0, let blue = planes.samples.1, let red = planes.samples.2
        else { throw Failure() }
        let (width, height) = (Int(planes.width.0), Int(planes.height.0))
        let (strides, chroma) = ((Int(planes.stride.0), Int(planes.stride.1)), Int(planes.width.1) < width ? 2 : 1)
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let at = y / chroma * strides.1 + x / chroma
                samples += [luma[y * strides.0 + x], blue[at], red[at]]
            }
        }
        self.samples = samples
        encoder = SeededCorpus(
            count: 1, width: width, height: height, quality: CompositionSettings().encoding.quality,
            sampling: (chroma, chroma))
    }

    func run() throws {
        guard !encoder.encoded(samples).isEmpty else { throw Failure() }
    }
}
