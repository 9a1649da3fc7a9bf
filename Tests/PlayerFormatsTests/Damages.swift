import Seeded
import Testing

/// Damaged copies of a file.
enum Damages {
    /// Reads `count` copies, each with one to four bytes changed, removed or doubled, or cut.
    ///
    /// - Parameter read: Whether a copy was read. At least one copy has to be read and one refused, or else the
    ///   damage proves nothing.
    static func each(of bytes: [UInt8], count: Int, seed: UInt64, read: ([UInt8]) -> Bool) {
        var random = SeededGenerator(seed: seed)
        var readable = 0
        for _ in 0..<count {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) where !damaged.isEmpty {
                let place = Int.random(in: damaged.indices, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: damaged[place] = .random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                case 2: damaged.insert(damaged[Int.random(in: damaged.indices, using: &random)], at: place)
                case 3: damaged.insert(contentsOf: damaged[place...].prefix(40), at: place)
                default: if Int.random(in: 0..<8, using: &random) == 0 { damaged.removeSubrange(place...) }
                }
            }
            if read(damaged) { readable += 1 }
        }
        #expect(readable > 0)
        #expect(readable < count)
    }
}
