import Testing

@testable import TiledJPEG

struct ByteReaderTests {
    private let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05]

    @Test func `integers come in both byte orders`() {
        var big = ByteReader(bytes, 0..<5)
        #expect(big.bigEndian16() == 0x0102)
        #expect(big.integer(of: 3, bigEndian: true) == 0x03_0405)
        var little = ByteReader(bytes, 1..<5)
        #expect(little.integer(of: 4, bigEndian: false) == 0x0504_0302)
    }

    @Test func `a range is cut to the bytes there are`() {
        #expect(ByteReader(bytes, 3..<1_000).remaining == 2)
        #expect(ByteReader(bytes, 9..<1_000).remaining == 0)
        #expect(ByteReader(bytes, -7 ..< -2).remaining == 0)
        #expect(ByteReader([], 0..<0).remaining == 0)
    }

    @Test func `a read past the end is nil and moves nothing`() {
        var reader = ByteReader(bytes, 1..<4)
        #expect(reader.bigEndian32() == nil)
        #expect(reader.offset == 1)
        #expect(reader.integer(of: 3, bigEndian: true) == 0x02_0304)
        #expect(reader.byte() == nil)
        #expect(reader.offset == 4)
    }

    @Test func `a skip stays inside the range`() {
        var reader = ByteReader(bytes, 1..<4)
        let refused = [reader.skip(4), reader.skip(-1), reader.skip(.max)]
        #expect(refused == [false, false, false])
        #expect(reader.offset == 1)
        let skipped = reader.skip(3)
        #expect(skipped)
        #expect(reader.remaining == 0)
    }

    @Test func `bytes are taken whole or not at all`() {
        var reader = ByteReader(bytes, 1..<4)
        let refused = [reader.take(4), reader.take(-1), reader.take(.max)]
        #expect(refused == [nil, nil, nil])
        #expect(reader.offset == 1)
        #expect(reader.take(2).map(Array.init) == [0x02, 0x03])
        #expect(reader.take(0).map(Array.init) == [])
        #expect(reader.offset == 3)
    }

    @Test func `only the expected bytes are consumed`() {
        var reader = ByteReader(bytes, 1..<4)
        let refused = [reader.consume([0x02, 0x04]), reader.consume([0x02, 0x03, 0x04, 0x05])]
        #expect(refused == [false, false])
        #expect(reader.offset == 1)
        let consumed = reader.consume([0x02, 0x03])
        #expect(consumed)
        #expect(reader.byte() == 0x04)
    }
}
