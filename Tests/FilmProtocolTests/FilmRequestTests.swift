import FilmProtocol
import Testing

@Suite struct FilmRequestTests {
    @Test func `a request is read as it was written`() throws {
        for hasFullChroma in [false, true] {
            var request = RecordSample.request
            request.hasFullChroma = hasFullChroma
            request.background = hasFullChroma ? 0xFF_8000 : 0
            request.frames.append(
                FilmRequest.Frame(
                    time: .max, reach: .max, spacing: Int64(UInt32.max) * 1_000, room: Int64(UInt32.max) * 1_000,
                    choice: .keyOnce))
            let bytes = request.bytes
            #expect(bytes.count == FilmRequest.headBytes + 3 * FilmRequest.frameBytes)
            var (read, count) = try #require(FilmRequest.head(Array(bytes.prefix(FilmRequest.headBytes))))
            for index in 0..<count {
                let start = FilmRequest.headBytes + index * FilmRequest.frameBytes
                read.frames.append(try #require(FilmRequest.frame(bytes[start..<start + FilmRequest.frameBytes])))
            }
            #expect(read == request)
        }
    }

    @Test func `a head with a wrong beginning, side or count is refused`() {
        func head(_ width: Int, _ height: Int, count: UInt32 = 0) -> [UInt8] {
            var bytes = FilmRequest(width: width, height: height, frames: []).bytes
            bytes.replaceSubrange(16..<20, with: RecordSample.number(count))
            return bytes
        }
        let side = FilmRequest.longestSide
        #expect(FilmRequest.head(head(1, side, count: UInt32(FilmRequest.mostFrames))) != nil)
        #expect(FilmRequest.head(head(0, 1)) == nil && FilmRequest.head(head(1, 0)) == nil)
        #expect(FilmRequest.head(head(side + 1, 1)) == nil && FilmRequest.head(head(1, side + 1)) == nil)
        #expect(FilmRequest.head(head(1, 1, count: UInt32(FilmRequest.mostFrames + 1))) == nil)
        #expect(FilmRequest.head(Array(head(1, 1).dropLast())) == nil)
        for byte in [0, 23] {
            var other = head(1, 1)
            other[byte] ^= 1
            #expect(FilmRequest.head(other) == nil)
        }
    }

    @Test func `a frame with a time below 0 or an unknown choice is refused`() {
        func frame(_ time: Int64, _ reach: Int64) -> [UInt8] {
            let request = FilmRequest(
                width: 1, height: 1, frames: [FilmRequest.Frame(time: time, reach: reach, choice: .key)])
            return Array(request.bytes.dropFirst(FilmRequest.headBytes))
        }
        #expect(FilmRequest.frame(frame(0, 0)[...]) != nil)
        #expect(FilmRequest.frame(frame(-1, 0)[...]) == nil && FilmRequest.frame(frame(0, -1)[...]) == nil)
        #expect(FilmRequest.frame(frame(0, 0).dropLast()) == nil)
        var unknown = frame(0, 0)
        unknown[16] = 3
        #expect(FilmRequest.frame(unknown[...]) == nil)
    }

    @Test func `chroma of odd sides is rounded up`() {
        #expect(FilmRequest.pictureBytes(width: 5, height: 3, hasFullChroma: false) == 15 + 2 * 6)
        #expect(FilmRequest.pictureBytes(width: 5, height: 3, hasFullChroma: true) == 45)
        let side = FilmRequest.longestSide
        #expect(FilmRequest.pictureBytes(width: side, height: side, hasFullChroma: true) < Int(UInt32.max))
    }
}
