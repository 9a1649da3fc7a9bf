import PictureQuality
import Raster
import SeededCorpus
import Testing

/// How close scaled pictures are to a full decode that is reduced by a Lanczos filter of three lobes.
struct QualityTests {
    /// Pictures of the benchmarks' corpus, smaller so that drawing them takes little time.
    private static let corpus = SeededCorpus(count: 4, width: 384, height: 256)
    private static let pictures = corpus.pictures().map { $0.samples() }

    /// In the corpus's own sampling, 4:2:0, judged once for all tests.
    private static let contests420 = Result {
        try Dictionary(
            uniqueKeysWithValues: JPEGScale.allCases.map { scale in
                (scale, try contest(pictures.map(corpus.encoded), scale))
            })
    }

    private static func contest420(_ scale: JPEGScale) throws -> ScalingContest {
        try #require(contests420.get()[scale])
    }

    private static func contest(_ files: [[UInt8]], _ scale: JPEGScale) throws -> ScalingContest {
        var contest = ScalingContest(eighths: scale.rawValue)
        for file in files {
            let planes = try ScaledJPEGDecoder().decode([file], at: scale)[0].get().planes.map {
                SamplePlane(width: $0.width, height: $0.height, stride: $0.stride, bytes: $0.samples)
            }
            try contest.add(file, planes)
        }
        return contest
    }

    private static func expect(
        _ own: SquaredError, isAtLeast libjpeg: SquaredError, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            own.decibels >= libjpeg.decibels, "\(own.decibels) dB, libjpeg \(libjpeg.decibels) dB",
            sourceLocation: sourceLocation)
    }

    @Test(arguments: JPEGScale.allCases)
    func `luma of corpus pictures is not further from a full decode and Lanczos than libjpeg's own scaled one`(
        _ scale: JPEGScale
    ) throws {
        let contest = try Self.contest420(scale)
        Self.expect(contest.own.luma, isAtLeast: contest.libjpeg.luma)
    }

    @Test(arguments: JPEGScale.allCases)
    func `corpus pictures with their chroma are not further from it either`(_ scale: JPEGScale) throws {
        let contest = try Self.contest420(scale)
        Self.expect(contest.own.picture, isAtLeast: contest.libjpeg.picture)
    }

    @Test(arguments: [JPEGScale.eighth, .quarter])
    func `chroma of 4:2:2 files, where libjpeg's planes are as small, is not further from it`(
        _ scale: JPEGScale
    ) throws {
        var corpus = Self.corpus
        corpus.sampling = (2, 1)
        let contest = try Self.contest(Self.pictures.map(corpus.encoded), scale)
        Self.expect(contest.own.chroma, isAtLeast: contest.libjpeg.chroma)
    }

    @Test func `chroma of 4:2:0 files at 1/8, where planes are as large as luma's, is not further off`() throws {
        let contest = try Self.contest420(.eighth)
        Self.expect(contest.own.chroma, isAtLeast: contest.libjpeg.chroma)
    }

    /// Libjpeg decodes chroma of 4:2:0 files at twice the scale, which is closer.
    @Test(arguments: [(JPEGScale.quarter, 0.5), (.half, 0.4)])
    func `chroma of 4:2:0 files, where libjpeg's planes are twice as large, is within a part of a level of it`(
        _ scale: JPEGScale, _ levels: Double
    ) throws {
        #expect(try Self.contest420(scale).own.chroma.levels < levels)
    }

    @Test(arguments: [JPEGScale.quarter, .half])
    func `drawn pictures full of noise are closer to it than libjpeg's own scaled ones`(_ scale: JPEGScale) throws {
        // 4:4:4 so that libjpeg's chroma has the same size.
        let files = (0..<4 as Range<UInt64>).map { seed in
            SeededJPEG(
                width: 320, height: 192, sampling: [(1, 1), (1, 1), (1, 1)], noise: Int(seed) * 12
            ).encoded(seed: seed)
        }
        let contest = try Self.contest(files, scale)
        Self.expect(contest.own.picture, isAtLeast: contest.libjpeg.picture)
    }
}
