// The idea: remove the stuffed zeros before decoding, so that the bit reader is one load and one shift, and write ones
// after every restart segment. No Huffman code consists of ones only, so a decoder that runs past a segment's end finds
// no further code. It finishes the current symbol, at most 15 bits of code and 15 bits of value, and stops. That bounds
// every read, whatever the damage of the file.

import TiledJPEG

/// The entropy-coded bytes of one file, without stuffing, and with bytes of ones after each segment.
@safe final class EntropyBytes {
    /// Number of bytes of ones after each segment. 20 are needed: for 30 bits of overrun, at most 63 bits in a window,
    /// and the 8 bytes that are loaded after them.
    static var fence: Int { 24 }

    private let memory = ScratchBytes()
    /// The bits of each segment, counted from the first byte.
    private(set) var segments: [Range<Int>] = []
    /// Number of bytes in use, including fences.
    private(set) var count = 0

    /// Size of the memory kept for the next file, in bytes.
    var capacity: Int { memory.capacity }

    /// The first byte; valid until the next `fill`.
    var start: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.start) }

    func fill(from bytes: [UInt8], _ stuffed: [Range<Int>]) {
        memory.reserve(stuffed.reduce(0) { $0 + $1.count + Self.fence })
        segments.removeAll(keepingCapacity: true)
        count = 0
        unsafe bytes.withUnsafeBytes { source in
            for range in stuffed {
                let end = unsafe unstuff(UnsafeRawBufferPointer(rebasing: source[range]), to: count)
                segments.append(count * 8..<end * 8)
                unsafe (memory.start + end).initializeMemory(as: UInt8.self, repeating: 0xFF, count: Self.fence)
                count = end + Self.fence
            }
        }
    }

    /// Copies `source` without the zero after each 0xFF; returns the offset after the copy.
    ///
    /// The copy is never longer than `source`. Sixteen bytes at a time are written only while at least sixteen are left
    /// to read. So the copy stays within the memory that `fill` has reserved.
    private func unstuff(_ source: UnsafeRawBufferPointer, to offset: Int) -> Int {
        guard let first = source.baseAddress else { return offset }
        var from = unsafe first
        let end = unsafe first + source.count
        var into = unsafe memory.start + offset
        while unsafe end - from >= 16 {
            let first = unsafe from.loadUnaligned(as: UInt64.self)
            let second = unsafe from.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            unsafe into.storeBytes(of: first, as: UInt64.self)
            unsafe into.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
            let marks = (Self.marks(first), Self.marks(second))
            if marks.0 | marks.1 == 0 {
                unsafe from += 16
                unsafe into += 16
            } else {
                // The 0xFF is copied already; the byte after it is its stuffed zero.
                let bits = marks.0 != 0 ? marks.0.trailingZeroBitCount : 64 &+ marks.1.trailingZeroBitCount
                unsafe from += bits &>> 3 &+ 2
                unsafe into += bits &>> 3 &+ 1
            }
        }
        while unsafe from < end {
            let byte = unsafe from.load(as: UInt8.self)
            unsafe into.storeBytes(of: byte, as: UInt8.self)
            unsafe into += 1
            unsafe from += byte == 0xFF ? 2 : 1
        }
        return unsafe into - memory.start
    }

    /// Marks the 0xFF bytes, which are the zero bytes of the complement. The lowest mark is the first such byte; marks
    /// above it may be wrong.
    @inline(__always)
    private static func marks(_ eight: UInt64) -> UInt64 {
        let ordered = UInt64(littleEndian: eight)
        return (~ordered &- 0x0101_0101_0101_0101) & ordered & 0x8080_8080_8080_8080
    }
}

/// Memory that grows and is reused for every file. Growing discards the content.
@safe final class ScratchBytes {
    /// `capacity` bytes, aligned to 64.
    private(set) var start: UnsafeMutableRawPointer
    private(set) var capacity: Int

    init() {
        capacity = 64
        unsafe start = .allocate(byteCount: 64, alignment: 64)
    }

    deinit { unsafe start.deallocate() }

    /// Ensures a capacity of at least `count` bytes.
    func reserve(_ count: Int) {
        guard count > capacity else { return }
        unsafe start.deallocate()
        capacity = count + count / 4
        unsafe start = .allocate(byteCount: capacity, alignment: 64)
    }
}
