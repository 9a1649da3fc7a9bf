import FilmRecords

/// Streams of records for requests of the fuzz target; the last byte of each says which.
enum SeedRecords {
    static var inputs: [(name: String, bytes: [UInt8])] {
        // 3x2 pixels, 4:2:0 and 4:4:4.
        [("420", 2 << 2 | 1 << 5 | 0 as UInt8, 6 + 2 * 2), ("444", 2 << 2 | 1 << 5 | 1, 18)].flatMap {
            name, control, bytes in
            records(pictureBytes: bytes).enumerated().map { ("\(name)-\($0.offset)", $0.element + [control]) }
                + [("\(name)-all", records(pictureBytes: bytes).flatMap(\.self) + [control])]
        }
    }

    private static func records(pictureBytes: Int) -> [[UInt8]] {
        let pictures = FilmPicture.Outcome.allCases.map { outcome in
            FilmRecord.picture(
                FilmPicture(
                    index: 1, wanted: 6, time: 4, outcome: outcome, width: 3, height: 2,
                    planes: [UInt8](repeating: 1, count: outcome.hasPlanes ? pictureBytes : 0)))
        }
        let others: [FilmRecord] = [
            .header(json: Array("{}".utf8)), .failure(FilmFailure(.noVideo, "None.")),
            .progress(FilmProgress(time: 1, bytesRead: 2)),
            .end(FilmCounts(pictures: 1, decoded: 2, bytesRead: 3, decodingTime: 4)),
        ]
        return (others + pictures).map(\.bytes)
    }
}
