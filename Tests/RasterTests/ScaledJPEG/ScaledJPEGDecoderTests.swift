import CJPEGOracle
import Testing
import Tiers
import TiledJPEG

@testable import Raster

struct ScaledJPEGDecoderTests {
    /// The first scale at which `jpeg` is not decoded as libjpeg's coefficients say.
    private func firstFault(_ jpeg: [UInt8]) -> String? {
        let decoder = ScaledJPEGDecoder()
        for scale in JPEGScale.allCases {
            guard let exact = ExactTransform(jpeg, scale) else { return "libjpeg has something to forgive" }
            // Once with tables made in a hurry, once with thorough ones.
            let results = decoder.decode([jpeg], at: scale) + decoder.decode([jpeg], at: scale)
            for result in results {
                switch result {
                case .failure(let error): return "\(scale): \(error)"
                case .success(let picture):
                    if let fault = exact.firstFault(in: picture) { return "\(scale): \(fault)" }
                }
            }
            guard (try? results[0].get()) == (try? results[1].get()) else { return "\(scale): tables disagree" }
        }
        return nil
    }

    @Test func `every subsampling is within one level of an exact transform`() {
        let factors = [(1, 1), (2, 1), (1, 2), (2, 2)]
        for luma in factors {
            for blue in factors {
                for red in factors where [luma, blue, red].reduce(0, { $0 + $1.0 * $1.1 }) <= 10 {
                    for (width, height) in [(33, 17)] + (Tier.isThorough ? [(70, 50)] : []) {
                        let drawn = SeededJPEG(width: width, height: height, sampling: [luma, blue, red])
                        let fault = firstFault(drawn.encoded())
                        #expect(fault == nil, "\(luma) \(blue) \(red) \(width)x\(height)")
                    }
                }
            }
        }
    }

    @Test func `gray pictures are within one level for any sampling factors`() {
        for factors in [(1, 1), (2, 1), (2, 2)] {
            let drawn = SeededJPEG(width: 75, height: 43, components: 1, sampling: [factors])
            #expect(firstFault(drawn.encoded()) == nil, "\(factors)")
        }
    }

    @Test func `odd sizes are within one level`() {
        let sides = [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33]
        for (width, height) in Tier.sample(sides.flatMap { width in sides.map { (width, $0) } }, 30) {
            let color = SeededJPEG(width: width, height: height)
            #expect(firstFault(color.encoded()) == nil, "\(width)x\(height)")
            let gray = SeededJPEG(width: width, height: height, components: 1, sampling: [(1, 1)])
            #expect(firstFault(gray.encoded()) == nil, "gray \(width)x\(height)")
        }
        for (width, height) in [(2000, 1), (1, 2000), (4096, 9)] {
            #expect(firstFault(SeededJPEG(width: width, height: height).encoded()) == nil, "\(width)x\(height)")
        }
    }

    @Test func `restart intervals of one, of odd numbers and of a row are followed`() {
        for interval in [1, 2, 3, 5, 7, 8, 9, 13, 31, 1000] {
            for sampling in [(1, 1), (2, 2)] {
                let drawn = SeededJPEG(
                    width: 125, height: 61, sampling: [sampling, (1, 1), (1, 1)], restartInterval: interval)
                #expect(firstFault(drawn.encoded()) == nil, "\(interval) \(sampling)")
            }
            let gray = SeededJPEG(
                width: 61, height: 40, components: 1, sampling: [(1, 1)], restartInterval: interval)
            #expect(firstFault(gray.encoded()) == nil, "gray \(interval)")
        }
    }

    @Test func `every quality, with standard and with its own tables, is within one level`() {
        for quality in [1, 5, 10, 25, 50, 75, 90, 95, 98, 100] as [Int32] {
            for noise in [0, 20, 120, 255] {
                for optimized in [false, true] {
                    let drawn = SeededJPEG(
                        width: 97, height: 55, quality: quality, optimizedTables: optimized, noise: noise)
                    #expect(firstFault(drawn.encoded(seed: UInt64(noise))) == nil, "q\(quality) \(noise) \(optimized)")
                }
            }
        }
    }

