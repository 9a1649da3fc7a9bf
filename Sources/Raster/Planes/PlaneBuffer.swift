internal import CZimg

/// A block of bytes that is kept from one picture to the next.
///
/// A value that is still shared is never written to: see `PlaneBuffer.reserve`.
@safe final class PlaneBuffer {
    private var memory: UnsafeMutableRawBufferPointer

    /// What is kept without asking whether the next picture needs it; 4 MiB.
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
    /// Valid while the buffer lives; whoever takes it keeps within `capacity` and keeps the buffer alive.
    var start: UnsafeMutablePointer<UInt8> {
        // The block was allocated with at least one byte, so it has an address; it holds nothing but bytes.
        unsafe memory.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    }

    /// Makes `buffer` one of at least `capacity` bytes that nobody else holds, of unspecified content.
    ///
    /// A block much larger than what is asked for is given back, so that one huge picture is not paid for ever after.
    static func reserve(_ capacity: Int, in buffer: inout PlaneBuffer) {
        let isWasteful = buffer.capacity > max(4 * capacity, alwaysKept)
        guard buffer.capacity < capacity || isWasteful || !isKnownUniquelyReferenced(&buffer) else { return }
        buffer = PlaneBuffer(capacity: 0)
        buffer = PlaneBuffer(capacity: capacity)
    }
}
