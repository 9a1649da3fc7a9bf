import Testing

@testable import Raster

struct PlaneBufferTests {
    @Test func `memory is kept from one picture to the next`() {
        var buffer = PlaneBuffer(capacity: 1000)
        let before = ObjectIdentifier(buffer)
        PlaneBuffer.reserve(400, in: &buffer)
        #expect(ObjectIdentifier(buffer) == before && buffer.capacity == 1000)
        PlaneBuffer.reserve(1001, in: &buffer)
        #expect(buffer.capacity == 1001)
    }

    @Test func `a buffer that is still referenced is not reused`() {
        var buffer = PlaneBuffer(capacity: 64)
        let held = buffer
        held.start.update(repeating: 7, count: 64)
        PlaneBuffer.reserve(64, in: &buffer)
        buffer.start.update(repeating: 9, count: 64)
        #expect(held.start[63] == 7)
    }

    @Test func `one huge picture is not paid for ever after`() {
        var buffer = PlaneBuffer(capacity: 64 << 20)
        PlaneBuffer.reserve(32 << 20, in: &buffer)
        #expect(buffer.capacity == 64 << 20)
        PlaneBuffer.reserve(1 << 20, in: &buffer)
        #expect(buffer.capacity == 1 << 20)
    }
}
