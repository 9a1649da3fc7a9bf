import ScrubFixtures
import Seeded
import Testing

@testable import ScrubPreview

@Suite struct SheetCacheTests {
    /// Bytes that know when they are freed.
    private final class Load: Sendable {
        let bytes: [UInt8]
        init(_ count: Int) { bytes = Array(repeating: 1, count: count) }
    }

    private func insert(_ number: Int, _ cost: Int, into cache: inout SheetCache) -> Bool {
        cache.insert(number, byteCount: cost, for: .sheet(number))
    }

    @Test func `the least recently used entry is evicted`() {
        var cache = SheetCache(budget: 10)
        for number in 0..<3 { #expect(insert(number, 3, into: &cache)) }
        #expect(cache.use(.sheet(0)) as? Int == 0)
        #expect(insert(3, 4, into: &cache))
        #expect(cache.holds(.sheet(0)))
        #expect(!cache.holds(.sheet(1)))
        #expect(cache.holds(.sheet(2)))
        #expect(cache.byteCount == 10)
    }

    @Test func `shown entries stay, and an entry that does not fit beside them is not cached`() {
        var cache = SheetCache(budget: 10)
        #expect(insert(0, 6, into: &cache))
        cache.show([.sheet(0), .image(5)])
        #expect(insert(1, 4, into: &cache))
        #expect(!insert(2, 5, into: &cache))
        // A refusal throws nothing out.
        #expect(cache.holds(.sheet(1)))
        #expect(insert(3, 4, into: &cache))
        #expect(cache.holds(.sheet(0)))
        #expect(!cache.holds(.sheet(1)))
        cache.show([])
        #expect(insert(4, 10, into: &cache))
        #expect(!cache.holds(.sheet(0)))
    }

    @Test func `a second insertion under a key replaces the first, shown or not`() {
        var cache = SheetCache(budget: 10)
        #expect(insert(0, 6, into: &cache))
        cache.show([.sheet(0)])
        #expect(insert(0, 9, into: &cache))
        #expect(cache.byteCount == 9)
        #expect(!insert(0, 11, into: &cache))
        #expect(cache.byteCount == 9)
    }

    @Test func `a purge returns the number of bytes freed`() {
        var cache = SheetCache(budget: 10)
        for number in 0..<3 { #expect(insert(number, 3, into: &cache)) }
        cache.show([.sheet(1)])
        #expect(cache.purge(keepingShown: true) == 6)
        #expect(cache.byteCount == 3)
        #expect(cache.purge(keepingShown: false) == 3)
        #expect(cache.purge(keepingShown: false) == 0)
    }

    @Test(arguments: [Int.min, -1, 0]) func `without a budget only nothing fits`(budget: Int) {
        var cache = SheetCache(budget: budget)
        #expect(!insert(0, 1, into: &cache))
        #expect(insert(0, 0, into: &cache))
        #expect(insert(1, .min, into: &cache))
        #expect(!insert(2, .max, into: &cache))
        #expect(cache.byteCount == 0)
    }

    @Test func `in any order of use the bytes alive never exceed the budget`() {
        struct Remembered {
            weak var load: Load?
            let key: SheetCache.Key
        }
        var random = SeededGenerator(seed: 11)
        let budget = 100_000
        var cache = SheetCache(budget: budget)
        var made: [Remembered] = []
        var shown: Set<SheetCache.Key> = []
        for step in 0..<20_000 {
            let number = Int.random(in: 0..<40, using: &random)
            let key: SheetCache.Key = Bool.random(using: &random) ? .sheet(number) : .image(number)
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                shown = Set([key, .image(number)].filter(cache.holds))
                cache.show(shown)
            case 1 where step % 50 == 0:
                _ = cache.purge(keepingShown: true)
            case 2...9:
                _ = cache.use(key)
            default:
                let load = Load(.random(in: 0...60_000, using: &random))
                let held = shown.filter { $0 != key }
                let isHeld = cache.insert(load, byteCount: load.bytes.count, for: key)
                if isHeld { made.append(Remembered(load: load, key: key)) }
                #expect(held.allSatisfy(cache.holds), "step \(step)")
            }
            _ = cache.takeReleased()
            made.removeAll { $0.load == nil }
            let alive = made.reduce(0) { $0 + ($1.load?.bytes.count ?? 0) }
            guard alive == cache.byteCount, alive <= budget else {
                Issue.record("step \(step): \(alive) bytes alive, \(cache.byteCount) counted, \(budget) allowed")
                return
            }
        }
    }
}
