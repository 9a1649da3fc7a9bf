/// The frame of one wanted time: a head of 40 bytes behind the record's own, and its planes.
package struct FilmPicture: Hashable, Sendable {
    /// The result for one wanted time.
    package enum Outcome: UInt32, Sendable, CaseIterable {
        /// The planes follow.
        case shown = 0
        /// The picture is that of the record before; no planes follow.
        case same = 1
        /// The planes follow; the decoder reported damage.
        case damaged = 2
        /// The time is at or past the film's end.
        case afterEnd = 3
        /// The file ends before this time although the film should not.
        case cutOff = 4
        /// No frame could be decoded there.
        case undecodable = 5

        /// Whether planes follow.
        package var hasPlanes: Bool { self == .shown || self == .damaged }
        /// Whether there is a frame at all.
        package var isShown: Bool { hasPlanes || self == .same }
    }

    /// Bytes of the head, without those of the record.
    package static let headBytes = 40

    /// The position among the frames of the request.
    package var index: Int
    /// The wanted time, in microseconds.
    package var wanted: Int64
    /// The time of the frame, in microseconds; the wanted time where there is none.
    package var time: Int64
    /// The result for the wanted time.
    package var outcome: Outcome
    /// Pixels from left to right: those of the request, more for a frame that is wider than the film.
    package var width: Int
    /// Pixels from top to bottom: those of the request, more for a frame that is higher than the film.
    package var height: Int
    /// Y', Cb and Cr of the full range of JFIF, rows without a gap; empty where none follow.
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

    /// Reads a head without the record's own; nil where it contradicts itself.
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
