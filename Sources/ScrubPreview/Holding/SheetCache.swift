/// A cache with a budget of bytes; the least recently used items are evicted first.
///
/// Items that are shown are not evicted.
struct SheetCache: Sendable {
    enum Key: Hashable, Sendable {
        /// A sheet of the track, by position.
        case sheet(Int)
        /// A tile's picture as the host decoded it, by the tile's number.
        case image(Int)
    }

    private struct Item: Sendable {
        let content: any Sendable
        let byteCount: Int
        var lastUse: UInt64
    }

    /// Bytes that are never exceeded, 0 or more.
    let budget: Int
    /// Bytes of all items, 0...budget.
    private(set) var byteCount = 0
    private var items: [Key: Item] = [:]
    private var shown: Set<Key> = []
    private var clock: UInt64 = 0
    private var released: [any Sendable] = []

    init(budget: Int) {
        self.budget = max(0, budget)
    }

    /// The item of a key, which counts as used now.
    mutating func use(_ key: Key) -> (any Sendable)? {
        guard let place = items.index(forKey: key) else { return nil }
        clock += 1
        items.values[place].lastUse = clock
        return items.values[place].content
    }

    /// Whether there is an item of a key; that does not count as a use.
    func holds(_ key: Key) -> Bool { items[key] != nil }

    /// The bytes of an item; nil without one. That does not count as a use.
    func size(of key: Key) -> Int? { items[key]?.byteCount }

    /// From now on these are shown, and nothing else is.
    mutating func show(_ keys: Set<Key>) {
        shown = keys
    }

    /// Inserts an item and evicts as many others as needed.
    ///
    /// - Returns: False, with nothing changed, where it does not fit beside the shown items.
    mutating func insert(_ content: some Sendable, byteCount cost: Int, for key: Key) -> Bool {
        let cost = max(0, cost)
        let pinned = shown.reduce(0) { $1 == key ? $0 : $0 + (items[$1]?.byteCount ?? 0) }
        guard cost <= budget - pinned else { return false }
        remove(key)
        while byteCount > budget - cost, let oldest = oldestToGo() { remove(oldest) }
        clock += 1
        items[key] = Item(content: content, byteCount: cost, lastUse: clock)
        byteCount += cost
        return true
    }

    /// Puts everything out, or everything that is not shown.
    ///
    /// - Returns: The bytes that were freed.
    mutating func purge(keepingShown: Bool) -> Int {
        let before = byteCount
        for key in Array(items.keys) where !(keepingShown && shown.contains(key)) { remove(key) }
        return before - byteCount
    }

    /// O(items), of which there are a few hundred.
    private func oldestToGo() -> Key? {
        items.lazy.filter { !shown.contains($0.key) }.min { $0.value.lastUse < $1.value.lastUse }?.key
    }

    private mutating func remove(_ key: Key) {
        guard let item = items.removeValue(forKey: key) else { return }
        byteCount -= item.byteCount
        released.append(item.content)
    }

    /// Items evicted since the last call, for the caller to release where that is safe.
    mutating func takeReleased() -> [any Sendable] {
        defer { released = [] }
        return released
    }
}
