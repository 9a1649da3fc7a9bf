/// A record that the child writes: a head of 8 bytes (kind and length of the rest), then the rest. All numbers are
/// little-endian.
///
/// The order is: progress records while the film is opened; a header or a failure; then for each request its pictures
/// in order, with at most one progress record a second, and an end.
package enum FilmRecord: Hashable, Sendable {
    /// The facts about the film, as JSON.
    case header(json: [UInt8])
    /// The film cannot be read; nothing follows.
    case failure(FilmFailure)
    /// The child is working on the film or on a request.
    case progress(FilmProgress)
    /// The frame for one requested time.
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

    /// Size of a record's head, in bytes.
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
    /// The time in the film that is being read, in microseconds.
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

/// Counts at the end of a request: the pictures of the request, and all other counts since the child was started.
package struct FilmCounts: Hashable, Sendable {
    /// The number of picture records of the request.
    package var pictures: Int64
    /// The number of decoded frames.
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

/// The frame for one requested time: a head of 40 bytes after the record's head, and the planes.
package struct FilmPicture: Hashable, Sendable {
    /// The result for one requested time.
    package enum Outcome: UInt32, Sendable, CaseIterable {
        /// The planes follow.
        case shown = 0
        /// The frame of the previous picture record again; no planes follow.
        case same = 1
        /// The planes follow; the decoder reported damage.
        case damaged = 2
        /// The time is at or past the film's end.
        case afterEnd = 3
        /// The file is truncated: it ends before this time, which is within the film's duration.
        case cutOff = 4
        /// No frame could be decoded at the time.
        case undecodable = 5

        /// Whether planes follow.
        package var hasPlanes: Bool { self == .shown || self == .damaged }
        /// Whether there is a frame.
        package var isShown: Bool { hasPlanes || self == .same }
    }

    /// Size of the picture's head without the record's head, in bytes.
    package static let headBytes = 40

    /// The position among the frames of the request.
    package var index: Int
    /// The requested time, in microseconds.
    package var wanted: Int64
    /// The time of the frame, in microseconds; the requested time if there is no frame.
    package var time: Int64
    /// The result for the requested time.
    package var outcome: Outcome
    /// Width in pixels: the requested width, or more for a frame that is wider than the film.
    package var width: Int
    /// Height in pixels: the requested height, or more for a frame that is higher than the film.
    package var height: Int
    /// Y', Cb and Cr in the full range of JFIF, rows without gaps; empty if no planes follow.
    package var planes: [UInt8]

    package init(
        index: Int, wanted: Int64, time: Int64, outcome: Outcome, width: Int, height: Int, planes: [UInt8] = []
    ) {
        self.index = index
        self.wanted = wanted
        self.time = time
        self.outcome = outcome
        self.width = width
        self.height = height
        self.planes = planes
    }

    /// The record's bytes before the planes.
    package func head(planeBytes: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FilmRecord.headBytes + Self.headBytes)
        bytes.append(little: FilmRecord.Kind.picture.rawValue)
        bytes.append(little: UInt32(Self.headBytes + planeBytes))
        bytes.append(little: UInt32(index))
        bytes.append(little: outcome.rawValue)
        bytes.append(little: wanted)
        bytes.append(little: time)
        bytes.append(little: UInt32(width))
        bytes.append(little: UInt32(height))
        bytes.append(little: UInt32(planeBytes))
        bytes.append(little: UInt32(0))
        return bytes
    }

    /// Parses a head without the record's head; nil if it is invalid.
    package init?(head bytes: [UInt8]) {
        guard bytes.count == Self.headBytes, let outcome = Outcome(rawValue: bytes.little(UInt32.self, at: 4)) else {
            return nil
        }
        self.init(
            index: Int(bytes.little(UInt32.self, at: 0)), wanted: bytes.little(Int64.self, at: 8),
            time: bytes.little(Int64.self, at: 16), outcome: outcome, width: Int(bytes.little(UInt32.self, at: 24)),
            height: Int(bytes.little(UInt32.self, at: 28)))
    }
}

extension Array where Element == UInt8 {
    /// Appends a number, the lowest byte first.
    mutating func append(little number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// The number at an offset, the lowest byte first; the array must have all of its bytes.
    func little<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
        var number: Number = 0
        for index in 0..<Number.bitWidth / 8 {
            number |= Number(truncatingIfNeeded: self[offset + index]) << Number(8 * index)
        }
        return number
    }
}
