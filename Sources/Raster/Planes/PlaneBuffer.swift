internal import CCodecs

/// A block of bytes that is kept from one picture to the next.
///
/// A value that is still shared is never written to: see `PlaneBuffer.reserve`.
@safe final class PlaneBuffer {
    private var memory: UnsafeMutableRawBufferPointer

    /// The size up to which memory is kept for the next picture in any case; 4 MiB.
    private static let alwaysKept = 4 << 20

    init(capacity: Int) {
        unsafe memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(capacity, 1), alignment: Int(CZimgAlignment))
    }

    deinit { unsafe memory.deallocate() }

    /// Bytes at hand.
    var capacity: Int { unsafe memory.count }

    /// The first byte, aligned to `CZimgAlignment`.
    ///
    /// Valid while the buffer lives. Callers access at most `capacity` bytes and keep the buffer alive.
    var start: UnsafeMutablePointer<UInt8> {
        // The block was allocated with at least one byte, so it has an address; it holds nothing but bytes.
        unsafe memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    }

    /// Makes `buffer` one of at least `capacity` bytes with no other references and unspecified content.
    ///
    /// A much larger block is freed, so that one huge picture does not cost memory forever.
    static func reserve(_ capacity: Int, in buffer: inout PlaneBuffer) {
        let isWasteful = buffer.capacity > max(4 * capacity, alwaysKept)
        guard buffer.capacity < capacity || isWasteful || !isKnownUniquelyReferenced(&buffer) else { return }
        buffer = PlaneBuffer(capacity: 0)
        buffer = PlaneBuffer(capacity: capacity)
    }
}