    @Test func `the files beside a file, and their order, do not change its bytes`() throws {
        let files = [
            SeededJPEG(width: 120, height: 90).encoded(seed: 1),
            SeededJPEG(width: 40, height: 130, sampling: [(1, 1), (1, 1), (1, 1)], quality: 95).encoded(seed: 2),
            SeededJPEG(width: 200, height: 33, components: 1, sampling: [(1, 1)], optimizedTables: true).encoded(
                seed: 3),
            SeededJPEG(width: 64, height: 64, restartInterval: 3, optimizedTables: true).encoded(seed: 4),
            // Red is as dense as luma, blue is not.
            SeededJPEG(width: 77, height: 50, sampling: [(2, 2), (1, 1), (2, 2)]).encoded(seed: 6),
            // Ends in the middle, and takes none of the others with it.
            Array(SeededJPEG(width: 150, height: 80).encoded(seed: 5).dropLast(900)),
        ]
        for scale in JPEGScale.allCases {
            let alone = files.map { ScaledJPEGDecoder().decode([$0], at: scale)[0] }
            let decoder = ScaledJPEGDecoder()
            for first in files.indices {
                for second in files.indices {
                    #expect(decoder.decode([files[first], files[second]], at: scale) == [alone[first], alone[second]])
                    for third in files.indices {
                        let together = decoder.decode([files[first], files[second], files[third]], at: scale)
                        #expect(together == [alone[first], alone[second], alone[third]])
                    }
                }
            }
            #expect(decoder.decode(files + files, at: scale) == alone + alone)
        }
    }

