extension FilmRequest {
    /// Maximum difference of two aspect ratios that count as one shape: one part of this number.
    private static let leastDifference = 64

    /// The size of the picture of a frame.
    ///
    /// A frame of the film's shape has the requested size. Another covers it with its own aspect ratio: one side is the
    /// requested one, the other is longer.
    ///
    /// - Parameters:
    ///   - frame: Width and height of the frame as shown, each 1 or more.
    ///   - film: The same of the film.
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

    /// Whether a picture of this size may be the answer: it covers the requested size, and one side is the requested one.
    package func accepts(width: Int, height: Int) -> Bool {
        let sides = (self.width...Self.longestSide, self.height...Self.longestSide)
        return sides.0.contains(width) && sides.1.contains(height) && (width == self.width || height == self.height)
    }

    private static func scaled(_ side: Int, _ wanted: Int, over other: Int, atLeast least: Int) -> Int {
        min(max((2 * side * wanted + other) / (2 * other), least), longestSide)
    }
}
