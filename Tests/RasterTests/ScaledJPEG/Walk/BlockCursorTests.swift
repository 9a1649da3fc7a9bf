@testable import Raster
import Seeded
import Testing

/// A cursor over random bytes, beside a reader that looks at one bit after the other.
struct BlockCursorTests {
    private let bytes: [UInt8]
    private let entropy = EntropyBytes()
    private let slots = ScratchBytes()
    private let tables = StopTable()

    init() {
        var random = SeededGenerator(seed: 41)
        // No byte is 0xFF, behind which a zero would be left out.
        bytes = (0..<4_000).map { _ in UInt8.random(in: 0...254, using: &random) }
        entropy.fill(from: bytes, [0..<bytes.count])
        slots.reserve(2 * SmallSlots.stride)
        for slot in 0..<2 {
            (slots.start + slot * SmallSlots.stride).storeBytes(of: tables.start, as: UnsafeRawPointer.self)
        }
    }

    private var cursor: BlockCursor {
        BlockCursor(
            slot: slots.start, table: tables.start, places: tables.start, bytes: entropy.start,
            byteCount: entropy.count)
    }

    /// The `count` bits from `position` on.
    private func bits(_ position: Int, _ count: Int) -> Int {
        (position..<position + count).reduce(0) { value, bit in
            value << 1 | (Int(bytes[bit / 8]) >> (7 - bit % 8)) & 1
        }
    }

    @Test func `a refill shows 56 bits at any position of the window`() {
        for position in 0..<2_000 {
            var cursor = cursor
            cursor.position = position
            cursor.refill()
            #expect(cursor.position == position)
            #expect(cursor.peek(56) == bits(position, 56))
        }
    }

    @Test func `three steps of any lengths are counted by the window alone`() {
        var random = SeededGenerator(seed: 42)
        var cursor = cursor
        cursor.position = 3
        var position = 3
        while position < 8 * bytes.count - 128 {
            cursor.refill()
            for _ in 0..<3 {
                let length = Int.random(in: 0...LookupEntry.mostConsumed, using: &random)
                #expect(cursor.peek(PeekWidth.bits) == bits(position, PeekWidth.bits))
                cursor.skip(length)
                position += length
                #expect(cursor.position == position)
            }
        }
    }

    @Test func `counting begins and ends at the same bit`() {
        var random = SeededGenerator(seed: 43)
        for position in 0..<2_000 {
            var cursor = cursor
            cursor.position = position
            cursor.refill()
            let skipped = Int.random(in: 0...54, using: &random)
            cursor.skip(skipped)
            cursor.beginCounting(SmallSlots.self)
            cursor.refillCounted()
            #expect(cursor.peek(56) == bits(position + skipped, 56))
            cursor.endCounting()
            #expect(cursor.position == position + skipped)
            cursor.refill()
            #expect(cursor.peek(56) == bits(position + skipped, 56))
        }
    }

    @Test func `words above the counted bits change nothing`() {
        var cursor = cursor
        cursor.position = 5
        cursor.beginCounting(SmallSlots.self)
        var position = 5
        for _ in 0..<1_000 {
            cursor.refillCounted()
            for length in [18, 1, 11] {
                // As a step does: all of the entry is taken from what is left.
                let entry = LookupEntry(word: LookupEntry.sum(consumed: length, advance: 63) | 0xFFFF_E000)
                cursor.window = cursor.window &<< entry.shift
                cursor.left = cursor.left &- entry.shift
                position += length
            }
            #expect(cursor.peek(11) == bits(position, 11))
        }
        cursor.endCounting()
        #expect(cursor.position == position)
    }
}
