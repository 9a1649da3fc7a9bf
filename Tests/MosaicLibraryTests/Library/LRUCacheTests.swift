import MosaicLibrary
import Testing

struct LRUCacheTests {
    @Test func `evicts the least recently used entry first`() {
        var held = LRUCache<String, Int>(budget: 100)
        for number in 1...10 { held.insert(number, "\(number)", cost: 10) }
        #expect(held.cost == 100)
        #expect(held.value("1") == 1)
        held.insert(11, "11", cost: 10)
        #expect(held.value("1") == 1 && held.value("11") == 11)
        #expect(held.value("2") == nil)
        #expect(held.cost <= 100)
    }

    @Test func `a value in place of another counts once`() {
        var held = LRUCache<String, Int>(budget: 100)
        held.insert(1, "a", cost: 40)
        held.insert(2, "a", cost: 30)
        #expect(held.value("a") == 2 && held.cost == 30 && held.count == 1)
    }

    @Test func `does not cache a value larger than half of the budget`() {
        var held = LRUCache<String, Int>(budget: 100)
        held.insert(1, "a", cost: 40)
        held.insert(2, "b", cost: 51)
        #expect(held.value("a") == 1 && held.value("b") == nil)
        held.insert(3, "a", cost: 60)
        #expect(held.value("a") == nil && held.cost == 0)
    }

    @Test func `caches no bytes without a budget`() {
        var held = LRUCache<String, Int>(budget: 0)
        held.insert(1, "a", cost: 1)
        #expect(held.count == 0 && held.cost == 0)
    }

    @Test func `everything below a name goes together, and nothing that only begins alike`() {
        var held = LRUCache<String, Int>(budget: 100)
        for name in ["film/a", "film/b", "film-2/a"] { held.insert(1, name, cost: 10) }
        held.remove(prefix: "film/")
        #expect(held.value("film-2/a") == 1 && held.count == 1 && held.cost == 10)
    }

    @Test func `letting go of everything tells how much that was`() {
        var held = LRUCache<String, Int>(budget: 100)
        for name in ["a", "b"] { held.insert(1, name, cost: 20) }
        #expect(held.removeAll() == 40)
        #expect(held.removeAll() == 0 && held.count == 0)
    }
}
