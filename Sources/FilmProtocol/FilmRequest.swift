/// A request for frames of a film. The parent writes any number of requests to the child's control socket, until it
/// closes the socket.
///
/// A message is a head of 24 bytes and 32 bytes for each frame; all numbers are little-endian.
package struct FilmRequest: Hashable, Sendable {
    /// How the frame for a time is chosen.
    package enum Choice: UInt32, Sendable, CaseIterable {
        /// The last key frame at or before the time, or one that is at most ``Frame/lateness`` later.
        case key = 0
        /// The key frame as for ``key``; the exact frame if the previous time uses the same key frame.
        case keyOnce = 1
        /// The frame that is shown at the time.
        case exact = 2
    }

    /// One requested frame.
    package struct Frame: Hashable, Sendable {
        /// The playback time, in microseconds, 0 or more.
        package var time: Int64
        /// Maximum distance from the time, in microseconds, of a key frame that replaces a nearly uniform frame; 0
        /// allows no replacement.
        package var reach: Int64
        /// Interval between requested times, in microseconds, transmitted in whole milliseconds; 0 for irregular times.
        package var spacing: Int64
        /// Maximum delay after the time, in microseconds, of an intact key frame that replaces a damaged or missing
        /// frame. It is transmitted in whole milliseconds; 0 allows no replacement.
        package var room: Int64
        /// How the frame is chosen.
        package var choice: Choice

        package init(time: Int64, reach: Int64 = 0, spacing: Int64 = 0, room: Int64 = 0, choice: Choice) {
            self.time = time
            self.reach = reach
            self.spacing = spacing
            self.room = room
            self.choice = choice
        }

        /// Maximum delay, in microseconds, of a key frame that counts as the frame of the time. At joins in a film, key
        /// frames drift by some frames; encoders usually place key frames 250 frames apart, 10.4 s of a film.
        package var lateness: Int64 { min(500_000, spacing / 20) }
    }

    /// Maximum number of frames in a request.
    package static let mostFrames = 100_000
    /// Maximum side of a picture, in pixels.
    package static let longestSide = 16_384
    /// `MREQ` as a number.
    private static let magic: UInt32 = 0x5145_524D
    /// Size of the request's head, in bytes.
    package static let headBytes = 24
    /// Size of each frame in the message, in bytes.
    package static let frameBytes = 32

    /// Width in pixels of a picture with the film's aspect ratio; the whole frame is scaled to this size.
    package var width: Int
    /// Height in pixels of a picture with the film's aspect ratio.
    package var height: Int
    /// Whether chroma has all samples (4:4:4) instead of a quarter (4:2:0).
    package var hasFullChroma: Bool
    /// The sRGB color behind a transparent picture: red, green and blue from the highest byte of 24 bits on.
    package var background: UInt32
    /// The frames in ascending order of their times.
    package var frames: [Frame]

    package init(
        width: Int, height: Int, hasFullChroma: Bool = false, background: UInt32 = 0, frames: [Frame]
    ) {
        self.width = width
        self.height = height
        self.hasFullChroma = hasFullChroma
        self.background = background
        self.frames = frames
    }

    /// Size in bytes of a picture with the film's aspect ratio: Y', then Cb and Cr, rows without gaps.
    package var pictureBytes: Int { Self.pictureBytes(width: width, height: height, hasFullChroma: hasFullChroma) }

    /// Size in bytes of a picture; does not overflow for sides up to ``longestSide``.
    package static func pictureBytes(width: Int, height: Int, hasFullChroma: Bool) -> Int {
        let chroma = hasFullChroma ? width * height : (width + 1) / 2 * ((height + 1) / 2)
        return width * height + 2 * chroma
    }

    /// The message as bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headBytes + frames.count * Self.frameBytes)
        bytes.append(little: Self.magic)
        bytes.append(little: UInt32(width))
        bytes.append(little: UInt32(height))
        bytes.append(little: UInt32(hasFullChroma ? 1 : 0))
        bytes.append(little: UInt32(frames.count))
        bytes.append(little: background)
        for frame in frames {
            bytes.append(little: frame.time)
            bytes.append(little: frame.reach)
            bytes.append(little: frame.choice.rawValue)
            bytes.append(little: UInt32(clamping: frame.spacing / 1_000))
            bytes.append(little: UInt32(clamping: frame.room / 1_000))
            bytes.append(little: UInt32(0))
        }
        return bytes
    }

    /// Parses a head, which the frames follow; `nil` if it is invalid.
    ///
    /// - Returns: A request without frames, and the number of frames that follow.
    package static func head(_ bytes: [UInt8]) -> (request: FilmRequest, count: Int)? {
        guard bytes.count == headBytes, bytes.little(UInt32.self, at: 0) == magic else { return nil }
        let width = Int(bytes.little(UInt32.self, at: 4))
        let height = Int(bytes.little(UInt32.self, at: 8))
        let count = Int(bytes.little(UInt32.self, at: 16))
        let background = bytes.little(UInt32.self, at: 20)
        guard (1...longestSide).contains(width), (1...longestSide).contains(height), count <= mostFrames,
            background <= 0xFF_FFFF
        else { return nil }
        let isFull = bytes.little(UInt32.self, at: 12) == 1
        let request = FilmRequest(
            width: width, height: height, hasFullChroma: isFull, background: background, frames: [])
        return (request, count)
    }

    /// Parses one frame; `nil` if the bytes are invalid.
    package static func frame(_ bytes: ArraySlice<UInt8>) -> Frame? {
        let bytes = Array(bytes)
        guard bytes.count == frameBytes, let choice = Choice(rawValue: bytes.little(UInt32.self, at: 16)) else {
            return nil
        }
        let frame = Frame(
            time: bytes.little(Int64.self, at: 0), reach: bytes.little(Int64.self, at: 8),
            spacing: Int64(bytes.little(UInt32.self, at: 20)) * 1_000,
            room: Int64(bytes.little(UInt32.self, at: 24)) * 1_000, choice: choice)
        return frame.time >= 0 && frame.reach >= 0 ? frame : nil
    }
}

extension FilmRequest {
    /// Aspect ratios that differ by at most 1/`leastDifference` count as equal.
    private static let leastDifference = 64

    /// The size of the picture of a frame.
    ///
    /// A frame with the film's aspect ratio gets the requested size. Any other frame keeps its aspect ratio and covers
    /// that size: either its width or its height is as requested, and the other is longer, at most ``longestSide``.
    ///
    /// - Parameters:
    ///   - frame: Width and height of the frame as shown, each 1 or more.
    ///   - film: Width and height of the film as shown.
    package func size(
        of frame: (width: Int, height: Int), in film: (width: Int, height: Int)
    ) -> (width: Int, height: Int) {
        let (wide, high) = (frame.width * film.height, frame.height * film.width)
        guard abs(wide - high) > max(wide, high) / Self.leastDifference else { return (width, height) }
        if frame.width * height > frame.height * width {
            return (Self.scaled(frame.width, height, over: frame.height, atLeast: width), height)
        }
        return (width, Self.scaled(frame.height, width, over: frame.width, atLeast: height))
    }

    /// Whether a picture may have this size: it covers the requested size and has the requested width or height.
    package func accepts(width: Int, height: Int) -> Bool {
        let sides = (self.width...Self.longestSide, self.height...Self.longestSide)
        return sides.0.contains(width) && sides.1.contains(height) && (width == self.width || height == self.height)
    }

    private static func scaled(_ side: Int, _ wanted: Int, over other: Int, atLeast least: Int) -> Int {
        min(max((2 * side * wanted + other) / (2 * other), least), longestSide)
    }
}
