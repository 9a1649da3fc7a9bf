import Foundation
import Seeded
import Testing
import WebVTT

@testable import PlayerFormats

private let python = SystemTool("python3")

struct BIFFileTests {
    static func images(at times: [Int64]) -> [(time: Timestamp, bytes: [UInt8])] {
        times.enumerated().map { (Timestamp(milliseconds: $1), EncodedPicture.jpeg(seed: UInt64($0))) }
    }

    @Test(
        .enabled(if: python != nil, "python3 is not installed"),
        arguments: [
            [0], [0, 10_000, 20_000], [4_000, 397_000, 721_000, 1_161_000], [0, 1, 359_999_999], [7, 14], [],
        ])
    func `a reader in Python finds the times to the millisecond and the same pictures`(times: [Int64]) throws {
        let images = Self.images(at: times)
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Support/BIF/reader.py")
        let outcome = try #require(python).run(
            [script.path, "a.bif"], files: ["a.bif": try BIFFile.serialized(images)])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let found = outcome.lines.dropFirst().map { $0.split(separator: " ").prefix(2).compactMap { Int64($0) } }
        #expect(found == images.map { [$0.time.milliseconds, Int64($0.bytes.count)] })
    }

    @Test(arguments: [
        ([0, 10_000, 20_000], 10_000), ([4_000, 397_000, 721_000], 1_000), ([0, 1_500, 4_000], 500), ([0, 7, 20], 1),
        ([0], 1_000), ([5_000], 5_000), ([], 1_000),
    ])
    func `the multiplier is the largest that makes all times exact`(times: [Int64], multiplier: Int) throws {
        #expect(try BIFFile(parsing: BIFFile.serialized(Self.images(at: times))).multiplier == multiplier)
    }

    @Test func `random files are read back as they were written`() throws {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<100 {
            let step = Int64.random(in: 1...20_000, using: &random)
            var time: Int64 = 0
            let images = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                time += step * Int64.random(in: 1...9, using: &random)
                let bytes = (0..<Int.random(in: 1...99, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                return (time: Timestamp(milliseconds: time), bytes: bytes)
            }
            let file = try BIFFile.serialized(images)
            let read = try BIFFile(parsing: file)
            #expect(read.images.map(\.time) == images.map(\.time))
            #expect(read.images.map { Array(file[$0.range]) } == images.map(\.bytes))
        }
    }

    @Test func `a multiplier of 0 is the format's 1000`() throws {
        var file = try BIFFile.serialized(Self.images(at: [0, 3_000]))
        file.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        #expect(try BIFFile(parsing: file).images.map(\.time.milliseconds) == [0, 1_000])
    }

    @Test func `the whole file begins with the index`() throws {
        let images = Self.images(at: [0, 250, 1_000])
        let index = try BIFFile.index(images.map { ($0.time, $0.bytes.count) })
        let file = try BIFFile.serialized(images)
        #expect(index == Array(file.prefix(index.count)))
        #expect(file.count == images.reduce(index.count) { $0 + $1.bytes.count })
    }

    @Test func `times that do not ascend, empty pictures and values beyond 32 bits are refused`() {
        let second = Timestamp(milliseconds: 1_000)
        let late = Timestamp(milliseconds: 1 << 32)
        let cases: [([(time: Timestamp, size: Int)], ThumbnailFormatError.Code, String)] = [
            ([(second, 1), (second, 1)], .refused, "image 1"), ([(second, 1), (.zero, 1)], .refused, "image 1"),
            ([(.zero, 0)], .refused, "image 0"), ([(late, 1)], .limitExceeded, "header"),
            ([(.zero, 1), (Timestamp(milliseconds: 1), 1), (late, 1)], .limitExceeded, "image 2"),
            ([(.zero, 1 << 31), (second, 1 << 31)], .limitExceeded, "image 1"),
        ]
        for (images, code, subject) in cases {
            let error = #expect(throws: ThumbnailFormatError.self) { try BIFFile.index(images) }
            #expect(error?.code == code && error?.subject == subject)
        }
    }

    @Test func `foreign and damaged files are refused without allocating the sizes that they claim`() throws {
        let file = try BIFFile.serialized(Self.images(at: [0, 10_000, 20_000]))
        func damaged(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
            var copy = file
            copy.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return copy
        }
        let cases: [([UInt8], ThumbnailFormatError.Code, String)] = [
            ([], .malformed, "header"), (Array(file.prefix(63)), .malformed, "header"),
            (damaged(1, [0x43]), .malformed, "header"), (damaged(8, [1]), .unsupported, "header"),
            (damaged(12, [0xFF, 0xFF, 0xFF, 0xFF]), .malformed, "index"),
            // The second picture begins before the index ends, ends before it begins, and has the time of the first.
            (damaged(76, [1, 0, 0, 0]), .malformed, "image 0"), (damaged(84, [0, 0, 0, 0]), .malformed, "image 1"),
            (damaged(72, [0, 0, 0, 0]), .malformed, "image 1"),
            (Array(file.dropLast()), .malformed, "image 2"),
            (damaged(16, [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]), .limitExceeded, "image 2"),
        ]
        for (number, (bytes, code, subject)) in cases.enumerated() {
            var bytes = bytes
            // 2^32 steps of almost 2^32 ms.
            if code == .limitExceeded { bytes.replaceSubrange(80..<84, with: [0xFF, 0xFF, 0xFF, 0xFF]) }
            let error = #expect(throws: ThumbnailFormatError.self, "case \(number)") { try BIFFile(parsing: bytes) }
            #expect(error?.code == code && error?.subject == subject, "case \(number): \(String(describing: error))")
        }
    }

    @Test func `no damage traps`() throws {
        let file = try BIFFile.serialized(Self.images(at: [0, 10_000, 25_000]))
        var random = SeededGenerator(seed: 8)
        for _ in 0..<5_000 {
            var damaged = Array(file.prefix(Int.random(in: 60...file.count, using: &random)))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<min(damaged.count, 110), using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            guard let read = try? BIFFile(parsing: damaged) else { continue }
            #expect(
                read.images.allSatisfy {
                    damaged.indices.contains($0.range.lowerBound) && $0.range.upperBound <= damaged.count
                })
        }
    }
}
