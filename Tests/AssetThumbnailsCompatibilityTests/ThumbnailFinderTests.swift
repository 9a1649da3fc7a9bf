import ScrubFixtures
import Seeded
import Testing

@testable import AssetThumbnailsCompatibility

/// The rule as it was published, word by word; it traps where ours does not.
private func published(_ cues: [Int32], _ time: Float) -> Int32 {
    func binarySearch(inputArr: [Int32], searchItem: Int32) -> Int {
        var (low, high) = (0, inputArr.count - 1)
        while low <= high {
            let middle = (low + high) / 2
            if inputArr[middle] == searchItem { return middle }
            if inputArr[middle] < searchItem { low = middle + 1 } else { high = middle - 1 }
        }
        return ~low
    }
    var index = binarySearch(inputArr: cues, searchItem: Int32(time * 1000))
    if index < 0 { index = ~index }
    if index >= cues.count { index = cues.count - 1 }
    return cues[index]
}

@Suite struct ThumbnailFinderTests {
    private let finder = ThumbnailFinder(imageMap: [0: "a", 5000: "b", 12500: "c"], cues: [0, 5000, 12500])

    @Test(
        arguments: [
            (0, "a"), (0.0001, "a"), (0.001, "b"), (4.999, "b"), (5, "b"), (5.0004, "b"), (5.002, "c"), (12.5, "c"),
            (13, "c"), (-0.0005, "a"), (-3, "a"),
        ] as [(Float, String)])
    func `a time gives the closest subsequent cue, and past the last the last`(time: Float, image: String) {
        #expect(finder.findFor(time: time) == image)
    }

    @Test func `no time traps`() {
        #expect(finder.findFor(time: .nan) == nil)
        #expect(finder.findFor(time: .signalingNaN) == nil)
        for time: Float in [.infinity, .greatestFiniteMagnitude, 2_147_483.8, 1e9] {
            #expect(finder.findFor(time: time) == "c")
        }
        for time: Float in [-.infinity, -.greatestFiniteMagnitude, -2_147_483.8, -1e9] {
            #expect(finder.findFor(time: time) == "a")
        }
        let none = ThumbnailFinder<String>(imageMap: [:], cues: [])
        for time: Float in [0, -1, 1, .nan, .infinity] { #expect(none.findFor(time: time) == nil) }
    }

    @Test func `a cue without a picture shows none`() {
        #expect(ThumbnailFinder(imageMap: [0: 1], cues: [0, 1000]).findFor(time: 0.5) == nil)
    }

    @Test func `wherever the published rule has an answer it is the same`() {
        var random = SeededGenerator(seed: 8)
        for count in 1..<40 {
            let cues = Set((0..<count).map { _ in Int32.random(in: 0...100_000, using: &random) }).sorted()
            let finder = ThumbnailFinder(
                imageMap: Dictionary(uniqueKeysWithValues: cues.map { ($0, $0) }), cues: cues)
            for _ in 0..<500 {
                let exact = Float(cues.randomElement(using: &random) ?? 0) / 1000
                let time = Bool.random(using: &random) ? exact : Float.random(in: -5...120, using: &random)
                #expect(finder.findFor(time: time) == published(cues, time), "\(time) in \(cues)")
            }
        }
    }

    @Test func `times are cut off and saturate`() {
        #expect(Int32(saturating: 1.99) == 1)
        #expect(Int32(saturating: -1.99) == -1)
        #expect(Int32(saturating: 2_147_483_520) == 2_147_483_520)
        #expect(Int32(saturating: 2_147_483_648) == .max)
        #expect(Int32(saturating: -2_147_483_648) == .min)
        #expect(Int32(saturating: .nan) == nil)
    }
}
