import FilmProtocol

/// Bytes as a pipe delivers them, read to their end.
struct RecordStream {
    private var rest: ArraySlice<UInt8>
    /// The most bytes that were asked for at once.
    private(set) var longest = 0
    private var reader = FilmRecordReader()

    init(_ bytes: [UInt8], request: FilmRequest? = RecordSample.request) {
        rest = bytes[...]
        reader.request = request
    }

    mutating func next() throws -> FilmRecord? {
        var (rest, longest) = (rest, longest)
        defer { (self.rest, self.longest) = (rest, longest) }
        return try reader.next { count, bytes in
            longest = max(longest, count)
            guard !rest.isEmpty else { return false }
            bytes += rest.prefix(count)
            rest = rest.dropFirst(count)
            return true
        }
    }

    mutating func all() throws -> [FilmRecord] {
        var records: [FilmRecord] = []
        while let record = try next() { records.append(record) }
        return records
    }

    /// Whether reading ends in a fault.
    static func isRefused(_ bytes: [UInt8], request: FilmRequest? = RecordSample.request) -> Bool {
        var stream = RecordStream(bytes, request: request)
        do {
            _ = try stream.all()
            return false
        } catch {
            return (error as? FilmFailure)?.code == .records
        }
    }
}

/// Records in order, of which tests make faulty ones.
enum RecordSample {
    static let request = FilmRequest(
        width: 5, height: 3,
        frames: [FilmRequest.Frame(time: 70, choice: .key), FilmRequest.Frame(time: 90, reach: 5, choice: .exact)])

    static func picture(
        index: Int = 0, wanted: Int64 = 70, outcome: FilmPicture.Outcome = .shown, width: Int = 5, height: Int = 3,
        bytes: Int? = nil
    ) -> FilmPicture {
        FilmPicture(
            index: index, wanted: wanted, time: 60, outcome: outcome, width: width, height: height,
            planes: [UInt8](repeating: 9, count: bytes ?? (outcome.hasPlanes ? request.pictureBytes : 0)))
    }

    static let records: [FilmRecord] = [
        .progress(FilmProgress(time: -3, bytesRead: 1 << 40)), .header(json: Array("{}".utf8)),
        .failure(FilmFailure(.tooLarge, "Größer")), .picture(picture()),
        .picture(picture(index: 1, wanted: 90, outcome: .same)),
        .picture(picture(index: 1, wanted: 90, outcome: .damaged)),
        .picture(picture(index: 1, wanted: 90, outcome: .cutOff)),
        .end(FilmCounts(pictures: 2, decoded: 3, bytesRead: 4, decodingTime: 5)),
    ]

    /// A record of any kind and length, which need not be its own.
    static func record(kind: UInt32, length: Int? = nil, _ rest: [UInt8]) -> [UInt8] {
        number(kind) + number(UInt32(length ?? rest.count)) + rest
    }

    static func number(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
