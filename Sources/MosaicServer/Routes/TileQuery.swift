import WebVTT

/// The parameters of a look-up.
struct TileQuery: Hashable, Sendable {
    private enum Wanted: Hashable {
        case time(Timestamp)
        case chapter(Int)
    }

    /// The policy for times outside of all tiles.
    let policy: LookupPolicy
    private let wanted: Wanted

    /// Parses `t=83.5` or `t=00:01:23.500`, or `chapter=3`, and `policy=hold`.
    ///
    /// - Throws: `invalidRequest`.
    init(_ query: RequestQuery) throws(RequestError) {
        policy = try query.choice("policy") ?? .hold
        let chapter = try query.number("chapter", in: 0...Int(Int32.max))
        switch (try query.text("t"), chapter) {
        case (let text?, nil):
            guard let time = Timestamp(parsing: text, grammar: .human) else {
                throw RequestError.time(text)
            }
            wanted = .time(time)
        case (nil, let chapter?): wanted = .chapter(chapter)
        default: throw RequestError(.invalidRequest, "A tile is named by either t or chapter, such as ?t=83.5.")
        }
    }

    /// The tile's position in a storyboard, from 0.
    ///
    /// - Throws: `noTile`.
    func tile(in snapshot: StoryboardSnapshot) throws(RequestError) -> Int {
        switch wanted {
        case .time(let time):
            if let tile = snapshot.tile(at: time, policy) { return tile }
            throw RequestError(.noTile, "No tile is shown at \(time).")
        case .chapter(let chapter):
            if let tile = snapshot.tile(ofChapter: chapter) { return tile }
            throw RequestError(.noTile, "There is no tile of chapter \(chapter).")
        }
    }
}
