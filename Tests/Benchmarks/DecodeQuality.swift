import PictureQuality
import Raster

/// How close scaled planes come to a full decode that is reduced by Lanczos filters, beside libjpeg-turbo's.
struct DecodeQuality {
    private let contests: [(scale: JPEGScale, contest: ScalingContest)]
    private let count: Int

    /// Decodes every file at every scale.
    init(_ files: [[UInt8]]) throws {
        let decoder = ScaledJPEGDecoder()
        count = files.count
        contests = try JPEGScale.allCases.map { scale in
            var contest = ScalingContest(eighths: scale.rawValue)
            for file in files {
                let planes = try decoder.decode([file], at: scale)[0].get().planes.map {
                    SamplePlane(width: $0.width, height: $0.height, stride: $0.stride, bytes: $0.samples)
                }
                try contest.add(file, planes)
            }
            return (scale, contest)
        }
    }

    func section(_ name: String) -> BenchReport.Section {
        BenchReport.Section(
            title: "\(name): \(count) files, held against a full decode and Lanczos",
            rows: contests.flatMap { rows($0.scale, $0.contest) },
            notes: [
                "wanted is the PSNR of libjpeg-turbo's scaled planes;",
                "where its chroma is larger (4:2:0), after Lanczos to the size of ours",
            ])
    }

    private func rows(_ scale: JPEGScale, _ contest: ScalingContest) -> [Measurement] {
        let (own, libjpeg) = (contest.own, contest.libjpeg)
        return [
            row("\(scale.rawValue)/8 luma", own.luma, libjpeg.luma),
            // Decoded in full it is what it is held against, so that it cannot be wanted of any other.
            row("\(scale.rawValue)/8 chroma", own.chroma, contest.hasFullChroma ? nil : libjpeg.chroma),
            row("\(scale.rawValue)/8 all three", own.picture, libjpeg.picture),
        ]
    }

    private func row(_ name: String, _ own: SquaredError, _ libjpeg: SquaredError?) -> Measurement {
        Measurement(
            name: name, value: own.decibels, unit: "dB",
            against: libjpeg == nil ? "libjpeg-turbo's, decoded in full" : "libjpeg-turbo",
            wanted: libjpeg.map { .atLeast($0.decibels) })
    }
}
