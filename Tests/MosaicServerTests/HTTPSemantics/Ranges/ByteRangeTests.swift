import Seeded
import Testing

@testable import MosaicServer

/// Parsing and offsets of ranges. The cases of answers cover the responses.
struct ByteRangeTests {
    @Test(
        arguments: [
            ("bytes=0-99", .between(0, 99)), ("bytes=100-", .from(100)), ("bytes=-3", .suffix(3)),
            ("bytes=-0", .suffix(0)), ("bytes=5-5", .between(5, 5)), ("bytes=99999999999999999999-", .from(.max)),
        ] as [(String, ByteRange)])
    func `RFC 9110, 14.1.2: a range is read`(text: String, range: ByteRange) {
        #expect(ByteRange(parsing: text) == range)
    }

    @Test func `no range and no length of a body overflow`() {
        let numbers = [0, 1, 2, 999, 1_000, .max - 1, .max]
        for count in numbers {
            for first in numbers {
                let ends = numbers.filter { $0 >= first }.map { ByteRange.between(first, $0) }
                for range in ends + [.from(first)] {
                    let offsets = range.offsets(of: count)
                    #expect((offsets == nil) == (first >= count))
                    #expect(offsets.map { $0.lowerBound == first && $0.upperBound <= count } ?? true)
                }
                let suffix = ByteRange.suffix(first).offsets(of: count)
                #expect((suffix == nil) == (first == 0))
                #expect(suffix.map { $0.count == min(first, count) && $0.upperBound == count } ?? true)
            }
        }
    }

    @Test func `offsets equal the requested bytes, one by one`() throws {
        for count in 0...12 {
            for first in 0...14 {
                for last in first...14 {
                    let bytes = (0..<count).filter { (first...last).contains($0) }
                    let range = try #require(ByteRange(parsing: "bytes=\(first)-\(last)"))
                    #expect(range.offsets(of: count).map(Array.init) ?? [] == bytes)
                }
                let range = try #require(ByteRange(parsing: "bytes=-\(first)"))
                #expect(range.offsets(of: count).map(Array.init) ?? [] == (0..<count).suffix(first))
            }
        }
    }

    @Test func `random text is a range or not, and no trouble`() {
        var random = SeededGenerator(seed: 3)
        let alphabet = Array("0019--,= \tbytes")
        var ranges = 0
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...10, using: &random)
            let tail = String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            guard let range = ByteRange(parsing: "bytes=" + tail) else { continue }
            ranges += 1
            if let offsets = range.offsets(of: 1_000) {
                #expect(!offsets.isEmpty && offsets.lowerBound >= 0 && offsets.upperBound <= 1_000, "\(tail)")
            }
        }
        #expect(ranges > 100)
    }

    private static let now = HTTPDate(secondsSince1970: 1_795_000_000)

    @Test func `RFC 9110, 13.1.5: one tag or one date`() throws {
        let tag = try #require(EntityTag(opaque: "v1", isWeak: true))
        #expect(RangeCondition(parsing: "W/\"v1\"", now: Self.now) == .entityTag(tag))
        let date = HTTPDate(secondsSince1970: 784_111_777)
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(RangeCondition(parsing: text, now: Self.now) == .date(date))
        }
        for text in ["", "*", "v1", "\"v1\", \"v2\"", "1994"] {
            #expect(RangeCondition(parsing: text, now: Self.now) == nil)
        }
    }
}
