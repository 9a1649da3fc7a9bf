/// A cache with a budget, for example in bytes. It evicts the least recently used values first.
package struct LRUCache<Key: Hashable, Value> {
    @usableFromInline
    struct Entry {
        @usableFromInline let value: Value
        let cost: Int
        @usableFromInline var use: UInt64
    }

    /// Maximum cost of all values.
    package let budget: Int
    /// The cost of all values.
    package private(set) var cost = 0
    @usableFromInline var entries: [Key: Entry] = [:]
    @usableFromInline var uses: UInt64 = 0

    package init(budget: Int) { self.budget = budget }

    package var count: Int { entries.count }

    /// The value of a key; marks the value as used now.
    @inlinable
    package mutating func value(_ key: Key) -> Value? {
        guard let index = entries.index(forKey: key) else { return nil }
        uses += 1
        entries.values[index].use = uses
        return entries.values[index].value
    }

    /// Caches a value, replacing the value of the same key, and evicts other values if the budget is exceeded. A value
    /// that costs more than half of the budget is not cached; the earlier value of its key is removed nevertheless.
    package mutating func insert(_ value: Value, _ key: Key, cost count: Int) {
        remove(key)
        guard count <= budget / 2 else { return }
        uses += 1
        entries[key] = Entry(value: value, cost: count, use: uses)
        cost += count
        guard cost > budget else { return }
        // Evicts down to 90 % of the budget, so that not every insertion sorts all values.
        for (key, _) in entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard cost > budget / 10 * 9 else { return }
            remove(key)
        }
    }

    /// Changes the cost of a value. The value counts as used now if its cost changes, and is removed if it costs more
    /// than half of the budget.
    package mutating func recount(_ key: Key, cost count: Int) {
        guard let entry = entries[key], entry.cost != count else { return }
        insert(entry.value, key, cost: count)
    }

    /// Removes the value of a key.
    package mutating func remove(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        cost -= entry.cost
    }

    /// Removes every value whose key begins with the prefix.
    package mutating func remove(prefix: String) where Key == String {
        for key in entries.keys where key.utf8.starts(with: prefix.utf8) { remove(key) }
    }

    /// Removes every value.
    ///
    /// - Returns: The cost of the removed values.
    package mutating func removeAll() -> Int {
        defer { (entries, cost) = ([:], 0) }
        return cost
    }
}
