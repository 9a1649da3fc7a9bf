import FilmProtocol

/// Streams of records for requests of the fuzz target; the last byte of each says which.
enum SeedRecords {
    static var inputs: [(name: String, bytes: [UInt8])] {
        inputs(pictureBytes: 10, control: 40, named: "420") + inputs(pictureBytes: 18, control: 41, named: "444")
            + inputs(pictureBytes: 50, size: (3, 10), control: 40, named: "high")
    }

    /// Each record alone, and all of them. The control byte requests pictures of 3x2.
    private static func inputs(
        pictureBytes: Int, size: (width: Int, height: Int) = (3, 2), control: UInt8, named name: String
    ) -> [(name: String, bytes: [UInt8])] {
        let records = records(pictureBytes: pictureBytes, size)
        var inputs = [(name + "-all", Array(records.joined()) + [control])]
        for (index, record) in records.enumerated() { inputs.append(("\(name)-\(index)", record + [control])) }
        return inputs
    }

    private static func records(pictureBytes: Int, _ size: (width: Int, height: Int)) -> [[UInt8]] {
        let pictures = FilmPicture.Outcome.allCases.map { outcome in
            FilmRecord.picture(
                FilmPicture(
                    index: 1, wanted: 6, time: 4, outcome: outcome, width: size.width, height: size.height,
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
