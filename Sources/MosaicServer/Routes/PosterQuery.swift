import WebVTT

/// The parameters of a poster.
struct PosterQuery: Hashable, Sendable {
    /// The available widths, in pixels.
    static let widths = 16...1_920
    /// The width where none is requested.
    static let defaultWidth = 640

    /// The playback time; nil for that of the storyboard's poster.
    let time: Timestamp?
    /// Pixels from left to right.
    let width: Int

    /// Parses `t=83.5` or `t=00:01:23.500`, and `width=640`.
    ///
    /// - Throws: `invalidRequest` naming the parameter.
    init(_ query: RequestQuery) throws(RequestError) {
        width = try query.number("width", in: Self.widths) ?? Self.defaultWidth
        guard let text = try query.text("t") else {
            time = nil
            return
        }
        guard let time = Timestamp(parsing: text, grammar: .human) else {
            throw RequestError.time(text)
        }
        self.time = time
    }
}
