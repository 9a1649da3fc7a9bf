import Seeded
import Testing

@testable import Mosaic

struct NaturalNameTests {
    @Test(
        arguments: [
            ["frame1", "frame2", "frame9", "frame10", "frame11", "frame100"],
            ["1.jpg", "2.jpg", "10.jpg", "00011.jpg", "12.jpg"],
            ["a", "a1", "a1b", "a1b2", "a1b10", "a2"],
            ["7", "x"],
            ["v1-frame9", "v1-frame10", "v2-frame1"],
            ["x18446744073709551615", "x18446744073709551616", "x99999999999999999999999"],
        ])
    func `numbers count as numbers`(sorted: [String]) {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20 {
            let names = sorted.shuffled(using: &random).map(NaturalName.init).sorted()
            #expect(names == sorted.map(NaturalName.init))
        }
    }

    @Test func `leading zeros order names that are equal otherwise`() {
        #expect(NaturalName("a01") < NaturalName("a1"))
        #expect(!(NaturalName("a1") < NaturalName("a01")))
        #expect(NaturalName("a01") != NaturalName("a1"))
        #expect(NaturalName("a001b") < NaturalName("a1c"), "what follows counts more than the zeros")
    }

    @Test(
        arguments: [
            ("00042.jpg", 42), ("film2-frame7.png", 7), ("000.jpg", 0), ("frame_1_small.jpg", 1),
            ("x9223372036854775807.jpg", Int.max),
        ])
    func `the last number is the name's number`(name: String, number: Int) {
        #expect(NaturalName(name).number == number)
    }

    @Test(arguments: ["", "cover.jpg", "x9223372036854775808.jpg", "٣.jpg", "½.jpg"])
    func `a name without a countable number has no number`(name: String) {
        #expect(NaturalName(name).number == nil)
    }

    @Test func `the order is strict and total for any names`() {
        let alphabet = Array("ab019é.").map(String.init) + ["10", "00", "\u{301}", "x1"]
        var random = SeededGenerator(seed: 4)
        let names = (0..<60).map { _ in
            NaturalName(
                (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
                    alphabet.randomElement(using: &random)
                }.joined())
        }
        for first in names {
            for second in names {
                #expect([first < second, second < first, first == second].count { $0 } == 1)
                for third in names where first < second && second < third { #expect(first < third) }
            }
        }
    }
}