    @Test(arguments: JPEGScale.allCases)
    func `memory of an earlier picture does not show beside the next one`(scale: JPEGScale) throws {
        // Rows of both take as much memory, and the second fills less of them. Found by the fuzzer.
        for width in [40, 24, 8] {
            let wide = SeededJPEG(width: 64, height: 16, components: 1, sampling: [(1, 1)]).encoded()
            let narrow = SeededJPEG(width: width, height: 16, components: 1, sampling: [(1, 1)]).encoded()
            let decoder = ScaledJPEGDecoder()
            for _ in 0..<3 { _ = decoder.decode([wide, wide, wide], at: scale) }
            let alone = try ScaledJPEGDecoder().decode([narrow], at: scale)[0].get()
            #expect(
                try decoder.decode([narrow, narrow, narrow], at: scale).map { try $0.get() } == [alone, alone, alone])
        }
    }

    @Test(arguments: JPEGScale.allCases)
    func `a file of another sampling before it does not change a file's bytes`(scale: JPEGScale) throws {
        let samplings = [
            [(2, 2), (1, 1), (1, 1)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(2, 2), (2, 2), (1, 1)],
            [(1, 1)],
        ]
        let files = samplings.map { SeededJPEG(width: 56, height: 40, components: $0.count, sampling: $0).encoded() }
        for earlier in files {
            for file in files {
                let alone = try ScaledJPEGDecoder().decode([file], at: scale)[0].get()
                let decoder = ScaledJPEGDecoder()
                for _ in 0..<2 { _ = decoder.decode([earlier, earlier, earlier], at: scale) }
                #expect(
                    try decoder.decode([file, file, file], at: scale).map { try $0.get() } == [alone, alone, alone])
            }
        }
    }

    @Test func `components of one pair of codes and two scales are within one level`() throws {
        // libjpeg encodes RGB with one pair of codes; told that it is Y'CbCr, it decodes it as that.
        let drawn = SeededJPEG(width: 70, height: 50, color: CJPEGOracleColorRGB)
        var file = JPEGSurgery(drawn.encoded())
        file.replace(0xEE, file.payload(0xEE).dropLast() + [1])
        #expect(firstFault(file.bytes) == nil)
        let planes = try ScaledJPEGDecoder().decode([file.bytes], at: .eighth)[0].get().planes
        #expect(planes.map(\.horizontalSpan) == [1, 1, 1])
    }

    @Test func `a released picture leaves its memory to the next of its size`() throws {
        let decoder = ScaledJPEGDecoder()
        let places = try (1...4).map { seed in
            let picture = try decoder.decode([SeededJPEG().encoded(seed: UInt64(seed))], at: .quarter)[0].get()
            return picture.planes.map { plane in
                plane.samples.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
            }
        }
        #expect(Set(places).count == 1)
    }

    @Test func `a picture that the caller keeps is not overwritten by the next file`() throws {
        let decoder = ScaledJPEGDecoder()
        let first = try decoder.decode([SeededJPEG().encoded(seed: 1)], at: .quarter)[0].get()
        let copy = first.planes.map { $0.samples.map { $0 } }
        let second = try decoder.decode([SeededJPEG().encoded(seed: 2)], at: .quarter)[0].get()
        #expect(first.planes.map(\.samples) == copy)
        #expect(first != second)
    }

    @Test func `no file, no picture`() {
        #expect(ScaledJPEGDecoder().decode([], at: .half).isEmpty)
        #expect(throws: ImageError.self) { try ScaledJPEGDecoder().decode([[]], at: .half)[0].get() }
    }

    @Test func `planes at 1/8 are as large as libjpeg's for any sampling`() throws {
        let factors = [(1, 1), (2, 1), (1, 2), (2, 2)]
        for luma in factors {
            for chroma in factors {
                for width in 1...40 {
                    let drawn = SeededJPEG(width: width, height: 41 - width, sampling: [luma, chroma, (1, 1)])
                    let picture = try ScaledJPEGDecoder().decode([drawn.encoded()], at: .eighth)[0].get()
                    let theirs = try #require(LibJPEG.planes(of: drawn.encoded(), eighths: 1))
                    #expect(picture.planes.map(\.width) == theirs.planes.map(\.width), "\(luma) \(chroma)")
                    #expect(picture.planes.map(\.height) == theirs.planes.map(\.height), "\(luma) \(chroma)")
                }
            }
        }
    }

    @Test func `planes are as large as libjpeg's where no chroma is subsampled`() throws {
        for width in 1...40 {
            let jpeg = SeededJPEG(width: width, height: 41 - width, sampling: [(1, 1), (1, 1), (1, 1)]).encoded()
            for scale in JPEGScale.allCases {
                let picture = try ScaledJPEGDecoder().decode([jpeg], at: scale)[0].get()
                let theirs = try #require(LibJPEG.planes(of: jpeg, eighths: scale.rawValue))
                #expect(picture.planes.map(\.width) == theirs.planes.map(\.width))
                #expect(picture.planes.map(\.height) == theirs.planes.map(\.height))
                #expect(picture.size == PixelSize(width: width, height: 41 - width))
            }
        }
    }

    @Test func `only at 1/8, and only where both directions are subsampled, a component has twice the scale`() {
        for scale in JPEGScale.allCases {
            let scales = [(1, 1), (2, 1), (1, 2), (2, 2)].map {
                scale.ofComponent(horizontalSpan: $0, verticalSpan: $1)
            }
            #expect(scales == [scale, scale, scale, scale == .eighth ? .quarter : scale])
        }
    }

    @Test func `extents are rounded up`() {
        #expect(JPEGScale.eighth.extent(pixels: 1280, factor: 2, maximum: 2) == 160)
        #expect(JPEGScale.eighth.extent(pixels: 1281, factor: 2, maximum: 2) == 161)
        #expect(JPEGScale.quarter.extent(pixels: 1003, factor: 1, maximum: 2) == 126)
        #expect(JPEGScale.half.extent(pixels: 1, factor: 1, maximum: 2) == 1)
        #expect(JPEGScale.half.extent(pixels: 65_500, factor: 2, maximum: 2) == 32_750)
    }
}
