import Testing

@testable import PlayerFormats

struct ByteOrderTests {
    /// A part of an array, so that offsets are not its indices.
    private let bytes = ([9, 1, 2, 3, 4, 9] as [UInt8])[1..<5]

    @Test func `an integer may end where the bytes end`() {
        #expect(bytes.littleEndian(at: 0) == 0x0403_0201)
        #expect(bytes.bigEndian(4, at: 0) == 0x0102_0304)
        #expect(bytes.bigEndian(1, at: 3) == 4)
    }

    @Test func `an integer outside of the bytes is nil`() {
        #expect(bytes.littleEndian(at: -1) == nil && bytes.littleEndian(at: 1) == nil)
        #expect(bytes.bigEndian(4, at: -1) == nil && bytes.bigEndian(4, at: 1) == nil)
        #expect(bytes.bigEndian(1, at: 4) == nil)
    }
}
