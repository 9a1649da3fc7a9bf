import FilmRecords
import Testing

@Suite struct FilmRecordReaderTests {
    @Test func `records are read as they were written`() throws {
        let request = FilmRequest(width: 4, height: 2, frames: [FilmRequest.Frame(time: 5, choice: .exact)])
        let records: [FilmRecord] = [
            .header(json: [1, 2]), .failure(FilmFailure(.playlist, "No.")),
            .progress(FilmProgress(time: 1, bytesRead: 2)),
            .picture(
                FilmPicture(
                    index: 0, wanted: 5, time: 4, outcome: .shown, width: 4, height: 2,
                    planes: [UInt8](repeating: 7, count: request.pictureBytes))),
            .end(FilmCounts(pictures: 1, decoded: 2, bytesRead: 3, decodingTime: 4)),
        ]
        var rest = records.flatMap(\.bytes)[...]
        var reader = FilmRecordReader()
        reader.request = request
        var found: [FilmRecord] = []
        while let record = try reader.next(from: { count, bytes in
            guard !rest.isEmpty else { return false }
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            return true
        }) {
            found.append(record)
        }
        #expect(found == records)
    }
}
