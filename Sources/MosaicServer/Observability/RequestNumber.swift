import NIOCore
import Synchronization

/// The id of a request in response and log: 16 hexadecimal digits, the first of which is not 0.
///
/// The ids of a process begin at a random one, look random and do not repeat. They are not secrets: from one of them
/// the others can be computed, and making one takes no system call.
struct RequestNumber: Hashable, Sendable, CustomStringConvertible {
    private let value: UInt64

    private static let last = Atomic(UInt64.random(in: .min ... .max))

    /// The id of another request.
    ///
    /// See [SplitMix64](https://prng.di.unimi.it/splitmix64.c), each step of which can be reversed.
    static func next() -> RequestNumber {
        while true {
            var value = last.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            value ^= value >> 31
            if value >> 60 > 0 { return RequestNumber(value: value) }
        }
    }

    var description: String { String(value, radix: 16) }

    /// Writes the digits.
    func write(into buffer: inout ByteBuffer) {
        buffer.writeMultipleIntegers(
            Self.digits(UInt32(truncatingIfNeeded: value >> 32)), Self.digits(UInt32(truncatingIfNeeded: value)))
    }

    /// The eight digits of a half, as bytes of a number.
    private static func digits(_ half: UInt32) -> UInt64 {
        // Each digit moves into a byte of its own, and all become characters at once.
        var digits = UInt64(half)
        digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
        digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
        digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = (digits + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return digits + 0x3030_3030_3030_3030 + letters * 0x27
    }
}
