import Testing

@testable import MosaicFiles

struct FIFOQueueTests {
    @Test func `whoever comes first is taken first`() {
        var line = FIFOQueue<Int>()
        #expect(line.takeFirst() == nil)
        var taken: [Int] = []
        for number in 0..<100 {
            line.append(2 * number)
            line.append(2 * number + 1)
            if let first = line.takeFirst() { taken.append(first) }
        }
        #expect(line.count == 100)
        while let first = line.takeFirst() { taken.append(first) }
        #expect(taken == Array(0..<200))
        #expect(line.count == 0 && line.held == 0)
    }

    @Test func `a line that is never empty does not grow`() {
        var line = FIFOQueue<Int>()
        for number in 0..<10 { line.append(number) }
        var longest = 0
        for number in 0..<100_000 {
            line.append(number)
            _ = line.takeFirst()
            longest = max(longest, line.held)
        }
        #expect(line.count == 10)
        #expect(longest <= 2 * 11)
    }
}
