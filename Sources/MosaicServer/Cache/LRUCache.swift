/// A cache with a budget of bytes; the least recently used values are evicted first.
struct LRUCache<Value> {
    private struct Entry {
        let value: Value
        let bytes: Int
        var use: UInt64
    }

    /// The most bytes.
    let budget: Int
    /// The bytes of all values.
    private(set) var bytes = 0
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    /// Creates an empty cache.
    init(budget: Int) { self.budget = budget }

    /// The number of values.
    var count: Int { entries.count }

    /// The value of that name, which counts as used now.
    mutating func value(_ name: String) -> Value? {
        guard let index = entries.index(forKey: name) else { return nil }
        uses += 1
        entries.values[index].use = uses
        return entries.values[index].value
    }

    /// Caches a value with its size in bytes and replaces the value of that name; a value larger than half of the
    /// budget is not cached.
    mutating func insert(_ value: Value, _ name: String, bytes count: Int) {
        remove(name)
        guard count <= budget / 2 else { return }
        uses += 1
        entries[name] = Entry(value: value, bytes: count, use: uses)
        bytes += count
        guard bytes > budget else { return }
        // Evicts more than needed, so that not every insertion searches all values.
        for (name, _) in entries.sorted(by: { $0.value.use < $1.value.use }) {
            guard bytes > budget / 10 * 9 else { return }
            remove(name)
        }
    }

    /// Updates the size of a value, as if it was cached just now.
    mutating func recount(_ name: String, bytes count: Int) {
        guard let entry = entries[name], entry.bytes != count else { return }
        insert(entry.value, name, bytes: count)
    }

    /// Removes the value of that name.
    mutating func remove(_ name: String) {
        guard let entry = entries.removeValue(forKey: name) else { return }
        bytes -= entry.bytes
    }

    /// Removes every value whose name begins with the prefix.
    mutating func remove(prefix: String) {
        for name in entries.keys where name.utf8.starts(with: prefix.utf8) { remove(name) }
    }

    /// Removes every value.
    ///
    /// - Returns: The bytes that are free now.
    mutating func removeAll() -> Int {
        defer { (entries, bytes) = ([:], 0) }
        return bytes
    }
}
