import FilmProtocol
import Testing

@Suite struct FilmRecordReaderTests {
    @Test func `records are read as they were written`() throws {
        var stream = RecordStream(RecordSample.records.flatMap(\.bytes))
        #expect(try stream.all() == RecordSample.records)
    }

    @Test func `the memory of planes is used again`() throws {
        let bytes = FilmRecord.picture(RecordSample.picture()).bytes
        var reader = FilmRecordReader()
        reader.request = RecordSample.request
        var rest = bytes[...]
        var planes: [UInt8] = []
        planes.reserveCapacity(1_000)
        let place = planes.withUnsafeBytes { $0.baseAddress }
        let record = try reader.next(planes: consume planes) { count, bytes in
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            return true
        }
        guard case .picture(let picture) = record else {
            Issue.record("\(String(describing: record))")
            return
        }
        #expect(picture.planes.count == RecordSample.request.pictureBytes)
        #expect(picture.planes.withUnsafeBytes { $0.baseAddress } == place)
    }

    @Test func `a stream may end between two records, but not within one`() throws {
        for record in RecordSample.records {
            var none = RecordStream([])
            #expect(try none.next() == nil)
            let bytes = record.bytes
            for count in 1..<bytes.count { #expect(RecordStream.isRefused(Array(bytes.prefix(count)))) }
        }
    }

    @Test func `an error of the source is rethrown`() {
        struct Broken: Error {}
        #expect(throws: Broken.self) { try FilmRecordReader().next { _, _ in throw Broken() } }
    }

    @Test(arguments: [0, 6, 0xFFFF_FFFF] as [UInt32]) func `a kind that there is not is refused`(_ kind: UInt32) {
        #expect(RecordStream.isRefused(RecordSample.record(kind: kind, [])))
    }

    @Test func `a record that is too long is refused before its bytes are read`() {
        let limits: [(FilmRecord.Kind, Int)] = [
            (.header, FilmHeader.longestText), (.failure, 4 + FilmFailure.longestReason), (.progress, 64), (.end, 64),
        ]
        for (kind, limit) in limits {
            for length in [limit + 1, 1 << 31, Int(UInt32.max)] {
                var stream = RecordStream(RecordSample.record(kind: kind.rawValue, length: length, [1, 2, 3]))
                #expect(throws: FilmFailure.self) { try stream.next() }
                #expect(stream.longest == FilmRecord.headBytes)
            }
        }
    }

    @Test func `a failure needs a code that there is`() {
        let number = RecordSample.number
        #expect(!RecordStream.isRefused(RecordSample.record(kind: 2, number(8) + [65])))
        for rest in [[], [1, 0, 0], number(0) + [65], number(9) + [65]] {
            #expect(RecordStream.isRefused(RecordSample.record(kind: 2, rest)))
        }
    }

    @Test func `progress and end have their own lengths and no counts below 0`() {
        for length in [0, 15, 17] {
            #expect(RecordStream.isRefused(RecordSample.record(kind: 3, [UInt8](repeating: 0, count: length))))
        }
        for length in [0, 31, 33] {
            #expect(RecordStream.isRefused(RecordSample.record(kind: 5, [UInt8](repeating: 0, count: length))))
        }
        #expect(!RecordStream.isRefused(RecordSample.record(kind: 5, [UInt8](repeating: 0, count: 32))))
        for last in [7, 15, 23, 31] {
            var counts = [UInt8](repeating: 0, count: 32)
            counts[last] = 0x80
            #expect(RecordStream.isRefused(RecordSample.record(kind: 5, counts)))
        }
    }
}
