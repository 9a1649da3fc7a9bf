import ScrubFixtures
import Seeded
import Testing

@testable import ScrubPreview

@Suite struct ShelfTests {
    /// Bytes that know when they are freed.
    private final class Load: Sendable {
        let bytes: [UInt8]
        init(_ count: Int) { bytes = Array(repeating: 1, count: count) }
    }

    private func insert(_ number: Int, _ cost: Int, into shelf: inout Shelf) -> Bool {
        shelf.insert(number, byteCount: cost, for: .sheet(number))
    }

    @Test func `what was used longest ago makes room`() {
        var shelf = Shelf(budget: 10)
        for number in 0..<3 { #expect(insert(number, 3, into: &shelf)) }
        #expect(shelf.use(.sheet(0)) as? Int == 0)
        #expect(insert(3, 4, into: &shelf))
        #expect(shelf.holds(.sheet(0)))
        #expect(!shelf.holds(.sheet(1)))
        #expect(shelf.holds(.sheet(2)))
        #expect(shelf.byteCount == 10)
    }

    @Test func `what is shown stays and what does not fit beside it is not held`() {
        var shelf = Shelf(budget: 10)
        #expect(insert(0, 6, into: &shelf))
        shelf.show([.sheet(0), .image(5)])
        #expect(insert(1, 4, into: &shelf))
        #expect(!insert(2, 5, into: &shelf))
        // A refusal throws nothing out.
        #expect(shelf.holds(.sheet(1)))
        #expect(insert(3, 4, into: &shelf))
        #expect(shelf.holds(.sheet(0)))
        #expect(!shelf.holds(.sheet(1)))
        shelf.show([])
        #expect(insert(4, 10, into: &shelf))
        #expect(!shelf.holds(.sheet(0)))
    }

    @Test func `a second insertion under a key replaces the first, shown or not`() {
        var shelf = Shelf(budget: 10)
        #expect(insert(0, 6, into: &shelf))
        shelf.show([.sheet(0)])
        #expect(insert(0, 9, into: &shelf))
        #expect(shelf.byteCount == 9)
        #expect(!insert(0, 11, into: &shelf))
        #expect(shelf.byteCount == 9)
    }

    @Test func `a purge says what it freed`() {
        var shelf = Shelf(budget: 10)
        for number in 0..<3 { #expect(insert(number, 3, into: &shelf)) }
        shelf.show([.sheet(1)])
        #expect(shelf.purge(keepingShown: true) == 6)
        #expect(shelf.byteCount == 3)
        #expect(shelf.purge(keepingShown: false) == 3)
        #expect(shelf.purge(keepingShown: false) == 0)
    }

    @Test(arguments: [Int.min, -1, 0]) func `without a budget only nothing fits`(budget: Int) {
        var shelf = Shelf(budget: budget)
        #expect(!insert(0, 1, into: &shelf))
        #expect(insert(0, 0, into: &shelf))
        #expect(insert(1, .min, into: &shelf))
        #expect(!insert(2, .max, into: &shelf))
        #expect(shelf.byteCount == 0)
    }

    @Test func `in any order of use the bytes alive never exceed the budget`() {
        struct Remembered {
            weak var load: Load?
            let key: Shelf.Key
        }
        var random = SeededGenerator(seed: 11)
        let budget = 100_000
        var shelf = Shelf(budget: budget)
        var made: [Remembered] = []
        var shown: Set<Shelf.Key> = []
        for step in 0..<20_000 {
            let number = Int.random(in: 0..<40, using: &random)
            let key: Shelf.Key = Bool.random(using: &random) ? .sheet(number) : .image(number)
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                shown = Set([key, .image(number)].filter(shelf.holds))
                shelf.show(shown)
            case 1 where step % 50 == 0:
                _ = shelf.purge(keepingShown: true)
            case 2...9:
                _ = shelf.use(key)
            default:
                let load = Load(.random(in: 0...60_000, using: &random))
                let held = shown.filter { $0 != key }
                let isHeld = shelf.insert(load, byteCount: load.bytes.count, for: key)
                if isHeld { made.append(Remembered(load: load, key: key)) }
                #expect(held.allSatisfy(shelf.holds), "step \(step)")
            }
            _ = shelf.takeReleased()
            made.removeAll { $0.load == nil }
            let alive = made.reduce(0) { $0 + ($1.load?.bytes.count ?? 0) }
            guard alive == shelf.byteCount, alive <= budget else {
                Issue.record("step \(step): \(alive) bytes alive, \(shelf.byteCount) counted, \(budget) allowed")
                return
            }
        }
    }
}
