/// A record that the child writes: a head of 8 bytes (kind and length of the rest), then the rest. All numbers are
/// little-endian.
///
/// The order is: progress records while the film is opened; a header or a failure; then for each request its pictures in
/// order, with progress records each second, and an end.
package enum FilmRecord: Hashable, Sendable {
    /// The facts about the film, as JSON.
    case header(json: [UInt8])
    /// The film cannot be read; nothing follows.
    case failure(FilmFailure)
    /// The child is at work.
    case progress(FilmProgress)
    /// The frame of one time.
    case picture(FilmPicture)
    /// All frames of a request were sent.
    case end(FilmCounts)

    /// The kinds as numbers.
    package enum Kind: UInt32, Sendable {
        case header = 1
        case failure = 2
        case progress = 3
        case picture = 4
        case end = 5
    }

    /// Bytes of a record's head.
    package static let headBytes = 8

    /// The record's bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .header(let json): Self.append(.header, json, to: &bytes)
        case .failure(let failure): Self.append(.failure, failure.bytes, to: &bytes)
        case .progress(let progress): Self.append(.progress, progress.bytes, to: &bytes)
        case .picture(let picture):
            bytes = picture.head(planeBytes: picture.planes.count)
            bytes += picture.planes
        case .end(let counts): Self.append(.end, counts.bytes, to: &bytes)
        }
        return bytes
    }

    static func append(_ kind: Kind, _ rest: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(little: kind.rawValue)
        bytes.append(little: UInt32(rest.count))
        bytes += rest
    }
}

/// Progress of the child while no picture is ready.
package struct FilmProgress: Hashable, Sendable {
    /// Microseconds of the film that were read.
    package var time: Int64
    /// Bytes of the file that were read.
    package var bytesRead: Int64

    package init(time: Int64, bytesRead: Int64) {
        self.time = time
        self.bytesRead = bytesRead
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: time)
        bytes.append(little: bytesRead)
        return bytes
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(time: bytes.little(Int64.self, at: 0), bytesRead: bytes.little(Int64.self, at: 8))
    }
}

/// The counts of the child since it was started.
package struct FilmCounts: Hashable, Sendable {
    /// Picture records of the request.
    package var pictures: Int64
    /// Frames that were decoded.
    package var decoded: Int64
    /// Bytes of the file that were read.
    package var bytesRead: Int64
    /// CPU time of decoding, in microseconds.
    package var decodingTime: Int64

    package init(pictures: Int64, decoded: Int64, bytesRead: Int64, decodingTime: Int64) {
        self.pictures = pictures
        self.decoded = decoded
        self.bytesRead = bytesRead
        self.decodingTime = decodingTime
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [pictures, decoded, bytesRead, decodingTime] { bytes.append(little: number) }
        return bytes
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        let numbers = [0, 8, 16, 24].map { bytes.little(Int64.self, at: $0) }
        guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(pictures: numbers[0], decoded: numbers[1], bytesRead: numbers[2], decodingTime: numbers[3])
    }
}
