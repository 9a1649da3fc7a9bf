import FilmProtocol
import Testing

/// Pictures of a child that lies.
@Suite struct FilmPictureFaultTests {
    private func isRefused(_ picture: FilmPicture, request: FilmRequest? = RecordSample.request) -> Bool {
        RecordStream.isRefused(FilmRecord.picture(picture).bytes, request: request)
    }

    @Test(arguments: FilmPicture.Outcome.allCases) func `a picture as requested is taken`(
        _ outcome: FilmPicture.Outcome
    ) {
        #expect(!isRefused(RecordSample.picture(outcome: outcome)))
        #expect(!isRefused(RecordSample.picture(index: 1, wanted: 90, outcome: outcome)))
    }

    @Test func `no picture comes without a request`() {
        #expect(isRefused(RecordSample.picture(), request: nil))
    }

    @Test func `an index or time that was not requested is refused`() {
        #expect(isRefused(RecordSample.picture(index: 2)))
        #expect(isRefused(RecordSample.picture(index: Int(UInt32.max))))
        #expect(isRefused(RecordSample.picture(index: 1, wanted: 70)))
        #expect(isRefused(RecordSample.picture(wanted: -70)))
    }

    @Test func `another size is refused, also where the bytes fit`() {
        #expect(isRefused(RecordSample.picture(width: 3, height: 5)))
        #expect(isRefused(RecordSample.picture(width: 5, height: 4)))
        #expect(isRefused(RecordSample.picture(width: 1 << 31, height: 1 << 31)))
        #expect(isRefused(RecordSample.picture(width: 0, height: 0, bytes: 0)))
    }

    @Test func `a picture of another shape covers the requested size by one side`() {
        func isRefused(_ width: Int, _ height: Int) -> Bool {
            let bytes = FilmRequest.pictureBytes(width: width, height: height, hasFullChroma: false)
            return self.isRefused(RecordSample.picture(width: width, height: height, bytes: bytes))
        }
        #expect(!isRefused(5, 3) && !isRefused(5, 9) && !isRefused(8, 3))
        #expect(isRefused(6, 4) && isRefused(4, 3) && isRefused(5, 2) && isRefused(4, 9))
        #expect(!isRefused(5, FilmRequest.longestSide) && isRefused(5, FilmRequest.longestSide + 1))
    }

    @Test(arguments: FilmPicture.Outcome.allCases) func `more or fewer bytes than the outcome has are refused`(
        _ outcome: FilmPicture.Outcome
    ) {
        let own = outcome.hasPlanes ? RecordSample.request.pictureBytes : 0
        for bytes in [0, 1, own - 1, own + 1, RecordSample.request.pictureBytes] where bytes >= 0 && bytes != own {
            #expect(isRefused(RecordSample.picture(outcome: outcome, bytes: bytes)))
        }
    }

    @Test func `a length that contradicts the head is refused before memory is taken`() {
        var bytes = FilmRecord.picture(RecordSample.picture()).bytes
        bytes.replaceSubrange(4..<8, with: RecordSample.number(UInt32.max))
        var stream = RecordStream(bytes)
        #expect(throws: FilmFailure.self) { try stream.next() }
        #expect(stream.longest <= FilmPicture.headBytes)
        bytes.replaceSubrange(4..<8, with: RecordSample.number(39))
        #expect(RecordStream.isRefused(bytes))
    }

    @Test func `an outcome that there is not is refused`() {
        var bytes = FilmRecord.picture(RecordSample.picture()).bytes
        bytes.replaceSubrange(12..<16, with: RecordSample.number(6))
        #expect(RecordStream.isRefused(bytes))
    }
}
