import FilmProtocol
import Seeded
import Testing

/// Streams with random damage: every picture read was requested, and no more memory is taken than for the request.
@Suite struct RandomRecordsTests {
    @Test func `a damaged stream is read to a fault or to its end`() {
        var generator = SeededGenerator(seed: 15)
        let whole = RecordSample.records.map(\.bytes)
        var faults = 0
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 1...6, using: &generator)).flatMap { _ in
                whole[Int.random(in: whole.indices, using: &generator)]
            }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                default: bytes.removeSubrange(place..<min(place + 3, bytes.count))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            if !holds(bytes) { faults += 1 }
        }
        #expect(faults > 5_000 && faults < 20_000)
    }

    /// Whether all records were read; every one of them is checked.
    private func holds(_ bytes: [UInt8]) -> Bool {
        var stream = RecordStream(bytes)
        defer { #expect(stream.longest <= FilmHeader.longestText) }
        do {
            while let record = try stream.next() {
                guard case .picture(let picture) = record else { continue }
                let request = RecordSample.request
                #expect(request.frames[picture.index].time == picture.wanted)
                #expect(request.accepts(width: picture.width, height: picture.height))
                let bytes = FilmRequest.pictureBytes(
                    width: picture.width, height: picture.height, hasFullChroma: request.hasFullChroma)
                #expect(picture.planes.count == (picture.outcome.hasPlanes ? bytes : 0))
            }
            return true
        } catch {
            #expect((error as? FilmFailure)?.code == .records)
            return false
        }
    }
}
